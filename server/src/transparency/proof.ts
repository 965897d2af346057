// Proofs of liabilities: created daily and on demand; each member can open only their own part (proof.test.ts).
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { formatMoney } from '@fairturn/contract/minor-units'
import { AWARDS_TREE, LINES_TREE, type PlainTree } from '@fairturn/contract/proof/lines'
import { readStatement } from '@fairturn/contract/proof/statement'
import { HASH_BYTES, NODE_BYTES, widthsOf } from '@fairturn/contract/proof/tree'
import type { AwardProof, Evidence, Proof, ProofAccount, ProofLine } from '@fairturn/contract/proofs'
import { z } from 'zod'
import { settingsOf } from '../content/content.ts'
import type { Config } from '../platform/config.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { pageBy } from '../platform/http/cursor.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { defineJob, type JobHandler } from '../platform/queue/queue.ts'
import { proofCipher, type ProofSecrets } from './proof-keys.ts'
import {
  awardIndexOf,
  besideRange,
  type FindNodes,
  type LinePosition,
  positionsOf,
  saltOf,
} from './proof-lines.ts'
import { BEING_MADE, proofSecretContext } from './proof-making.ts'
import { BLOCK_LEVELS, itemsOf, nodeAt, pathOf, readItem, type Salter, salterOf } from './proof-tree.ts'
import * as store from './proof.store.ts'
import type { ProofRow } from './proof.store.ts'

export const dailyProof = defineJob({ name: 'daily_proof', payload: z.object({}) })

/** Input of the worker thread. */
export interface ProofOrder {
  readonly url: string
  readonly secrets: ProofSecrets
  readonly made_by: string
  /** Zero except in tests and while demo data is created. */
  readonly clockAheadMs: number
}

const TREES_KEPT_MS = 92 * 86_400_000
const PAGE_SIZE = 50
const BEYOND_ALL = 2_147_483_647
const BEYOND_VERSIONS = 10n ** 18n
/** Lines per response, and postings since a proof. */
const MAX_LINES = 5000
const MAX_SINCE = 5000
/** How far back an account is read at first, and then at once. */
const FEW_LINES = 8
const MANY_LINES = 500

export const proofSecrets = ({ secrets, proofSigningKeys }: Config): ProofSecrets => ({
  secrets,
  signingKeys: proofSigningKeys,
})

/** Returns its id. Refuses `proof_is_being_made`; rejects if liabilities do not add up, or no key can sign. */
export async function makeProof(database: Database, secrets: ProofSecrets, made_by: string): Promise<string> {
  const clockAheadMs = database.clock.now().getTime() - Date.now()
  const order: ProofOrder = { url: database.url, secrets, made_by, clockAheadMs }
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
    await store.deleteTrees.all(database, { before: new Date(now.getTime() - TREES_KEPT_MS) })
  },
})

/** Proofs below a number, newest first, with the next cursor (keyset pagination). */
export async function listProofs(on: Queryable, below = BEYOND_ALL) {
  const rows = await store.selectProofs.all(on, { below, limit: PAGE_SIZE + 1 })
  const { list, cursor } = pageBy(rows, PAGE_SIZE, ({ number }) => number)
  return { list: list.map(proofOnWire), cursor }
}

/** Refuses `proof_is_unknown`. */
export async function getProof(on: Queryable, proof_id: string): Promise<Proof & { heads: string }> {
  const row = orRefuse(await store.findProof.maybe(on, { proof_id }), 'proof_is_unknown')
  return { ...proofOnWire(row), heads: row.heads }
}

/** Nodes from the eighth level upwards, each the sum of 256 leaves. Refuses `proof_is_unknown`, `proof_is_too_old`. */
export async function groupsOf(on: Queryable, proof_id: string) {
  const row = orRefuse(await store.findProof.maybe(on, { proof_id }), 'proof_is_unknown')
  const { root, total_minor } = readStatement(row.statement)!
  if (row.leaf_count <= 2n ** BigInt(BLOCK_LEVELS))
    return {
      level: widthsOf(Number(row.leaf_count)).length - 1,
      nodes: [{ sum_minor: String(total_minor), hash: root }],
    }
  const rows = await store.selectLevel.all(on, { proof_id, level: BLOCK_LEVELS })
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
  {
    member_id,
    proof_id,
    lines_from = 0,
  }: { member_id: string; proof_id: string | undefined; lines_from?: number | undefined },
): Promise<Evidence> {
  const row =
    proof_id === undefined ? await store.newestProof.maybe(on) : await store.findProof.maybe(on, { proof_id })
  if (row === undefined) throw refuse(proof_id === undefined ? 'there_is_no_proof_yet' : 'proof_is_unknown')
  const tree = orRefuse(await store.findTree.maybe(on, { proof_id: row.id }), 'proof_is_too_old')
  const holders = await store.findHolders.maybe(on, { proof_id: row.id, member_id })
  const holder = Buffer.from(member_id.replaceAll('-', ''), 'hex')
  const nonce = Buffer.from(readStatement(row.statement)!.nonce, 'hex')
  const salter = salterOf(proofCipher(secrets).decrypt(proofSecretContext(row.id), tree.ciphertext))
  const leaves: Evidence['leaves'] = []
  for (const item of itemsOf(holder, holders?.items ?? Buffer.alloc(0))) {
    const { kind, indexes } = readItem(item)
    const { salts, amounts_minor } = salter.of(item)
    for (const [part, index] of indexes.entries()) {
      const path = await pathOf(
        nonce,
        Number(row.leaf_count),
        index,
        async (level, block_no) =>
          (await store.findBlock.one(on, { proof_id: row.id, level, block_no })).nodes,
      )
      const salt = salts.toString('hex', part * 16, (part + 1) * 16)
      const amount_minor = String(amounts_minor[part])
      leaves.push({ index, kind, part, amount_minor, salt, path: path.map(nodeOnWire) })
    }
  }
  const { username } = await store.findName.one(on, { member_id })
  const moved = await movedOf(on, row, { salter, member_id, holder, lines_from })
  return { proof: proofOnWire(row), member_id, username, leaves, ...moved }
}

