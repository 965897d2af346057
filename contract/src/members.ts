import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money, locale } from './fields.ts'
import { id } from './ids.ts'
import { maybePhone, plainPhone } from './phones.ts'

/** Characters allowed in a name: letters, marks, digits, emoji (flags, skin tones, joiners), and ` . _ -` between them. */
const NAME = /^(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{RI}\p{EMod} ._-]|\u200d|\ufe0f)+$/u
/** At least one of these is required: a name of digits only could be mistaken for a phone number. */
const LETTER = /[\p{L}\p{Extended_Pictographic}\p{RI}]/u
/** Invisible characters, except those that join emoji: two names would look the same. */
const INVISIBLE = /(?!\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u

export const username = z
  .string({ error: 'username_is_required' })
  .max(200, 'username_is_invalid')
  .transform((name) => name.normalize('NFC').trim())
  .refine((name) => name.length > 0, 'username_is_required')
  .refine(
    (name) => name.length === 0 || (NAME.test(name) && LETTER.test(name) && !INVISIBLE.test(name)),
    'username_is_invalid',
  )
  .refine((name) => {
    const letters = [...new Intl.Segmenter('en').segment(name)].length
    return name.length === 0 || (letters >= 3 && letters <= 30 && name.length <= 120)
  }, 'username_has_wrong_length')

export const newPassword = z
  .string({ error: 'password_is_required' })
  .min(1, 'password_is_required')
  .min(8, 'password_must_have_at_least_8_characters')
  .max(256, 'password_is_too_long')

/** Why an account is locked; also the details of `your_account_has_been_locked`. */
export const memberLock = z.object({
  kind: z.enum(['conduct', 'security']),
  reason: z.string(),
  since: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe('of a security lock'),
  by_support_alone: z.boolean().describe('two operators have confirmed it, and only two end it'),
})
export type MemberLock = z.infer<typeof memberLock>

export const user = z.object({
  _id: id,
  username: z.string(),
  file: z.string().nullable().describe('avatar URL'),
  phone: z.string().describe('E.164'),
  account_balance: money.describe('available'),
  held_balance: money,
  level_id: id,
  code: z.string().describe('own invite code'),
  locale,
  member_since: z.iso.datetime(),
  listed_in_awards: z.boolean(),
  record: z.object({
    verified_orders: z.int().describe('orders with at least one verified visit, claimed or claimable'),
    level_orders: z.record(z.string(), z.int()).describe('how many of them count, by level; none if absent'),
    over_share: z.record(z.string(), z.int()).describe('left out, by level: beyond their advertiser’s share'),
    quality_percent: z.int().min(0).max(100).describe('share of their visits that were verified'),
    counted_visits: z.int().describe('of how many that is the share'),
  }),
  lock: memberLock.nullable(),
})
export type User = z.infer<typeof user>

export const deviceToken = z.string({ error: 'field_is_invalid' }).max(1000, 'field_is_invalid')

export const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user,
  device_token: z
    .string()
    .optional()
    .describe(
      'of signing in and registering: sent with the next sign-in, it lets this device through while others try passwords',
    ),
})

export const phone = z
  .string({ error: 'phone_is_required' })
  .overwrite(plainPhone)
  .min(1, 'phone_is_required')
  .max(40, 'phone_is_invalid')
  .refine((text) => text === '' || (text.match(/\p{Nd}/gu) ?? []).length >= 6, 'phone_is_invalid')

const saysPhoneAndLocale = (form: unknown): boolean => z.object({ phone, locale }).safeParse(form).success

export const registration = z
  .object({
    username,
    phone,
    password: newPassword,
    password_confirmation: z.string({ error: 'passwords_do_not_match' }).max(256, 'passwords_do_not_match'),
    code: z
      .string({ error: 'code_is_required' })
      .trim()
      .min(1, 'code_is_required')
      .max(40, 'the_introduction_code_is_not_correct'),
    terms: z.literal(true, { error: 'terms_must_be_agreed' }),
    locale: locale.optional(),
    challenge: z
      .string({ error: 'field_is_invalid' })
      .max(4000, 'field_is_invalid')
      .optional()
      .describe(
        'a solved `auth/challenge`: the base64 of the JSON `{ challenge, solution }`; only after `registration_waits` with `challenge` true',
      ),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: 'passwords_do_not_match',
    // Beside what else is wrong, so that everything is said at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine((form) => maybePhone(form.phone, form.locale!), {
    path: ['phone'],
    error: 'phone_is_invalid',
    when: ({ value }) => saysPhoneAndLocale(value),
  })

