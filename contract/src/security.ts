import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount } from './fields.ts'
import { id } from './ids.ts'
import { deviceToken, newPassword, phone, sessionAnswer, user } from './members.ts'
import { phoneCode, SEND_REFUSALS } from './phone-codes.ts'

const bytes = (most: number) =>
  z
    .string({ error: 'passkey_was_not_accepted' })
    .regex(/^[A-Za-z0-9_-]+$/, 'passkey_was_not_accepted')
    .max(most, 'passkey_was_not_accepted')

const extensionResults = z.looseObject({}).optional()
const attachment = z.string().max(40, 'passkey_was_not_accepted').nullish()

/** Result of `navigator.credentials.get()`: AuthenticationResponseJSON of WebAuthn. */
export const assertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: 'passkey_was_not_accepted' }),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(100).nullish(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
})
export type Assertion = z.infer<typeof assertion>

/** Result of `navigator.credentials.create()`: RegistrationResponseJSON of WebAuthn. */
export const attestation = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', { error: 'passkey_was_not_accepted' }),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensionResults,
})

export const email = z
  .string({ error: 'email_is_invalid' })
  .trim()
  .max(254, 'email_is_invalid')
  .pipe(z.email({ error: 'email_is_invalid', pattern: z.regexes.html5Email }))
  .refine((address) => /@[^@]+\.[^@.]+$/.test(address), 'email_is_invalid')
  .meta({ examples: ['thu.ha@example.com'] })

export const otp = z.string({ error: 'one_time_code_is_incorrect' }).max(40, 'one_time_code_is_incorrect')

/** A credential in the call itself: the password, or a passkey (`passkeys/confirm`). */
export const credential = {
  password: z.string().max(256, 'current_password_is_incorrect').optional(),
  assertion: assertion.optional(),
}
/** What confirms that it is the member: a credential, or a one-time code of the authenticator app. */
export const confirmation = {
  ...credential,
  otp: otp.optional().describe('of the authenticator app; a recovery code confirms nothing'),
}
export type Confirmation = {
  password?: string | undefined
  assertion?: Assertion | undefined
  otp?: string | undefined
}

export const mailToken = z.string({ error: 'link_is_not_valid' }).max(100, 'link_is_not_valid')
export const passkeyName = z
  .string({ error: 'name_is_required' })
  .max(240, 'name_is_too_long')
  .transform((name) =>
    name
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  )
  .refine((name) => name.length > 0, 'name_is_required')
  .refine((name) => name.length <= 60, 'name_is_too_long')

const mine = { user_id: id }
const passwords = {
  password: newPassword,
  password_confirmation: z.string({ error: 'passwords_do_not_match' }).max(256, 'passwords_do_not_match'),
}
const PASSWORD_REFUSALS = ['passwords_do_not_match', 'password_is_too_common'] as const
const typedName = z
  .string({ error: 'username_is_required' })
  .trim()
  .min(1, 'username_is_required')
  .max(200, 'username_is_invalid')

export const passkey = z.object({
  _id: id,
  name: z.string(),
  backed_up: z.boolean().describe('kept by a password manager, so that it survives the device'),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof passkey>

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** PublicKeyCredentialCreationOptionsJSON. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().describe('milliseconds'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** PublicKeyCredentialRequestOptionsJSON. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int().describe('milliseconds'),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor).describe('empty: any of this site'),
})

const recoveryCodes = z.array(z.string()).describe('shown this once')
export const done = z.object({ done: z.boolean() })

export const CREDENTIAL_REFUSALS = [
  'confirmation_is_required',
  'current_password_is_incorrect',
  'passkey_was_not_accepted',
  'passkey_request_has_expired',
  'too_many_attempts',
] as const
/** Of a call that takes a confirmation: all of them leave its Idempotency-Key unused. */
export const CONFIRMATION_REFUSALS = [...CREDENTIAL_REFUSALS, 'one_time_code_is_incorrect'] as const
const PASSKEY_REFUSALS = [
  'passkeys_are_not_available',
  'passkey_request_has_expired',
  'passkey_was_not_accepted',
] as const
const CHANGES = { hits: 60, per_seconds: 3600 }
const STRANGERS = { hits: 60, per_seconds: 300 }

