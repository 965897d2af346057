// "Is this you?": each mail and push message about an account carries a code of its own, by which anybody can check that it is
// ours (decision 119). Only a keyed hash of it is stored, in two parts: the row is found by the selector, and the verifier
// is compared in constant time (message-codes.test.ts).
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AnswerOf } from '@fairturn/contract/endpoint'
import type { NoticeChannel } from '@fairturn/contract/notices'
import {
  MESSAGE_CODE_LENGTH,
  MESSAGE_CODE_SYMBOLS,
  type MessageSubject,
  readMessageCode,
  type verifyCalls,
} from '@fairturn/contract/verify'
import { maskName } from '../members/members.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import * as store from './message-codes.store.ts'

const CODE_BYTES = 5
const SELECTOR_BYTES = 8
const VERIFIER_BYTES = 16
const CODE_TTL_MS = 90 * 24 * 3_600_000
const MAX_ATTEMPTS = 3
const BITS_PER_SYMBOL = 5n

/** Whose account a message is about, and what. */
export interface MessageAbout {
  readonly member_id: string
  readonly subject: MessageSubject
}

/** Makes the code of one message and stores its hash; undefined if the account is closed, to which nothing is sent. */
export async function createMessageCode(
  database: Database,
  secret: string,
  { member_id, subject, channel }: MessageAbout & { readonly channel: NoticeChannel },
): Promise<string | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const code = newCode()
    const sent_at = database.clock.now()
    const row = { ...hashCode(secret, code), member_id, channel, subject, sent_at }
    if ((await store.insertMessageCode.maybe(database, row)) !== undefined)
      return `${code.slice(0, 4)}-${code.slice(4)}`
  }
  return undefined
}

type Answer = AnswerOf<typeof verifyCalls.message>

/**
 * Whether a message is from us, by what was typed of its code; with `member_id`, whether it was written to this member.
 * Unknown, expired and malformed codes take the same way. What is answered no is counted.
 */
export async function verifyMessage(
  database: Database,
  secrets: readonly string[],
  { pasted, member_id }: { readonly pasted: string; readonly member_id: string | undefined },
): Promise<Answer> {
  const at = database.clock.now()
  const found = await findMessage(database, secrets, readMessageCode(pasted) ?? '', at)
  if (found !== undefined && (member_id === undefined || member_id === found.member_id)) {
    const { username, channel, subject, sent_at } = found
    const message = { username: maskName(username), channel, subject, sent_at: sent_at.toISOString() }
    return { verdict: 'from_us', message }
  }
  const verdict = found === undefined ? 'not_from_us' : 'not_to_you'
  await store.insertMessageCheck.all(database, { at, verdict })
  return { verdict, message: null }
}

const NO_VERIFIER = Buffer.alloc(VERIFIER_BYTES)

async function findMessage(on: Queryable, secrets: readonly string[], code: string, at: Date) {
  const hashes = secrets.map((secret) => hashCode(secret, code))
  const rows = await store.selectMessageCodes.all(on, {
    selectors: hashes.map(({ selector }) => selector),
    after: new Date(at.getTime() - CODE_TTL_MS),
  })
  // Without a row as many bytes are compared as with one.
  const verifiers = rows.length > 0 ? rows.map(({ verifier }) => verifier) : [NO_VERIFIER]
  const equal = verifiers.map(
    (stored) => hashes.filter(({ verifier }) => timingSafeEqual(stored, verifier)).length > 0,
  )
  return rows[equal.indexOf(true)]
}

/** Deletes codes that have expired. For a scheduled job. */
export async function deleteExpiredMessageCodes(on: Queryable, now: Date): Promise<void> {
  await store.deleteMessageCodesBefore.all(on, { before: new Date(now.getTime() - CODE_TTL_MS) })
}

/** Eight symbols of 40 random bits. */
function newCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let code = ''
  for (let i = 0; i < MESSAGE_CODE_LENGTH; i++) {
    code = MESSAGE_CODE_SYMBOLS[Number(bits % BigInt(MESSAGE_CODE_SYMBOLS.length))]! + code
    bits >>= BITS_PER_SYMBOL
  }
  return code
}

function hashCode(secret: string, code: string): { selector: Buffer; verifier: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairturn message code 1', 32))
  const mac = createHmac('sha256', key).update(code).digest()
  return {
    selector: mac.subarray(0, SELECTOR_BYTES),
    verifier: mac.subarray(SELECTOR_BYTES, SELECTOR_BYTES + VERIFIER_BYTES),
  }
}
