// Staff: setup, sign-in to the back office, one's own credentials and sessions, and other operators.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cursor, id } from '../ids.ts'
import {
  assertion,
  attestation,
  creationOptions,
  otp,
  passkey,
  passkeyName,
  requestOptions,
} from '../security.ts'
import { reason } from './approvals.ts'
import { csvFile, sortBy } from './lists.ts'
import { may, SIDES, STAFF_ROLES } from './roles.ts'

const staffRole = z.enum(STAFF_ROLES, { error: 'field_is_invalid' })

const side = z.enum(SIDES, { error: 'field_is_invalid' })
/** `next`: approved by two, counts from `from`. */
const sides = {
  side: side.nullable().describe('in: brings money in; out: sends it out; null: moves none'),
  next_side: z.object({ side, from: z.iso.datetime() }).nullable().describe('what it changes to, and when'),
}

const staffPassword = z
  .string({ error: 'password_is_required' })
  .min(1, 'password_is_required')
  .min(12, 'password_must_have_at_least_12_characters')
  .max(256, 'password_is_too_long')

const staffName = z
  .string({ error: 'operator_name_is_invalid' })
  .regex(/^[a-z][a-z0-9.-]{2,29}$/, 'operator_name_is_invalid')

/** The signed-in operator. */
export const operator = z.object({
  _id: id,
  username: z.string(),
  role: staffRole,
  ...sides,
  confirmed_at: z.iso
    .datetime()
    .describe('last proved that it is they; calls that move money want 5 minutes'),
  expires_at: z.iso.datetime().describe('the session is over by then, or after 30 minutes of nothing'),
})

/** Either a passkey, or the password and a one-time code. */
const proofs = {
  password: z.string().max(256, 'username_or_password_is_incorrect').optional(),
  otp: otp.optional(),
  assertion: assertion.optional(),
}

const codeHalf = z.string({ error: 'setup_code_is_not_valid' }).trim().max(60, 'setup_code_is_not_valid')
const setup = { first_code: codeHalf, second_code: codeHalf }
const STRANGERS = { hits: 60, per_seconds: 300 }
const SIGN_IN = [
  'username_or_password_is_incorrect',
  'one_time_code_is_required',
  'one_time_code_is_incorrect',
  'passkey_was_not_accepted',
  'passkey_request_has_expired',
  'passkeys_are_not_available',
  'too_many_attempts',
] as const

export const COLLEAGUE_STATUSES = ['active', 'invited', 'disabled'] as const
export const colleague = z.object({
  _id: id,
  username: z.string(),
  role: staffRole,
  ...sides,
  state: z.enum(COLLEAGUE_STATUSES).describe('invited: is to set up, for the first time or again'),
  invited_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})

/** One half of a setup code; the other goes to the approver, so that neither can set up the colleague's account alone. */
const proposed = z.object({
  proposal_id: id,
  first_code: z
    .string()
    .describe('for the colleague alone; shown this once, valid once a colleague approves'),
})

const params = z.object({ operator_id: id })
const staffChange = { auth: 'staff', roles: may.change_staff, recent: true } as const
const own = { auth: 'staff', roles: may.everybody } as const