type Moved = Pick<Evidence, 'accounts' | 'awards' | 'lines' | 'since'>

/** The member's accounts at the proof, a page of the lines in it, and what has moved since; empty for version 1. */
async function movedOf(
  on: Queryable,
  row: ProofRow,
  of: { salter: Salter; member_id: string; holder: Buffer; lines_from: number },
): Promise<Moved> {
  const { covers, nonce: nonceHex } = readStatement(row.statement)!
  const reach = await store.findReach.maybe(on, { proof_id: row.id })
  if (covers === undefined || reach === undefined) return {}
  const nonce = Buffer.from(nonceHex, 'hex')
  const stored = await store.findPositions.maybe(on, {
    proof_id: row.id,
    tree: LINES_TREE,
    first_key: of.member_id,
  })
  const positions = positionsOf(of.holder, stored?.items ?? Buffer.alloc(0))
  const count = positions.reduce((sum, position) => sum + position.count, 0)
  const requested = Math.min(count - of.lines_from, MAX_LINES)
  const pages: NonNullable<Evidence['lines']>['pages'] = []
  if (requested > 0) {
    const parts = partsOf(positions, of.lines_from, requested)
    const rows = await store.selectLines.all(on, {
      account_nos: parts.map((part) => part.account_no),
      from_versions: parts.map((part) => part.firstVersion),
      counts: parts.map((part) => part.count),
    })
    const index = positions[0]!.first_index + of.lines_from
    const tree = { tree: LINES_TREE, count: covers.lines } as const
    const beside = await besideRange(
      nonce,
      tree,
      { first: index, length: requested },
      findNodesOf(on, row.id, LINES_TREE),
    )
    pages.push({ index, list: rows.map(lineOnWire), beside: beside.map((node) => node.toString('hex')) })
  }
  const { accounts, since } = await accountsAt(on, of.member_id, reach.chains)
  const lines = pages.flatMap(({ list }) => list)
  return {
    lines: { count, salt: saltOf(of.salter, LINES_TREE, of.holder).toString('hex'), pages },
    accounts,
    awards: await awardsOf(on, row, of, lines),
    since: since ?? null,
  }
}

/** The member's own awards among these lines, each with its path in the tree of awards. */
async function awardsOf(
  on: Queryable,
  row: ProofRow,
  { salter, member_id }: { salter: Salter; member_id: string },
  lines: readonly ProofLine[],
): Promise<NonNullable<Evidence['awards']>> {
  const entries = lines.filter(({ type }) => AWARD_TYPES.has(type)).map(({ entry_id }) => entry_id)
  if (entries.length === 0) return []
  const tree = awardTreeOf(on, row)
  const awards: NonNullable<Evidence['awards']> = []
  for (const award of await store.selectOwnAwards.all(on, { member_id, entries })) {
    const path = await tree.pathOf(award.entry_id, salter)
    if (path === undefined) continue
    const { entry_id, type, amount_minor, bonus_minor, claimed_at } = award
    const amount = formatMoney(amount_minor)
    awards.push({
      entry_id,
      type,
      amount,
      bonus: formatMoney(bonus_minor),
      at: claimed_at.toISOString(),
      ...path,
    })
  }
  return awards
}

const AWARD_TYPES = new Set(['award_claimed', 'objection_upheld'])

/** Paths in a proof's tree of awards, which read each stored row once. */
function awardTreeOf(on: Queryable, row: ProofRow) {
  const { covers, nonce: nonceHex } = readStatement(row.statement)!
  const nonce = Buffer.from(nonceHex, 'hex')
  const find = findNodesOf(on, row.id, AWARDS_TREE)
  const read = new Map<string, Promise<Buffer>>()
  const findOnce: FindNodes = (level, block_no) => {
    const key = `${level} ${block_no}`
    const nodes = read.get(key) ?? find(level, block_no)
    read.set(key, nodes)
    return nodes
  }
  return {
    /** Undefined if the entry is not in it. */
    async pathOf(entry_id: string, salter: Salter) {
      const entry = Buffer.from(entry_id.replaceAll('-', ''), 'hex')
      const positions = await store.findPositions.maybe(on, {
        proof_id: row.id,
        tree: AWARDS_TREE,
        first_key: entry_id,
      })
      const index = positions && awardIndexOf(entry, positions)
      if (index === undefined) return undefined
      const tree = { tree: AWARDS_TREE, count: covers!.awards } as const
      const beside = await besideRange(nonce, tree, { first: index, length: 1 }, findOnce)
      return {
        index,
        salt: saltOf(salter, AWARDS_TREE, entry).toString('hex'),
        beside: beside.map((node) => node.toString('hex')),
      }
    },
  }
}

