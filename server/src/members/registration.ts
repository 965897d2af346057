// Who may register now: limits of an address and of a member's code (decision 077). Codes of the house are limited in
// themselves; one with lifted limits, as for a school, frees its people of the limits of their address.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { registration, type RegistrationWait } from '@fairturn/contract/members'
import { refuseCommonPassword } from '../platform/credentials/common-passwords.ts'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { isInNetworks, siteNetwork, type Pseudonyms, pseudonymsOf } from '../platform/http/address.ts'
import { refuse, Refusal, refuseField, refuseTogether } from '../platform/http/refusal.ts'
import { type Challenges, spendChallenge } from './challenges.ts'
import type { MembersHooks } from './members.hooks.ts'
import {
  type Code,
  findCode,
  type NewMember,
  refuseTaken,
  registerMember,
  type RegisteredMember,
} from './members.ts'
import { refuseMisleadingName } from './misleading-names.ts'
import { readPhone } from './names.ts'
import * as store from './registration.store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Of a hash as it is stored. */
const HASH_BYTES = 16
/** What counts as at once. */
const AT_ONCE_MS = 10 * MINUTE_MS
const MAX_AT_ONCE = 3
const MAX_A_DAY = 5
/** With a solved challenge. */
const MAX_A_DAY_WITH_WORK = 30
/** Thousands share an address of a mobile operator (CGNAT). */
const MOBILE_FACTOR = 20
const WEEK_MS = 7 * DAY_MS
const MAX_INVITED_A_WEEK = 5
const MONTH_MS = 30 * DAY_MS
const MAX_INVITED_A_MONTH = 20

export interface RegistrationContext {
  readonly database: Database
  readonly hooks: MembersHooks
  readonly challenges: Challenges
  readonly secret: string
}

/** Of one customer of a provider: an IPv4 address, or an IPv6 /56. */
function addressHashes(secret: string, address: string, at: Date): Pseudonyms {
  const { today, yesterday } = pseudonymsOf(secret, at, 'registration', siteNetwork(address))
  return { today: today.subarray(0, HASH_BYTES), yesterday: yesterday.subarray(0, HASH_BYTES) }
}

interface Request {
  readonly member: Omit<NewMember, 'passwordHash'> & { readonly invite_code: string }
  readonly address: string
  /** As sent: a solved challenge. */
  readonly challenge: string | undefined
}

/** What of a registration has been typed so that it can be checked; `phone` as typed. */
interface TypedFields {
  readonly username?: string | undefined
  readonly phone?: string | undefined
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly locale: Locale
  readonly unconfirmed_blocks: boolean
}

/**
 * Refuses every field at once that the schema cannot judge. Whether a name or phone is taken is said beside the others only
 * with a right code, since it would tell anybody who is here (decision 116).
 */
export async function refuseFieldsOf(
  { database, hooks }: Pick<RegistrationContext, 'database' | 'hooks'>,
  { username, password, code, locale, unconfirmed_blocks, ...typed }: TypedFields,
): Promise<void> {
  const now = database.clock.now()
  const phone = typed.phone === undefined ? undefined : readPhone(typed.phone, locale)
  await refuseTogether([
    async () => {
      if (typed.phone !== undefined && phone === undefined) throw refuseField('phone_is_invalid', 'phone')
    },
    async () => {
      if (username !== undefined) refuseMisleadingName(username, await hooks.siteTitle(database))
    },
    async () => {
      const subject = { username: username ?? '', phone: phone ?? '' }
      if (password !== undefined) await refuseCommonPassword(password, subject)
    },
    async () => {
      if (code === undefined) return
      await enforceCode(database, code, now)
      await refuseTaken(database, { username, phone, unconfirmed_blocks })
    },
  ])
}

/** What the schema accepts of each field of a body that it refuses as a whole. */
export function typedFields(sent: object): Omit<TypedFields, 'locale' | 'unconfirmed_blocks'> {
  const { username, phone, password, code } = registration.shape
  const fields = sent as Readonly<Record<string, unknown>>
  return {
    username: username.safeParse(fields['username']).data,
    phone: phone.safeParse(fields['phone']).data,
    password: password.safeParse(fields['password']).data,
    code: code.safeParse(fields['code']).data,
  }
}

/** Refuses `the_introduction_code_is_not_correct`, on its field. */
async function enforceCode(on: Queryable, invite_code: string, now: Date): Promise<void> {
  await findCode(on, invite_code, now).catch((refused: unknown) => {
    throw refused instanceof Refusal ? refuseField(refused.code, 'code') : refused
  })
}

/**
 * Early refusals after those of the fields, so that no password is hashed in vain: `the_introduction_code_is_not_correct`
 * and `registration_waits`.
 */
