// Checks the latest proof: fetches everything required, verifies it here, and stores the result.
import { type Checked, checkProof } from '@fairturn/contract/proof/check'
import { type Calls, gather } from '@fairturn/contract/proof/gather'
import { call } from '../../shell/client.ts'
import { memberId } from '../../shell/queries.ts'
import { session } from '../../shell/session.ts'
import { browserCryptography, canHash } from './cryptography.ts'
import {
  earlierOf,
  type EvidenceFile,
  memoryOf,
  rememberFailed,
  rememberPassed,
  seenProof,
} from './memory.ts'

export interface Run {
  readonly checked: Checked
  readonly file: EvidenceFile
  readonly taken_at: string
}

/** The browser cannot hash on this page, so nothing was checked. */
export class CannotCheck extends Error {}

/** Fetches and checks. Rejects if the network fails, or if the page cannot hash. */
export async function runCheck(signal?: AbortSignal): Promise<Run> {
  if (!canHash()) throw new CannotCheck()
  const member_id = memberId()
  const username = session.user()?.username ?? ''
  const known = { seen: seenProof(), memory: memoryOf(member_id) }
  const gathered = await gather(callsOf(member_id, signal === undefined ? {} : { signal }), known)
  const checked = await checkProof({ ...gathered, me: { member_id, username } }, browserCryptography)
  const { steps } = checked
  const { evidence, keys, between, history = [] } = gathered
  const file: EvidenceFile = {
    made_at: new Date().toISOString(),
    member_id,
    username,
    steps,
    evidence,
    keys,
    between,
    ...known,
    earlier: earlierOf(member_id),
    history,
  }
  if (checked.seen !== undefined) rememberPassed(member_id, checked, evidence)
  else if (steps.some(({ state }) => state === 'failed')) rememberFailed(file)
  return { checked, file, taken_at: evidence.proof.taken_at }
}

type Options = { signal?: AbortSignal }
function callsOf(user_id: string, options: Options): Calls {
  const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })
  return {
    mine: async (body) => (await call('POST proofs/mine', { body: { user_id, ...body }, ...options })).data,
    keys: async () => (await call('GET proofs/keys', options)).data,
    proofs: async (cursor) => (await call('GET proofs', { query: page(cursor), ...options })).data,
    statements: async (from, cursor) =>
      (await call('GET statements', { query: { from, ...page(cursor) }, ...options })).data,
    campaigns: async (cursor) => (await call('GET campaigns', { query: page(cursor), ...options })).data,
    orders: async (cursor) =>
      (await call('POST list-product', { body: { user_id, state: 'success', ...page(cursor) }, ...options }))
        .data,
    completed: async (from, cursor) =>
      (await call('POST list-product-completed', { body: { user_id, from, ...page(cursor) }, ...options }))
        .data,
    level: async () => (await call('GET level-refund', options)).data,
  }
}