/** Clock difference between an award and the proof that has it. */
const CLOCKS_MS = 5 * 60_000

/** The path of a listed award, or the number of the proof that will have it. Refuses `award_is_unknown`, `proof_is_too_old`. */
export async function awardProofOf(
  on: Queryable,
  secrets: Pick<ProofSecrets, 'secrets'>,
  entry_id: string,
): Promise<AwardProof> {
  const newest = await store.newestProof.maybe(on)
  const reach = newest && (await store.findReach.maybe(on, { proof_id: newest.id }))
  const award = orRefuse(
    await store.findListedAward.maybe(on, { entry_id, chains: reach?.chains ?? '{}' }),
    'award_is_unknown',
  )
  if (!award.reached) return { number: (newest?.number ?? 0) + 1, found: null }
  for (const row of await store.selectProofsSince.all(on, {
    since: new Date(award.claimed_at.getTime() - CLOCKS_MS),
  })) {
    if (readStatement(row.statement)!.covers === undefined) continue
    const { ciphertext } = orRefuse(await store.findTree.maybe(on, { proof_id: row.id }), 'proof_is_too_old')
    const salter = salterOf(proofCipher(secrets).decrypt(proofSecretContext(row.id), ciphertext))
    const path = await awardTreeOf(on, row).pathOf(entry_id, salter)
    if (path !== undefined) return { number: row.number, found: { proof: proofOnWire(row), ...path } }
  }
  return { number: null, found: null }
}

/** The parts of these places after the first `skip` lines, `requested` lines in all. */
function partsOf(positions: readonly LinePosition[], skip: number, requested: number): LinePosition[] {
  const parts: LinePosition[] = []
  let [before, left] = [skip, requested]
  for (const position of positions) {
    const skipped = Math.min(before, position.count)
    const count = Math.min(position.count - skipped, left)
    before -= skipped
    left -= count
    if (count > 0) parts.push({ ...position, firstVersion: position.firstVersion + BigInt(skipped), count })
  }
  return parts
}

const findNodesOf =
  (on: Queryable, proof_id: string, tree: PlainTree): FindNodes =>
  async (level, block_no) =>
    (await store.findNodes.one(on, { proof_id, tree, level, block_no })).nodes

/**
 * The member's accounts as the proof has them, and the postings after it: it goes back on each account until the last line
 * that the proof has. `since` is undefined if there are too many, and then only those last lines are read.
 */
async function accountsAt(
  on: Queryable,
  member_id: string,
  chains: string,
): Promise<{ accounts: ProofAccount[]; since: ProofLine[] | undefined }> {
  const own = await store.selectOwnAccounts.all(on, { member_id })
  const accounts: ProofAccount[] = []
  let since: ProofLine[] | undefined = []
  const below = new Map(own.map(({ no }) => [no, BEYOND_VERSIONS]))
  for (let size = FEW_LINES; below.size > 0; size = MANY_LINES) {
    if (since !== undefined && since.length > MAX_SINCE) since = undefined
    const select = since === undefined ? store.selectReached : store.selectNewest
    const rows = await select.all(on, {
      account_nos: [...below.keys()],
      below: [...below.values()],
      chains,
      limit: size,
    })
    const seen = new Set(rows.map(({ account_no }) => account_no))
    for (const no of below.keys()) if (!seen.has(no)) below.delete(no)
    for (const row of rows) {
      if (!below.has(row.account_no)) continue
      if (!row.reached) {
        since?.push(lineOnWire(row))
        below.set(row.account_no, row.version)
        continue
      }
      below.delete(row.account_no)
      const { id: account_id, kind, holder_id } = own.find(({ no }) => no === row.account_no)!
      const { version, balance_after } = row
      accounts.push({
        account_id,
        kind,
        holder_id,
        version: Number(version),
        balance_minor: String(balance_after),
      })
    }
  }
  return { accounts, since: since?.toReversed() }
}

const lineOnWire = (row: store.LineRow): ProofLine => ({
  account_id: row.account_id,
  version: Number(row.version),
  amount_minor: String(row.amount_minor),
  balance_after_minor: String(row.balance_after),
  entry_id: row.entry_id,
  type: row.type,
  at: new Date(Number(row.at_ms)).toISOString(),
})

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
  ...(row.audit_proof !== null && { audit_proof: hashesOf(row.audit_proof) }),
})

const hashesOf = (bytes: Buffer): string[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, i) =>
    bytes.toString('hex', i * HASH_BYTES, (i + 1) * HASH_BYTES),
  )
