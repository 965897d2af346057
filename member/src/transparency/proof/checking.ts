// Checks the latest proof: fetches everything required, verifies it here, and stores the result.
import type { Checked } from '@fairturn/contract/proof/check'
import { type Calls, gather } from '@fairturn/contract/proof/gather'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { call, queries } from '../../shell/client.ts'
import { memberId, settingsQuery } from '../../shell/queries.ts'
import { session } from '../../shell/session.ts'
import { checkApart } from './check-apart.ts'
import { canHash } from './cryptography.ts'
import {
  earlierOf,
  type EvidenceFile,
  forgetProofs,
  memoryOf,
  rememberFailed,
  rememberPassed,
  seenProof,
} from './memory.ts'

export interface Run {
  /** What the member gets back for the level now, as every screen says. */
  readonly refundable_minor: bigint | undefined
  readonly checked: Checked
  readonly file: EvidenceFile
  readonly taken_at: string
  /** What this device remembered was of another demo, and is forgotten. */
  readonly beganAgain: boolean
}

/** The browser cannot hash on this page, so nothing was checked. */
export class CannotCheck extends Error {}

/** The server has no proof for a device that has seen one. */
export class ProofIsWithheld extends Error {
  readonly number: number
  constructor(number: number) {
    super(`proof ${number} was seen, and there is none`)
    this.number = number
  }
}
const NONE = new Set(['there_is_no_proof_yet', 'proof_is_too_old'])

/** Fetches and checks. Rejects if the network fails, if the page cannot hash, or with `ProofIsWithheld`. */
export async function runCheck(signal?: AbortSignal): Promise<Run> {
  if (!canHash()) throw new CannotCheck()
  const member_id = memberId()
  const username = session.user()?.username ?? ''
  const calls = callsOf(member_id, { fresh: true, ...(signal && { signal }) })
  const me = { member_id, username }
  let known = { seen: seenProof(), memory: memoryOf(member_id) }
  const isDemo = async () => (await queries.fetchQuery(settingsQuery))?.demo.value === true
  let gathered = await gather(calls, known).catch(async (error: unknown) => {
    const none = error instanceof ApiFailure && NONE.has(error.code)
    throw none && known.seen !== undefined && !(await isDemo())
      ? new ProofIsWithheld(known.seen.number)
      : error
  })
  let checked = await checkApart({ ...gathered, me, now_ms: Date.now() })
  const beganAgain = isOtherChain(checked) && (await isDemo())
  if (beganAgain) {
    // A demo is rebuilt now and then, with other proofs: nothing real is compared, so that it begins again. No other
    // deployment may.
    forgetProofs(member_id)
    known = { seen: undefined, memory: undefined }
    gathered = await gather(calls, known)
    checked = await checkApart({ ...gathered, me, now_ms: Date.now() })
  }
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
  const refundable_minor = gathered.screens?.level?.refundable_minor
  return { checked, file, taken_at: evidence.proof.taken_at, refundable_minor, beganAgain }
}

/** It does not continue what the device has seen. */
const isOtherChain = ({ steps }: Checked): boolean =>
  steps.some(({ name, state }) => state === 'failed' && (name === 'key' || name === 'chain'))

type Options = { signal?: AbortSignal; fresh: true }
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
    currency: async () => (await call('GET settings', options)).data.currency.value,
    level: async () => (await call('GET level-refund', options)).data,
  }
}
