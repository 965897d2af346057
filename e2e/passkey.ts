// A virtual passkey authenticator, simulated by Chromium.
import type { CDPSession } from 'playwright-core'

/** User verification always succeeds. */
export async function withAuthenticator(devtools: CDPSession): Promise<void> {
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