export const securityCalls = {
  overview: endpoint('GET security', {
    summary: 'Security settings of the account',
    answer: z.object({
      phone: z.string(),
      phone_confirmed: z.boolean(),
      phone_codes_available: z.boolean().describe('false without a sender of messages, and while it fails'),
      email: z.string().nullable().describe('confirmed'),
      mail_available: z.boolean(),
      one_time_codes: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys_available: z.boolean().describe('false where the app is not reached by a name of its own'),
      passkeys: z.array(passkey),
    }),
  }),
  confirm: endpoint('POST auth/confirm', {
    summary:
      'Confirm that it is the member, for five minutes in this session: with `total`, payments of campaigns up to that sum; without, postback keys, ending other sessions, and withdrawing to the saved account',
    lockedOut: true,
    body: z.object({ ...mine, ...confirmation, total: amount.optional() }),
    answer: z.object({ until: z.iso.datetime() }),
    limit: { hits: 60, per_seconds: 300 },
    refusals: CONFIRMATION_REFUSALS,
  }),
  enrolOneTimeCodes: endpoint('POST one-time-codes', {
    summary: 'Create a secret for an authenticator app (TOTP); inactive until confirmed with a code',
    lockedOut: true,
    body: z.object({ ...mine, ...credential }),
    answer: z.object({ secret: z.string().describe('Base32'), uri: z.string().describe('otpauth://') }),
    limit: CHANGES,
    refusals: [...CREDENTIAL_REFUSALS, 'one_time_codes_are_already_on'],
  }),
  confirmOneTimeCodes: endpoint('POST one-time-codes/confirm', {
    summary: 'Turn on one-time codes with a first code; returns recovery codes if there are none',
    lockedOut: true,
    body: z.object({ ...mine, otp }),
    answer: z.object({ recovery_codes: recoveryCodes }),
    limit: CHANGES,
    refusals: [
      'one_time_code_is_incorrect',
      'one_time_codes_are_already_on',
      'one_time_codes_are_not_on',
      'too_many_attempts',
    ],
  }),
  endOneTimeCodes: endpoint('POST one-time-codes/end', {
    summary: 'Turn off one-time codes, with a code or a recovery code',
    lockedOut: true,
    body: z.object({ ...mine, ...credential, otp }),
    answer: done,
    limit: CHANGES,
    refusals: [...CREDENTIAL_REFUSALS, 'one_time_code_is_incorrect', 'one_time_codes_are_not_on'],
  }),
  makeRecoveryCodes: endpoint('POST recovery-codes', {
    summary: 'Create ten new recovery codes; earlier ones become invalid',
    lockedOut: true,
    body: z.object({ ...mine, ...credential }),
    answer: z.object({ recovery_codes: recoveryCodes }),
    limit: CHANGES,
    refusals: CREDENTIAL_REFUSALS,
  }),
  newPasskey: endpoint('POST passkeys/new', {
    summary: 'Options for creating a passkey in the browser (WebAuthn)',
    lockedOut: true,
    body: z.object({ ...mine, ...credential }),
    answer: creationOptions,
    limit: CHANGES,
    refusals: [...CREDENTIAL_REFUSALS, 'passkeys_are_not_available', 'too_many_passkeys'],
  }),
  addPasskey: endpoint('POST passkeys', {
    summary: 'Add a passkey that the browser has created',
    lockedOut: true,
    body: z.object({ ...mine, name: passkeyName.optional(), credential: attestation }),
    answer: passkey,
    limit: CHANGES,
    refusals: [...PASSKEY_REFUSALS, 'too_many_passkeys'],
  }),
  renamePasskey: endpoint('POST passkeys/:passkey_id/rename', {
    summary: 'Rename a passkey',
    lockedOut: true,
    params: z.object({ passkey_id: id }),
    body: z.object({ ...mine, name: passkeyName }),
    answer: passkey,
    limit: CHANGES,
    refusals: ['passkey_is_unknown'],
  }),
  removePasskey: endpoint('POST passkeys/:passkey_id/remove', {
    summary: 'Remove a passkey',
    lockedOut: true,
    params: z.object({ passkey_id: id }),
    body: z.object({ ...mine, ...credential }),
    answer: done,
    limit: CHANGES,
    refusals: [...CREDENTIAL_REFUSALS, 'passkey_is_unknown'],
  }),
  confirmWithPasskey: endpoint('POST passkeys/confirm', {
    summary: 'Options for confirming an action with one of the member’s own passkeys',
    lockedOut: true,
    body: z.object(mine),
    answer: requestOptions,
    limit: { hits: 60, per_seconds: 300 },
    refusals: ['passkeys_are_not_available', 'passkey_is_unknown'],
  }),
  askPasskey: endpoint('POST passkeys/ask', {
    summary: 'Options for signing in, or for setting a new password, with any passkey of this site',
    auth: 'none',
    body: z.object({ purpose: z.enum(['sign_in', 'recover']) }),
    answer: requestOptions,
    limit: STRANGERS,
    refusals: ['passkeys_are_not_available'],
  }),
  signInWithPasskey: endpoint('POST auth/passkey', {
    summary: 'Sign in with a passkey',
    auth: 'none',
    body: z.object({ assertion }),
    answer: sessionAnswer,
    limit: STRANGERS,
    refusals: [...PASSKEY_REFUSALS, 'your_account_has_been_locked', 'a_new_password_is_needed'],
  }),
  recovery: endpoint('GET auth/recovery', {
    summary: 'The available methods to reset a password; the same for everybody',
    auth: 'none',
    answer: z.object({ mail: z.boolean(), passkey: z.boolean() }),
  }),
  recoverByCode: endpoint('POST auth/recovery/code', {
    summary: 'Set a new password with a recovery code; ends every session',
    auth: 'none',
    body: z.object({
      username: typedName,
      recovery_code: z
        .string({ error: 'recovery_code_is_required' })
        .trim()
        .min(1, 'recovery_code_is_required')
        .max(40, 'username_or_recovery_code_is_incorrect'),
      device_token: deviceToken.optional(),
      ...passwords,
    }),
    answer: done,
    limit: STRANGERS,
    refusals: [
      'username_or_recovery_code_is_incorrect',
      'your_account_has_been_locked',
      ...PASSWORD_REFUSALS,
      'too_many_attempts',
    ],
  }),
  recoverByPasskey: endpoint('POST auth/recovery/passkey', {
    summary: 'Set a new password with a passkey; ends every session',
    auth: 'none',
    body: z.object({ assertion, ...passwords }),
    answer: done,
    limit: STRANGERS,
    refusals: [...PASSKEY_REFUSALS, ...PASSWORD_REFUSALS],
  }),
  recoverByMail: endpoint('POST auth/recovery/mail', {
    summary:
      'Mail a link to set a new password, if there is such a member with an e-mail; the answer is always the same',
    auth: 'none',
    body: z.object({ username: typedName }),
    answer: done,
    limit: { hits: 20, per_seconds: 3600 },
    refusals: ['mail_is_not_available'],
  }),
  recoverByLink: endpoint('POST auth/recovery/link', {
    summary: 'Set a new password with a mailed link; ends every session',
    auth: 'none',
    body: z.object({ token: mailToken, ...passwords }),
    answer: done,
    limit: STRANGERS,
    refusals: ['link_is_not_valid', 'your_account_has_been_locked', ...PASSWORD_REFUSALS],
  }),
  changeEmail: endpoint('POST email', {
    summary: 'Mail a confirmation link to an address; it becomes the member’s once the link is opened',
    lockedOut: true,
    body: z.object({ ...mine, ...credential, email }),
    answer: done,
    limit: { hits: 10, per_seconds: 3600 },
    refusals: [...CREDENTIAL_REFUSALS, 'mail_is_not_available'],
  }),
  confirmEmail: endpoint('POST email/confirm', {
    summary: 'Confirm an address with the mailed link',
    auth: 'none',
    body: z.object({ token: mailToken }),
    answer: z.object({ email: z.string() }),
    limit: STRANGERS,
    refusals: ['link_is_not_valid', 'your_account_has_been_locked'],
  }),
  removeEmail: endpoint('POST email/remove', {
    summary: 'Remove the e-mail address',
    lockedOut: true,
    body: z.object({ ...mine, ...credential }),
    answer: done,
    limit: CHANGES,
    refusals: CREDENTIAL_REFUSALS,
  }),
  changePhone: endpoint('POST phone', {
    summary:
      'Change the phone number: where there is a sender of messages, once the code sent to the new one has confirmed it (`phone-codes/confirm`)',
    lockedOut: true,
    body: z.object({ ...mine, ...credential, phone }),
    answer: user.extend({
      phone_code: phoneCode.nullable().describe('the code on its way to the new number; null: it is changed'),
    }),
    limit: { hits: 20, per_seconds: 3600 },
    refusals: [...CREDENTIAL_REFUSALS, ...SEND_REFUSALS],
  }),
}
