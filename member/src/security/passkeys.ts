// Passkeys in this browser: whether there can be any, and asking the browser for one. The library is loaded when it is needed.
import { t } from '@lingui/core/macro'
import type { DataOf, CallInput } from '@fairturn/ui/client.ts'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { call } from '../client.ts'

export type Assertion = CallInput<'POST auth/passkey'>['body']['assertion']
type NewCredential = CallInput<'POST passkeys'>['body']['credential']

/** Whether this browser can use passkeys at this address; an address in digits can have none. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** Lets the member choose a passkey of theirs, or of anybody on this device. Throws an ApiFailure that says what to do. */
export async function getPasskeyAssertion(options: DataOf<'POST passkeys/ask'>): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch (error) {
    throw notUsed(error)
  }
}

/** Has the browser make one. Throws an ApiFailure that says what to do. */
export async function makePasskey(options: DataOf<'POST passkeys/new'>): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return (await startRegistration({ optionsJSON: options })) as NewCredential
  } catch (error) {
    throw notUsed(error)
  }
}

/** An answer of one of the member's own passkeys, to confirm what they are doing. */
export async function confirmWithPasskey(user_id: string): Promise<Assertion> {
  return await getPasskeyAssertion((await call('POST passkeys/confirm', { body: { user_id } })).data)
}

/** The browser says little about why, on purpose: mostly the member closed its window. */
function notUsed(error: unknown): ApiFailure {
  const is_known = error instanceof Error && error.name === 'InvalidStateError'
  const message = is_known
    ? t`This device already has a passkey for this account.`
    : t`No passkey was used. Try again or choose another method.`
  return new ApiFailure({ kind: 'refused', code: 'passkey_was_not_used', message })
}
