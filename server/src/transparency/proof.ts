// Proofs of liabilities: created daily and on demand; each member can open only their own part (proof.test.ts).
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { formatMoney } from '@fairturn/contract/money'
import { readStatement } from '@fairturn/contract/proof/statement'
import { NODE_BYTES, widthsOf } from '@fairturn/contract/proof/tree'
import type { Evidence, Proof } from '@fairturn/contract/proofs'
import { z } from 'zod'
import { settingsOf } from '../content/content.ts'
import type { Config } from '../platform/config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { defineJob, type JobHandler } from '../platform/queue/queue.ts'
import { proofCipher, type ProofSecrets } from './proof-keys.ts'
import { BEING_MADE, secretPlace } from './proof-making.ts'
import { BLOCK_LEVELS, itemsOf, nodeAt, pathOf, readItem, salterOf } from './proof-tree.ts'
import * as store from './proof.store.ts'
import type { ProofRow } from './proof.store.ts'

export const dailyProof = defineJob({ name: 'daily_proof', payload: z.object({}) })

/** Input of the worker thread. */
export interface ProofOrder {
  readonly url: string
  readonly secrets: ProofSecrets
  readonly made_by: string
  /** Zero except in tests and while demo data is created. */
  readonly clock_ahead_ms: number
}

const TREES_KEPT_MS = 92 * 86_400_000
const PAGE_SIZE = 50
const BEYOND_ALL = 2_147_483_647

export const proofSecrets = ({ secrets, proof_signing_keys }: Config): ProofSecrets => ({
  secrets,
  signing_keys: proof_signing_keys,
})

/** Returns its id. Refuses `proof_is_being_made`; rejects if liabilities do not add up, or no key can sign. */
export async function makeProof(database: Database, secrets: ProofSecrets, made_by: string): Promise<string> {
  const clock_ahead_ms = database.clock.now().getTime() - Date.now()
  const order: ProofOrder = { url: database.url, secrets, made_by, clock_ahead_ms }
  const worker = new Worker(new URL('proof-worker.ts', import.meta.url), { workerData: order })
  try {
    const [proof_id] = (await once(worker, 'message')) as [string]
    if (proof_id === BEING_MADE) throw refuse('proof_is_being_made')
    return proof_id
  } finally {
    await worker.terminate()
  }
}

/**
 * Creates a day's proof in the first hour of the site's time zone, and deletes old trees. Retried hourly until there is
 * one.
 */
export const proofMaker = (config: Config): JobHandler => ({
  name: dailyProof.name,
  async run(database) {
    const now = database.clock.now()
    const { time_zone } = await settingsOf(database)
    const dayOf = (instant: Date) => instant.toLocaleDateString('en-CA', { timeZone: time_zone })
    const newest = await store.newestProof.maybe(database)
    if (newest !== undefined && dayOf(newest.taken_at) === dayOf(now)) return
    await makeProof(database, proofSecrets(config), 'system').catch((error: unknown) => {
      const since =
        newest === undefined ? 'there has never been one' : `the last is of ${newest.taken_at.toISOString()}`
      throw new Error(`alarm: no proof of liabilities could be made, and ${since}`, { cause: error })
    })
    await store.deleteTrees.all(database, new Date(now.getTime() - TREES_KEPT_MS))
  },
})

/** Proofs below a number, newest first, with the next cursor (keyset pagination). */
export async function listProofs(on: Queryable, below = BEYOND_ALL) {
  const rows = await store.selectProofs.all(on, below, PAGE_SIZE + 1)
  const page = rows.slice(0, PAGE_SIZE)
  return { list: page.map(proofOnWire), next: rows.length > PAGE_SIZE ? page.at(-1)!.number : null }
}

/** Refuses `proof_is_unknown`. */
export async function getProof(on: Queryable, proof_id: string): Promise<Proof & { heads: string }> {
  const row = orRefuse(await store.findProof.maybe(on, proof_id), 'proof_is_unknown')
  return { ...proofOnWire(row), heads: row.heads }
}

/** Nodes from the eighth level upwards, each the sum of 256 leaves. Refuses `proof_is_unknown`, `proof_is_too_old`. */
export async function groupsOf(on: Queryable, proof_id: string) {
  const row = orRefuse(await store.findProof.maybe(on, proof_id), 'proof_is_unknown')
  const { root, total_minor } = readStatement(row.statement)!
  if (row.leaf_count <= 2n ** BigInt(BLOCK_LEVELS))
    return {
      level: widthsOf(Number(row.leaf_count)).length - 1,
      nodes: [{ sum_minor: String(total_minor), hash: root }],
    }
  const rows = await store.selectLevel.all(on, proof_id, BLOCK_LEVELS)
  if (rows.length === 0) throw refuse('proof_is_too_old')
  const nodes = rows.flatMap(({ nodes: stored }) =>
    Array.from({ length: stored.length / NODE_BYTES }, (_, i) => nodeOnWire(nodeAt(stored, i))),
  )
  return { level: BLOCK_LEVELS, nodes }
}

/** A member's own leaves and paths. Refuses `there_is_no_proof_yet`, `proof_is_unknown`, `proof_is_too_old`. */
export async function evidenceOf(
  on: Queryable,
  secrets: Pick<ProofSecrets, 'secrets'>,
  { member_id, proof_id }: { member_id: string; proof_id: string | undefined },
): Promise<Evidence> {
  const row =
    proof_id === undefined ? await store.newestProof.maybe(on) : await store.findProof.maybe(on, proof_id)
  if (row === undefined) throw refuse(proof_id === undefined ? 'there_is_no_proof_yet' : 'proof_is_unknown')
  const tree = orRefuse(await store.findTree.maybe(on, row.id), 'proof_is_too_old')
  const owners = await store.findOwners.maybe(on, row.id, member_id)
  const owner = Buffer.from(member_id.replaceAll('-', ''), 'hex')
  const nonce = Buffer.from(readStatement(row.statement)!.nonce, 'hex')
  const salter = salterOf(proofCipher(secrets).decrypt(secretPlace(row.id), tree.ciphertext))
  const leaves: Evidence['leaves'] = []
  for (const item of itemsOf(owner, owners?.items ?? Buffer.alloc(0))) {
    const { kind, indexes } = readItem(item)
    const { salts, amounts_minor } = salter.of(item)
    for (const [part, index] of indexes.entries()) {
      const path = await pathOf(
        nonce,
        Number(row.leaf_count),
        index,
        async (level, block_no) => (await store.findBlock.one(on, row.id, level, block_no)).nodes,
      )
      const salt = salts.toString('hex', part * 16, (part + 1) * 16)
      const amount_minor = String(amounts_minor[part])
      leaves.push({ index, kind, part, amount_minor, salt, path: path.map(nodeOnWire) })
    }
  }
  const { username } = await store.findName.one(on, member_id)
  return { proof: proofOnWire(row), member_id, username, leaves }
}

const nodeOnWire = (node: { sum_minor: bigint; hash: Uint8Array }) => ({
  sum_minor: String(node.sum_minor),
  hash: Buffer.from(node.hash).toString('hex'),
})

const proofOnWire = (row: ProofRow): Proof => ({
  _id: row.id,
  number: row.number,
  taken_at: row.taken_at.toISOString(),
  total: formatMoney(row.total_minor),
  leaves: Number(row.leaf_count),
  statement: row.statement,
  hash: row.hash.toString('hex'),
  signature: row.signature.toString('base64url'),
})
