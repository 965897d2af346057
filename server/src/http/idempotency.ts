// Idempotency keys: one effect or one refusal, and one answer, a key. The row commits together with the
// effect; a refusal is stored under its key afterwards, so that it is final whatever else was sent with
// that key before (idempotency.test.ts).
import { createHash } from 'node:crypto'
import type { MessageCode } from '@fairturn/contract/messages'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { refuse, Refusal } from './refusal.ts'

const KEY = /^[A-Za-z0-9_-]{8,100}$/

export interface KeyedCall {
  readonly member_id: string
  readonly key: string
  readonly path: string
  readonly request_hash: Buffer
}

interface StoredAnswer {
  path: string
  request_hash: Buffer
  answer: unknown
  refused: { code: MessageCode; details?: Readonly<Record<string, unknown>> } | null
}

const reserve = statement<{ key: string }>(
  'idempotency_reserve',
  `insert into idempotency (member_id, key, path, request_hash, answer, created_at)
   values ($1, $2, $3, $4, 'null', $5) on conflict (member_id, key) do nothing returning key`,
)
const complete = statement(
  'idempotency_complete',
  `update idempotency set answer = $3 where member_id = $1 and key = $2`,
)
const storeRefusal = statement<{ key: string }>(
  'idempotency_keep_refusal',
  `insert into idempotency (member_id, key, path, request_hash, answer, refused, created_at)
   values ($1, $2, $3, $4, 'null', $5, $6) on conflict (member_id, key) do nothing returning key`,
)
const release = statement('idempotency_release', `delete from idempotency where member_id = $1 and key = $2`)
const find = statement<StoredAnswer>(
  'idempotency_find',
  `select path, request_hash, answer, refused from idempotency where member_id = $1 and key = $2`,
)
const forget = statement('idempotency_forget', `delete from idempotency where member_id = $1`)
const sweep = statement('idempotency_sweep', `delete from idempotency where created_at < $1`)

/**
 * Left out of the hash: a stored fast hash of a password could be brute-forced, and a passkey's assertion
 * is different each time.
 */
const SECRETS = new Set(['password', 'current_password', 'password_confirmation', 'assertion'])

/** The call with its key and the request's hash; refuses a key of another form. */
export function keyedCall(member_id: string, key: string, path: string, request: unknown): KeyedCall {
  if (!KEY.test(key)) throw refuse('idempotency_key_is_invalid')
  const hashed = JSON.stringify(request, (name, value: unknown) => {
    if (SECRETS.has(name)) return undefined
    return typeof value === 'bigint' ? value.toString() : value
  })
  return {
    member_id,
    key,
    path,
    request_hash: createHash('sha256').update(path).update('\0').update(hashed).digest(),
  }
}

/**
 * Runs `work` in a transaction once a key. The same key and request is answered, or refused, as the first
 * time; refuses `idempotency_key_was_used` when the request differs. Of two at once the second waits for
 * the first.
 */
export async function once<Answer>(
  database: Database,
  call: KeyedCall,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return await database.transaction(async (tx) => {
    if (!(await reserved(tx, tx.now, call))) return await replay<Answer>(tx, call)
    const answer = await work(tx)
    await complete.all(tx, call.member_id, call.key, JSON.stringify(answer))
    return answer
  })
}

/**
 * Runs `attempt`, which ends in `once`, and stores a refusal under the key; where a concurrent request with
 * the key was faster, its outcome is this one's too. Faults are not stored: they are no outcome.
 */
export async function decided<Answer>(
  database: Database,
  call: KeyedCall,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    const { member_id, key, path, request_hash } = call
    const refused = JSON.stringify({ code: error.code, details: error.details })
    const now = database.clock.now()
    if (await storeRefusal.maybe(database, member_id, key, path, request_hash, refused, now)) throw error
    return await replay<Answer>(database, call)
  }
}

/**
 * The stored answer to the same request, if any; refuses as it was refused, and `idempotency_key_was_used`
 * for another request.
 */
export async function storedAnswer<Answer>(on: Queryable, call: KeyedCall): Promise<Answer | undefined> {
  const kept = await find.maybe(on, call.member_id, call.key)
  return kept === undefined ? undefined : (outcomeOf(kept, call) as Answer)
}

/**
 * For calls that are idempotent on their own: only keeps one key from meaning two requests. Where such a
 * call is refused, its key is free again.
 */
export async function bound<Answer>(
  on: Queryable,
  now: Date,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const first = await reserved(on, now, call)
  if (!first) await replay(on, call)
  try {
    return await work()
  } catch (error) {
    if (first && error instanceof Refusal) await release.all(on, call.member_id, call.key)
    throw error
  }
}

async function reserved(on: Queryable, now: Date, call: KeyedCall): Promise<boolean> {
  return (await reserve.maybe(on, call.member_id, call.key, call.path, call.request_hash, now)) !== undefined
}

async function replay<Answer>(on: Queryable, call: KeyedCall): Promise<Answer> {
  return outcomeOf(await find.one(on, call.member_id, call.key), call) as Answer
}

function outcomeOf(kept: StoredAnswer, call: KeyedCall): unknown {
  if (kept.path !== call.path || !kept.request_hash.equals(call.request_hash))
    throw refuse('idempotency_key_was_used')
  if (kept.refused !== null) throw refuse(kept.refused.code, kept.refused.details)
  return kept.answer
}

/** Deletes keys older than 30 days; the ledger's own entry ids go on refusing a second effect. */
export async function sweepKeys(on: Queryable, now: Date): Promise<void> {
  await sweep.all(on, new Date(now.getTime() - 30 * 86_400_000))
}

/** Deletes one member's stored answers, for they are about them. */
export async function deleteExpiredKeys(on: Queryable, member_id: string): Promise<void> {
  await forget.all(on, member_id)
}
