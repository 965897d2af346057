// Codes that confirm a member's phone number: six digits, made, stored as a keyed hash and checked here; a sender only
// carries them (phone-sender.ts). A number that nobody has confirmed blocks nobody: whoever confirms it has it.
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import type { PhoneCode } from '@fairturn/contract/phone-codes'
import type { Database, Queryable, Tx } from '../platform/database/database.ts'
import { homeNetwork, isLoopback, pseudonymsOf } from '../platform/http/address.ts'
import { refuse, refuseField, type Refusal } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { noticeText } from '../platform/texts/notices.ts'
import { setPhone } from './contact.ts'
import { alarmPhoneCodes } from './members.jobs.ts'
import type { MemberRow } from './members.store.ts'
import { isOfPerson } from './names.ts'
import * as store from './phone-codes.store.ts'
import type { Delivery, PhoneCodes } from './phone-sender.ts'

const DIGITS = 6
const CODE_TTL_MS = 10 * 60_000
const MAX_ATTEMPTS = 5
const PAUSE_MS = 60_000
const DAY_MS = 24 * 3_600_000
const MAX_A_NUMBER = 5
const MAX_A_NETWORK = 10
/** A sender that has failed for so long is treated as if there were none. */
const FAILS_MS = 3_600_000
/** Afterwards somebody is asked again: otherwise nobody would notice that it works. */
const ASK_AGAIN_MS = 10 * 60_000

/** What makes codes and sends them. `secrets`: the current one first. */
export interface CodeContext {
  readonly database: Database
  readonly secrets: readonly string[]
  readonly sender: PhoneCodes
  readonly siteTitle: (on: Queryable) => Promise<string>
}

export interface CodeRequest {
  readonly member_id: string
  /** E.164: the member's own, or the new one, whose change a credential has confirmed. */
  readonly phone: string
  readonly is_change: boolean
  readonly address: string
  readonly locale: Locale
}

/**
 * Sends a code. Refuses `phone_is_invalid`, `username_or_phone_number_already_exists`, `phone_code_was_just_sent`,
 * `too_many_phone_codes`, `phone_code_could_not_be_sent` and `phone_cannot_be_reached`.
 */
export async function sendCode(context: CodeContext, request: CodeRequest): Promise<PhoneCode> {
  const { database, sender } = context
  const { phone, locale } = request
  if (!isOfPerson(phone)) throw refuseField('phone_is_invalid', 'phone')
  const reserved = await database.transaction((tx) => reserveCode(tx, context, request))
  if ('refusal' in reserved) throw reserved.refusal
  const { code_id, code, now } = reserved
  const site = await context.siteTitle(database)
  const delivery = await sender.send({
    id: code_id,
    to: phone,
    text: noticeText('phone_code_text', locale, { site, code }),
    language: LANGUAGES[locale].tag,
  })
  await recordDelivery(database, code_id, delivery)
  if (delivery === 'unreachable') throw refuseField('phone_cannot_be_reached', 'phone')
  if (delivery !== 'sent') throw refuse('phone_code_could_not_be_sent')
  return {
    until: new Date(now.getTime() + CODE_TTL_MS).toISOString(),
    again_at: new Date(now.getTime() + PAUSE_MS).toISOString(),
    phone,
    ...(sender.onScreen && { code }),
  }
}

type Reserved =
  | { readonly code_id: string; readonly code: string; readonly now: Date }
  | { readonly refusal: Refusal }

/** Counts the code before it is sent, so that concurrent requests count too; a refusal by the daily total is kept. */
async function reserveCode(tx: Tx, context: CodeContext, request: CodeRequest): Promise<Reserved> {
  const { member_id, phone, address, is_change } = request
  const { sender, secrets } = context
  const [secret] = secrets as [string]
  const { today: network_hash, yesterday: hash_before } = pseudonymsOf(
    secret,
    tx.now,
    'phone-code',
    homeNetwork(address),
  )
  await store.lockCounting.all(tx)
  const { taken } = await store.selectPhoneTaken.one(tx, { member_id, phone, unconfirmed: false })
  if (taken) throw refuse('username_or_phone_number_already_exists')
  const since = new Date(tx.now.getTime() - DAY_MS)
  const counts = await store.countCodes.one(tx, { member_id, phone, network_hash, hash_before, since })
  enforceLimits(counts, tx.now, sender.onScreen && isLoopback(address))
  const code_id = newId(tx.now)
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const within = counts.total < sender.aDay
  await store.insertCode.all(tx, {
    code_id,
    member_id,
    phone,
    is_change,
    network_hash,
    code_hash: keyed(secret, `code ${code_id} ${code}`),
    status: within ? 'sending' : 'failed',
    now: tx.now,
    expires_at: new Date(tx.now.getTime() + CODE_TTL_MS),
  })
  if (within) return { code_id, code, now: tx.now }
  await enqueue(tx, alarmPhoneCodes, { about: 'used_up', at: tx.now.toISOString() })
  return { refusal: refuse('phone_code_could_not_be_sent') }
}

