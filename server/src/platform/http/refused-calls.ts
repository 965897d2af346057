// Counts of refused calls by day and code, for the promises' figures: nothing else remains of a call whose transaction was
// rolled back. Each count commits by itself, after the refusal, and does not say who called.
import type { Endpoint } from '@fairturn/contract/endpoint'
import type { MessageCode } from '@fairturn/contract/messages'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { typed, statement } from '../database/statement.ts'
import { Refusal } from './refusal.ts'

/** Commits asynchronously, as hits do (limits.ts). */
const insertRefusedCall = statement(
  `-- refused_calls_count
  with unwaited as (select set_config('synchronous_commit', 'off', true))
  insert into refused_call as c (call, day, code, count)
    select $call, ($at::timestamptz at time zone 'UTC')::date, $code, 1 from unwaited
  on conflict (call, day, code) do update set count = c.count + 1`,
  { params: { call: 'text', at: 'timestamptz', code: typed<MessageCode>('text') } },
)

/** Runs a call of a known member, and counts what refuses it; a fault of ours refuses too. */
export async function countRefusals<Answer>(
  database: Database,
  { counts_refusals, path: call }: Pick<Endpoint, 'counts_refusals' | 'path'>,
  request: FastifyRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (counts_refusals !== true) return await work()
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'error_please_try_again'
    const counted = insertRefusedCall.all(database, { call, at: database.clock.now(), code })
    await counted.catch((fault: unknown) => request.log.error(fault))
    throw error
  }
}
