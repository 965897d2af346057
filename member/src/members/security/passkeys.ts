import type { DataOf, CallInput } from '@fairturn/ui/client.ts'
import { ApiFailure } from '@fairturn/ui/failure.ts'
// Passkeys in this browser: support, and requests to it. The library is loaded on demand.
import { t } from '@lingui/core/macro'
import { call } from '../../shell/client.ts'

export type Assertion = CallInput<'POST auth/passkey'>['body']['assertion']
type NewCredential = CallInput<'POST passkeys'>['body']['credential']

/** Whether this browser supports passkeys on this host; an IP address cannot have any. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/**
 * Requests an assertion, by a passkey of this member or by any on this device. Throws an ApiFailure whose
 * text says what to do.
 */
export async function getPasskeyAssertion(options: DataOf<'POST passkeys/ask'>): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch (error) {
    throw notUsed(error)
  }
}

/** Creates a passkey. Throws an ApiFailure whose text says what to do. */
export async function makePasskey(options: DataOf<'POST passkeys/new'>): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    return (await startRegistration({ optionsJSON: options })) as NewCredential
  } catch (error) {
    throw notUsed(error)
  }
}

/** An assertion by one of the member's own passkeys, to confirm an action. */
export async function confirmWithPasskey(user_id: string): Promise<Assertion> {
  return await getPasskeyAssertion((await call('POST passkeys/confirm', { body: { user_id } })).data)
}

/** Browsers deliberately do not say why; mostly the member closed the prompt. */
function notUsed(error: unknown): ApiFailure {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  const message = isKnown
    ? t`This device already has a passkey for this account.`
    : t`No passkey was used. Try again or choose another method.`
  return new ApiFailure({ kind: 'refused', code: 'passkey_was_not_used', message })
}
