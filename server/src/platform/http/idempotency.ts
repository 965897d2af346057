// Idempotency keys: one effect or refusal, and one response, per key. The row commits with the effect. A refusal is stored
// afterwards, so that it is final for every later request with that key (idempotency.test.ts).
import { createHash } from 'node:crypto'
import type { MessageCode } from '@fairturn/contract/messages'
import { CONFIRMATION_REFUSALS } from '@fairturn/contract/security'
import type { Database, Queryable, Tx } from '../database/database.ts'
import { type RowOf, typed, statement } from '../database/statement.ts'
import { refuse, Refusal } from './refusal.ts'

const KEY = /^[A-Za-z0-9_-]{8,100}$/

export interface KeyedCall {
  readonly member_id: string
  readonly key: string
  readonly path: string
  readonly request_hash: Buffer
}

type StoredAnswer = RowOf<typeof find>

const reserve = statement(
  `-- idempotency_reserve
  insert into idempotency (member_id, key, path, request_hash, answer, created_at)
  values ($member_id, $key, $path, $request_hash, 'null', $now) on conflict (member_id, key) do nothing returning key`,
  {
    params: { member_id: 'uuid', key: 'text', path: 'text', request_hash: 'bytea', now: 'timestamptz' },
    columns: { key: 'text' },
  },
)
const complete = statement(
  `-- idempotency_complete
  update idempotency set answer = $answer where member_id = $member_id and key = $key`,
  { params: { member_id: 'uuid', key: 'text', answer: 'jsonb' } },
)
const insertRefusal = statement(
  `-- idempotency_keep_refusal
  insert into idempotency (member_id, key, path, request_hash, answer, refused, created_at)
  values ($member_id, $key, $path, $request_hash, 'null', $refused, $now) on conflict (member_id, key) do nothing returning key`,
  {
    params: {
      member_id: 'uuid',
      key: 'text',
      path: 'text',
      request_hash: 'bytea',
      refused: 'jsonb',
      now: 'timestamptz',
    },
    columns: { key: 'text' },
  },
)
const release = statement(
  `-- idempotency_release
  delete from idempotency where member_id = $member_id and key = $key`,
  { params: { member_id: 'uuid', key: 'text' } },
)
const find = statement(
  `-- idempotency_find
  select path, request_hash, answer, refused from idempotency where member_id = $member_id and key = $key`,
  {
    params: { member_id: 'uuid', key: 'text' },
    columns: {
      path: 'text',
      request_hash: 'bytea',
      answer: 'jsonb',
      refused: typed<{ code: MessageCode; details?: Readonly<Record<string, unknown>> } | null>('jsonb?'),
    },
  },
)
/** Stored responses contain the member's data. */
export const deleteStoredAnswers = statement(
  `-- idempotency_delete_of_member
  delete from idempotency where member_id = $member_id`,
  { params: { member_id: 'uuid' } },
)
const deleteBefore = statement(
  `-- idempotency_delete_before
  delete from idempotency where created_at < $before`,
  { params: { before: 'timestamptz' } },
)

/**
 * Excluded from the request hash: a fast hash of a password can be brute-forced, and a passkey assertion or a code differs
 * each time.
 */
const SECRETS = new Set(['password', 'current_password', 'password_confirmation', 'assertion', 'otp'])

/** The call is sent again with the same key once it is confirmed. */
const UNCONFIRMED: ReadonlySet<MessageCode> = new Set([...CONFIRMATION_REFUSALS, 'phone_is_not_confirmed'])

/** The call with its key and request hash. Refuses a malformed key. */
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
 * Runs `work` once per idempotency key; a replay gets the stored response or refusal. Refuses `idempotency_key_was_used`
 * for a different request with the same key. Of two concurrent requests the second waits.
 */
export async function runOnce<Answer>(
  database: Database,
  call: KeyedCall,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return await database.transaction(async (tx) => {
    if (!(await isReserved(tx, tx.now, call))) return await replay<Answer>(tx, call)
    const answer = await work(tx)
    await complete.all(tx, { member_id: call.member_id, key: call.key, answer: JSON.stringify(answer) })
    return answer
  })
}

/**
 * Runs `attempt`, which ends in `runOnce`, and stores a refusal under the key, unless a concurrent request was faster.
 * Faults (5xx) are not stored, nor is what a missing or wrong confirmation refuses.
 */
export async function storeRefusal<Answer>(
  database: Database,
  call: KeyedCall,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500 || UNCONFIRMED.has(error.code)) throw error
    const { member_id, key, path, request_hash } = call
    const refused = JSON.stringify({ code: error.code, details: error.details })
    const now = database.clock.now()
    if (await insertRefusal.maybe(database, { member_id, key, path, request_hash, refused, now })) throw error
    return await replay<Answer>(database, call)
  }
}

/** The stored response; throws the stored refusal, and refuses `idempotency_key_was_used` for a different request. */
export async function storedAnswer<Answer>(on: Queryable, call: KeyedCall): Promise<Answer | undefined> {
  const kept = await find.maybe(on, { member_id: call.member_id, key: call.key })
  return kept === undefined ? undefined : (outcomeOf(kept, call) as Answer)
}

/**
 * For calls that are idempotent by themselves: reserves the key, so that it cannot be used for a different request. A
 * refusal frees it.
 */
export async function reserveKey<Answer>(
  on: Queryable,
  now: Date,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const first = await isReserved(on, now, call)
  if (!first) await replay(on, call)
  try {
    return await work()
  } catch (error) {
    if (first && error instanceof Refusal) await release.all(on, { member_id: call.member_id, key: call.key })
    throw error
  }
}

async function isReserved(on: Queryable, now: Date, call: KeyedCall): Promise<boolean> {
  return (
    (await reserve.maybe(on, {
      member_id: call.member_id,
      key: call.key,
      path: call.path,
      request_hash: call.request_hash,
      now,
    })) !== undefined
  )
}

async function replay<Answer>(on: Queryable, call: KeyedCall): Promise<Answer> {
  return outcomeOf(await find.one(on, { member_id: call.member_id, key: call.key }), call) as Answer
}

function outcomeOf(kept: StoredAnswer, call: KeyedCall): unknown {
  if (kept.path !== call.path || !kept.request_hash.equals(call.request_hash))
    throw refuse('idempotency_key_was_used')
  if (kept.refused !== null) throw refuse(kept.refused.code, kept.refused.details)
  return kept.answer
}

/** Deletes keys older than 30 days. The ledger's entry ids keep preventing a second effect. */
export async function deleteExpiredKeys(on: Queryable, now: Date): Promise<void> {
  await deleteBefore.all(on, { before: new Date(now.getTime() - 30 * 86_400_000) })
}