export const credentials = z.object({
  username: z
    .string({ error: 'username_is_required' })
    .trim()
    .min(1, 'username_is_required')
    .max(200, 'username_or_password_is_incorrect'),
  password: z
    .string({ error: 'password_is_required' })
    .min(1, 'password_is_required')
    .max(256, 'username_or_password_is_incorrect'),
  otp: z
    .string()
    .max(40, 'one_time_code_is_incorrect')
    .optional()
    .describe('a one-time code, or a recovery code, where the member has turned them on'),
  device_token: deviceToken.optional().describe('of an earlier sign-in on this device'),
})

/** A proof of work as altcha-lib makes it; https://altcha.org describes it for programs in other languages. */
export const registrationChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    data: z.object({
      purpose: z.string(),
      until: z.int().describe('seconds since 1970: valid until then'),
      attempts: z.int().describe('the counter is at most this'),
    }),
  }),
  signature: z.string(),
})
export type RegistrationChallenge = z.infer<typeof registrationChallenge>

/** Details of `registration_waits`. */
export const registrationWait = z.object({
  until: z.iso.datetime().describe('when the same request is accepted'),
  challenge: z.boolean().describe('whether a solved `auth/challenge` is accepted at once'),
  limit: z
    .enum(['address', 'code'])
    .describe('what is used up: too many from one address, or by one member’s code'),
})
export type RegistrationWait = z.infer<typeof registrationWait>

export const memberCalls = {
  challenge: endpoint('GET auth/challenge', {
    summary: 'A proof of work for `auth/register`, valid for ten minutes and once',
    auth: 'none',
    answer: registrationChallenge,
    limit: { hits: 120, per_seconds: 3600 },
  }),
  register: endpoint('POST auth/register', {
    summary: 'Register with an invite code',
    auth: 'none',
    body: registration,
    answer: sessionAnswer,
    // Above what registration allows itself: it bounds guesses of codes and names.
    limit: { hits: 240, per_seconds: 3600 },
    refusals: [
      'registration_waits',
      'username_or_phone_number_already_exists',
      'the_introduction_code_is_not_correct',
      'phone_is_invalid',
      'username_is_invalid',
      'username_mixes_scripts',
      'username_is_reserved',
      'password_is_too_common',
    ],
  }),
  login: endpoint('POST auth/login', {
    summary: 'Sign in with username or phone',
    auth: 'none',
    body: credentials,
    answer: sessionAnswer,
    limit: { hits: 60, per_seconds: 300 },
    refusals: [
      'username_or_password_is_incorrect',
      'your_account_has_been_locked',
      'a_new_password_is_needed',
      'one_time_code_is_required',
      'one_time_code_is_incorrect',
      'too_many_attempts',
    ],
  }),
  me: endpoint('GET auth/me', {
    summary: 'The signed-in member',
    answer: user,
  }),
  refresh: endpoint('POST auth/refresh-token', {
    summary: 'A new pair of tokens; a refresh token works once',
    auth: 'none',
    body: z.object({
      refresh_token: z
        .string({ error: 'refresh_token_is_invalid' })
        .min(1, 'refresh_token_is_invalid')
        .max(400, 'refresh_token_is_invalid'),
    }),
    answer: sessionAnswer,
    refusals: ['refresh_token_is_invalid', 'your_account_has_been_locked'],
  }),
  logout: endpoint('POST auth/logout', {
    summary: 'End this session',
    answer: z.object({ ended: z.boolean() }),
  }),
  sessions: endpoint('GET sessions', {
    summary: 'Open sessions',
    answer: z.object({
      list: z.array(
        z.object({
          _id: id,
          device: z.string().describe('browser and system, roughly; empty when unknown'),
          created_at: z.iso.datetime(),
          last_used_at: z.iso.datetime(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSessions: endpoint('POST sessions/end', {
    summary:
      'End one session, all others, or with `everywhere` all of them, this one too; only ending this one alone needs no confirmation',
    body: z.object({
      user_id: id,
      session_id: id.optional(),
      everywhere: z.literal(true, { error: 'field_is_invalid' }).optional(),
    }),
    answer: z.object({ ended: z.int() }),
    refusals: ['confirmation_is_required'],
  }),
  viewer: endpoint('POST viewer', {
    summary: 'The member; with current_password and password, changes the password and ends other sessions',
    lockedOut: true,
    body: z.object({
      user_id: id,
      current_password: z.string().max(256, 'current_password_is_incorrect').optional(),
      password: newPassword.optional(),
      password_confirmation: z.string().max(256).optional().describe('checked when given'),
      listed_in_awards: z.boolean().optional(),
      locale: locale.optional(),
    }),
    answer: user,
    refusals: [
      'current_password_is_incorrect',
      'passwords_do_not_match',
      'password_is_too_common',
      'too_many_attempts',
    ],
  }),
  updateBalance: endpoint('POST update-balance', {
    summary: 'For older clients: returns the actual balance and changes nothing',
    body: z.object({ user_id: id, account_balance: z.unknown().optional() }),
    answer: z.object({ account_balance: money }),
  }),
}