export const staffCalls = {
  beginSetup: endpoint('POST backoffice/auth/setup', {
    summary:
      'What a new colleague needs to set up: a secret for an authenticator app, and options for a passkey',
    auth: 'none',
    body: z.object(setup),
    answer: z.object({
      username: z.string(),
      role: staffRole,
      one_time: z.object({ secret: z.string(), uri: z.string().describe('otpauth://, as a QR code') }),
      passkey: creationOptions.nullable().describe('null where passkeys do not work at this address'),
    }),
    limit: STRANGERS,
    refusals: ['setup_code_is_not_valid'],
  }),
  finishSetup: endpoint('POST backoffice/auth/setup/finish', {
    summary: 'Set a password with an authenticator app, or a passkey, and sign in; consumes the code',
    auth: 'none',
    body: z.object({
      ...setup,
      password: staffPassword,
      otp: otp.optional(),
      credential: attestation.optional(),
    }),
    answer: operator,
    limit: STRANGERS,
    refusals: [
      'setup_code_is_not_valid',
      'second_proof_is_required',
      'password_is_too_common',
      'one_time_code_is_incorrect',
      'passkey_was_not_accepted',
      'passkey_request_has_expired',
      'passkeys_are_not_available',
    ],
  }),
  passkeyOptions: endpoint('POST backoffice/auth/passkey-options', {
    summary: 'Options for signing in with a passkey (WebAuthn)',
    auth: 'none',
    answer: requestOptions,
    limit: STRANGERS,
    refusals: ['passkeys_are_not_available'],
  }),
  login: endpoint('POST backoffice/auth/login', {
    summary:
      'Sign in with username, password and a code, or with a passkey; the answer sets the session’s cookie',
    auth: 'none',
    body: z.object({
      username: z.string().max(60, 'username_or_password_is_incorrect').optional(),
      ...proofs,
    }),
    answer: operator,
    limit: STRANGERS,
    refusals: SIGN_IN,
  }),
  me: endpoint('GET backoffice/auth/me', {
    summary: 'The signed-in operator',
    ...own,
    answer: operator,
  }),
  confirmOptions: endpoint('POST backoffice/auth/confirm-options', {
    summary: 'Options for confirming with a passkey (WebAuthn)',
    ...own,
    answer: requestOptions,
    refusals: ['passkeys_are_not_available'],
  }),
  confirm: endpoint('POST backoffice/auth/confirm', {
    summary:
      'Confirm with credentials again; for 5 minutes, calls that require a recent confirmation are accepted',
    ...own,
    body: z.object(proofs),
    answer: operator,
    refusals: SIGN_IN,
  }),
  logout: endpoint('POST backoffice/auth/logout', {
    summary: 'End this session of the back office',
    ...own,
    answer: z.object({ ended: z.boolean() }),
  }),
  sessions: endpoint('GET backoffice/auth/sessions', {
    summary: 'The operator’s open sessions, latest use first',
    ...own,
    answer: z.object({
      list: z.array(
        z.object({
          _id: id,
          device: z.string(),
          created_at: z.iso.datetime(),
          last_used_at: z.iso.datetime(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSessions: endpoint('POST backoffice/auth/sessions/end', {
    summary: 'End one of the operator’s sessions, or all others',
    ...own,
    body: z.object({ session_id: id.optional() }),
    answer: z.object({ ended: z.int() }),
  }),
  changePassword: endpoint('POST backoffice/auth/password', {
    summary: 'Change the operator’s password; other sessions end',
    ...own,
    recent: true,
    body: z.object({ password: staffPassword }),
    answer: z.object({ changed: z.boolean() }),
    refusals: ['password_is_too_common'],
  }),
  passkeys: endpoint('GET backoffice/auth/passkeys', {
    summary: 'The operator’s passkeys, and whether an authenticator app is set up',
    ...own,
    answer: z.object({ list: z.array(passkey), one_time_codes: z.boolean() }),
  }),
  newPasskey: endpoint('POST backoffice/auth/passkeys/new', {
    summary: 'Options for creating a passkey (WebAuthn)',
    ...own,
    recent: true,
    answer: creationOptions,
    refusals: ['passkeys_are_not_available', 'too_many_passkeys'],
  }),
  addPasskey: endpoint('POST backoffice/auth/passkeys', {
    summary: 'Add a passkey that the browser has created',
    ...own,
    recent: true,
    body: z.object({ credential: attestation, name: passkeyName.optional() }),
    answer: passkey,
    refusals: [
      'passkey_was_not_accepted',
      'passkey_request_has_expired',
      'passkeys_are_not_available',
      'too_many_passkeys',
    ],
  }),
  removePasskey: endpoint('POST backoffice/auth/passkeys/:passkey_id/remove', {
    summary: 'Remove a passkey; the last second factor cannot be removed',
    ...own,
    recent: true,
    params: z.object({ passkey_id: id }),
    answer: z.object({ removed: z.boolean() }),
    refusals: ['passkey_is_unknown', 'last_proof_must_stay'],
  }),

  sides: endpoint('GET backoffice/sides', {
    summary: 'Who brings money in and who sends it out: whom the work of each side waits for',
    ...own,
    answer: z.object({
      in: z.array(z.string()),
      out: z.array(z.string()),
      none: z.array(z.string()).describe('whose role moves money, but who has no side yet'),
    }),
  }),
  list: endpoint('GET backoffice/staff', {
    summary: 'All operators, by name by default',
    auth: 'staff',
    roles: may.read_staff,
    query: z.object({
      role: staffRole.optional(),
      state: z.enum(COLLEAGUE_STATUSES, { error: 'field_is_invalid' }).optional(),
      sort: sortBy('username', 'role', 'created_at'),
      cursor,
    }),
    answer: z.object({ list: z.array(colleague), cursor: z.string().nullable() }),
  }),
  invite: endpoint('POST backoffice/staff/invite', {
    summary:
      'Propose a new colleague; once another owner approves, both halves of the set-up code let them in',
    ...staffChange,
    body: z.object({ username: staffName, role: staffRole, side: side.optional(), reason }),
    answer: proposed,
    refusals: ['operator_name_is_taken', 'side_is_required', 'reason_is_required'],
  }),
  changeRole: endpoint('POST backoffice/staff/:operator_id/role', {
    summary: 'Propose another role for an operator, or the return of a disabled one',
    ...staffChange,
    params,
    body: z.object({
      role: staffRole,
      side: side
        .optional()
        .describe('needed for a first role that moves money; it stays when the role changes'),
      reason,
    }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'operator_is_unknown',
      'nobody_decides_about_themselves',
      'side_is_required',
      'operator_has_a_side',
      'reason_is_required',
    ],
  }),
  changeSide: endpoint('POST backoffice/staff/:operator_id/side', {
    summary:
      'Propose the other side for an operator: counts seven days after another owner approves; a first side at once',
    ...staffChange,
    params,
    body: z.object({ side, reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'operator_is_unknown',
      'operator_has_changed',
      'nobody_decides_about_themselves',
      'reason_is_required',
    ],
  }),
  recover: endpoint('POST backoffice/staff/:operator_id/recover', {
    summary: 'Propose a new setup for an operator who has lost the password or the second factor',
    ...staffChange,
    params,
    body: z.object({ reason }),
    answer: proposed,
    refusals: ['operator_is_unknown', 'nobody_decides_about_themselves', 'reason_is_required'],
  }),
  disable: endpoint('POST backoffice/staff/:operator_id/disable', {
    summary:
      'Propose to disable an operator; once another owner approves, their sessions end and their open proposals are void',
    ...staffChange,
    params,
    body: z.object({ reason }),
    answer: z.object({ proposal_id: id }),
    refusals: [
      'this_is_proposed_already',
      'operator_is_unknown',
      'operator_has_changed',
      'nobody_decides_about_themselves',
      'there_must_be_an_owner',
      'reason_is_required',
    ],
  }),
  endSessionsOf: endpoint('POST backoffice/staff/:operator_id/sessions/end', {
    summary:
      'End every session of an operator; a colleague’s once in 30 days, a further time is proposed to another owner',
    ...staffChange,
    params,
    body: z.object({ reason }),
    answer: z.object({
      ended: z.int(),
      proposal_id: id.nullable().describe('another owner must approve; until then nothing has ended'),
    }),
    refusals: ['this_is_proposed_already', 'operator_is_unknown', 'reason_is_required'],
  }),
}

export const staffFiles = {
  exportStaff: csvFile(staffCalls.list, 'Everybody of staff'),
}
