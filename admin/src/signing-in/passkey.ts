// Passkeys in this browser; why one was not used they do not say; mostly the operator closed the dialog.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import type { DataOf, CallInput } from '../api.ts'

export type Assertion = NonNullable<
  NonNullable<CallInput<'POST backoffice/auth/confirm'>['body']>['assertion']
>
type Credential = NonNullable<
  NonNullable<CallInput<'POST backoffice/auth/setup/finish'>['body']>['credential']
>

/** Whether this browser can use passkeys at this address; an address in digits can have none. */
export const passkeysWork = (): boolean =>
  'PublicKeyCredential' in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname)

/** Throws an ApiFailure that says what to do. */
export async function getPasskeyAssertion(
  options: DataOf<'POST backoffice/auth/passkey-options'>,
): Promise<Assertion> {
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch {
    throw notUsed()
  }
}

/** Has the browser make one. Throws an ApiFailure that says what to do. */
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