export async function refuseUnregistrable(context: RegistrationContext, request: Request): Promise<void> {
  const { database } = context
  const now = database.clock.now()
  const code = await findCode(database, request.member.invite_code, now)
  await enforceCodeLimits(database, context, code, now)
  const wait = await addressWait(database, context, request, code, now)
  const solved =
    wait?.challenge === true && (await context.challenges.read(now, request.challenge)) !== undefined
  if (wait !== undefined && !solved) throw refuse('registration_waits', { ...wait })
}

/** Registers in this transaction. Refuses as refuseUnregistrable does; a challenge is spent only if it was needed. */
export async function register(
  tx: Tx,
  context: RegistrationContext,
  { passwordHash, ...request }: Request & Pick<NewMember, 'passwordHash'>,
): Promise<RegisteredMember> {
  const code = await findCode(tx, request.member.invite_code, tx.now)
  if (!liftsLimits(code)) {
    const { today, yesterday } = addressHashes(context.secret, request.address, tx.now)
    await store.lockAddress.all(tx, { address_hash: today, hash_before: yesterday })
    const wait = await addressWait(tx, context, request, code, tx.now)
    if (wait !== undefined && !(wait.challenge && (await spend(tx, context, request.challenge))))
      throw refuse('registration_waits', { ...wait })
    await store.insertRegistration.all(tx, {
      registration_id: newId(tx.now),
      address_hash: today,
      now: tx.now,
    })
  }
  if ('inviter_id' in code) await store.lockInviter.all(tx, { member_id: code.inviter_id })
  await enforceCodeLimits(tx, context, code, tx.now)
  return await registerMember(tx, { ...request.member, passwordHash })
}

const liftsLimits = (code: Code): boolean => 'invitation_id' in code && code.lifts_limits

async function spend(
  tx: Tx,
  { challenges }: RegistrationContext,
  sent: string | undefined,
): Promise<boolean> {
  const solved = await challenges.read(tx.now, sent)
  return solved !== undefined && (await spendChallenge(tx, solved))
}

/** Why this address has to wait; undefined if it has not. */
async function addressWait(
  on: Queryable,
  { hooks, secret }: RegistrationContext,
  { address }: Request,
  code: Code,
  now: Date,
): Promise<RegistrationWait | undefined> {
  if (liftsLimits(code)) return undefined
  const factor = isInNetworks(address, await hooks.mobileNetworks(on)) ? MOBILE_FACTOR : 1
  const { today: address_hash, yesterday: hash_before } = addressHashes(secret, address, now)
  const since = new Date(now.getTime() - DAY_MS)
  const most = MAX_A_DAY_WITH_WORK * factor
  const rows = await store.selectOfAddress.all(on, { address_hash, hash_before, since, most })
  const withWork = freeAt(rows, most, DAY_MS)
  if (withWork > now) return { until: withWork.toISOString(), challenge: false, limit: 'address' }
  const free = Math.max(
    freeAt(rows, MAX_AT_ONCE * factor, AT_ONCE_MS).getTime(),
    freeAt(rows, MAX_A_DAY * factor, DAY_MS).getTime(),
  )
  if (free <= now.getTime()) return undefined
  return { until: new Date(free).toISOString(), challenge: true, limit: 'address' }
}

/** When fewer than `most` of the rows, newest first, are younger than that. */
function freeAt(rows: readonly { created_at: Date }[], most: number, windowMs: number): Date {
  const last = rows[most - 1]
  return new Date(last === undefined ? 0 : last.created_at.getTime() + windowMs)
}

/**
 * A member's own code brings five in a week until an order of somebody whom it brought in these 30 days was reviewed and paid
 * by a person; never more than twenty in 30 days.
 */
async function enforceCodeLimits(
  on: Queryable,
  { hooks }: RegistrationContext,
  code: Code,
  now: Date,
): Promise<void> {
  if (!('inviter_id' in code)) return
  const since = new Date(now.getTime() - MONTH_MS)
  const ofCode = { member_id: code.inviter_id, since, most: MAX_INVITED_A_MONTH }
  const rows = await store.selectOfInviter.all(on, ofCode)
  const month = freeAt(rows, MAX_INVITED_A_MONTH, MONTH_MS)
  const week = freeAt(rows, MAX_INVITED_A_WEEK, WEEK_MS)
  const waitsWeek =
    week > now &&
    !(await hooks.anyPaidByPerson(
      on,
      rows.map(({ id }) => id),
    ))
  const until = Math.max(month.getTime(), waitsWeek ? week.getTime() : 0)
  if (until <= now.getTime()) return
  const wait: RegistrationWait = { until: new Date(until).toISOString(), challenge: false, limit: 'code' }
  throw refuse('registration_waits', { ...wait })
}
