import { ApiFailure } from '@fairturn/ui/failure.ts'
// Passkeys in this browser. Browsers do not say why one was not used; mostly the operator closed the prompt.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { DataOf, CallInput } from '../shell/api.ts'

export type Assertion = NonNullable<
  NonNullable<CallInput<'POST backoffice/auth/confirm'>['body']>['assertion']
>
type Credential = NonNullable<
  NonNullable<CallInput<'POST backoffice/auth/setup/finish'>['body']>['credential']
>

/** Whether this browser supports passkeys on this host; an IP address cannot have any. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** Requests an assertion. Throws an ApiFailure whose text says what to do. */
export async function getPasskeyAssertion(
  options: DataOf<'POST backoffice/auth/passkey-options'>,
): Promise<Assertion> {
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch {
    throw notUsed()
  }
}

/** Creates a passkey. Throws an ApiFailure whose text says what to do. */
export async function makePasskey(
  options: NonNullable<DataOf<'POST backoffice/auth/setup'>['passkey']>,
): Promise<Credential> {
  try {
    return (await startRegistration({ optionsJSON: options })) as Credential
  } catch {
    throw notUsed()
  }
}

const notUsed = () =>
  new ApiFailure({ kind: 'refused', code: 'passkey_was_not_used', message: 'app.sign_in.no_passkey_used' })