/** `any_network`: a demo's own machine, from which all its members come. */
function enforceLimits(counts: store.CodeCounts, now: Date, anyNetwork: boolean): void {
  const { last_at, of_number, oldest_of_number, of_network, oldest_of_network } = counts
  const until = (from: Date | null, ms: number) => ({ until: new Date(from!.getTime() + ms).toISOString() })
  if (of_number >= MAX_A_NUMBER) throw refuse('too_many_phone_codes', until(oldest_of_number, DAY_MS))
  if (of_network >= MAX_A_NETWORK && !anyNetwork)
    throw refuse('too_many_phone_codes', until(oldest_of_network, DAY_MS))
  if (last_at !== null && last_at.getTime() + PAUSE_MS > now.getTime())
    throw refuse('phone_code_was_just_sent', until(last_at, PAUSE_MS))
}

/** Raises an alarm once the sender has failed for an hour. */
async function recordDelivery(database: Database, code_id: string, status: Delivery): Promise<void> {
  await database.transaction(async (tx) => {
    await store.updateSent.all(tx, { code_id, status })
    if ((status === 'failed' || status === 'timed_out') && (await senderFails(tx, tx.now)))
      await enqueue(tx, alarmPhoneCodes, { about: 'sender_fails', at: tx.now.toISOString() })
  })
}

/** Whether nothing was sent for an hour although somebody asked, the last time a few minutes ago. */
export async function senderFails(on: Queryable, now: Date): Promise<boolean> {
  const { since, latest_at } = await store.selectFailures.one(on)
  if (since === null || latest_at === null) return false
  return now.getTime() - since.getTime() >= FAILS_MS && now.getTime() - latest_at.getTime() < ASK_AGAIN_MS
}

/** Whether numbers can be confirmed at present. */
export const codesAreSent = async (
  on: Queryable,
  sender: PhoneCodes | undefined,
  now: Date,
): Promise<boolean> => sender !== undefined && !(await senderFails(on, now))

/**
 * For taking an order, and nothing else. Refuses `phone_is_not_confirmed`; without a sender, or while it fails, nobody is
 * refused.
 */
export async function requireConfirmedPhone(
  tx: Tx,
  member: Pick<MemberRow, 'phone_confirmed_at'>,
  sender: PhoneCodes | undefined,
): Promise<void> {
  if (member.phone_confirmed_at === null && (await codesAreSent(tx, sender, tx.now)))
    throw refuse('phone_is_not_confirmed')
}

export type Confirmed = 'confirmed' | 'changed'

/**
 * Confirms the number of the latest code; with a code for a change it becomes the member's. Refuses
 * `phone_code_is_incorrect`, `phone_code_has_expired` (used, replaced or tried five times, too) and
 * `username_or_phone_number_already_exists`. A wrong try is counted although it is refused.
 */
export async function confirmCode(
  { database, secrets }: Pick<CodeContext, 'database' | 'secrets'>,
  transaction: Database['transaction'],
  { member_id, code: typed }: { member_id: string; code: string },
): Promise<Confirmed> {
  const now = database.clock.now()
  const tried = await store.countTry.maybe(database, { member_id, now, max_attempts: MAX_ATTEMPTS })
  if (tried === undefined) throw refuseField('phone_code_has_expired', 'code')
  const { code_id, code_hash, phone, is_change, tries } = tried
  const code = typed.replace(/[\s-]/g, '')
  const isRight = secrets.some((secret) =>
    timingSafeEqual(code_hash, keyed(secret, `code ${code_id} ${code}`)),
  )
  if (!isRight)
    throw tries < MAX_ATTEMPTS
      ? refuseField('phone_code_is_incorrect', 'code')
      : refuseField('phone_code_has_expired', 'code')
  return await transaction(async (tx) => {
    if ((await store.markUsed.maybe(tx, { code_id })) === undefined)
      throw refuseField('phone_code_has_expired', 'code')
    await store.lockPhone.all(tx, { phone })
    const { taken } = await store.selectPhoneTaken.one(tx, { member_id, phone, unconfirmed: false })
    if (taken) throw refuse('username_or_phone_number_already_exists')
    if (is_change) await setPhone(tx, member_id, phone, { confirmed: true, unconfirmed_blocks: false })
    else if ((await store.confirmPhone.maybe(tx, { member_id, phone, now: tx.now })) === undefined)
      throw refuseField('phone_code_has_expired', 'code')
    return is_change ? 'changed' : 'confirmed'
  })
}

function keyed(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairturn phone code 1', 32))
  return createHmac('sha256', key).update(text).digest()
}
