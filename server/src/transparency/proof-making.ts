// Creates a proof of liabilities from one snapshot. Its total must equal the ledger's, and it is written all or nothing
// (proof.test.ts).
import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { awardBytes, AWARDS_TREE } from '@fairturn/contract/proof/lines'
import { type Covers, NONE_BEFORE, readStatement, statementText } from '@fairturn/contract/proof/statement'
import { NODE_BYTES, NONCE_BYTES } from '@fairturn/contract/proof/tree'
import { LIABILITIES, type Liability } from '@fairturn/contract/transparency'
import { IN_FLIGHT, NO_END } from '../ledger/ledger.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { auditHead } from './proof-audit.ts'
import { currentSigner, proofCipher, type ProofSecrets } from './proof-keys.ts'
import { openAwards, openLines, saltOf, type Sink } from './proof-lines.ts'
import { BLOCK_NODES, type Built, ITEM_BYTES, openTree, salterOf } from './proof-tree.ts'
import * as store from './proof.store.ts'

const SECRET_BYTES = 32
const FETCHED_ROWS = 5000
/** Rows of the tree per statement, of about 10 kB each. */
const ROWS_AT_ONCE = 64
/** Items per row; a few more if one holder has several. */
const ITEMS_A_ROW = 1000

/** Associated data of a tree's encrypted secret. */
export const proofSecretContext = (proof_id: string): string => `proof ${proof_id}`

/** Another process is creating a proof; nothing was done. */
export const BEING_MADE = 'being made'

type Totals = Record<Liability, bigint>

/**
 * Returns the proof's id, or `being made`. The database must have a single connection, because a session-level lock is
 * held on it. Throws if liabilities do not add up, an amount is negative, or no key can sign.
 */
export async function makeProofHere(
  database: Database,
  secrets: ProofSecrets,
  made_by: string,
): Promise<string> {
  if (!(await store.tryLock.one(database, { proof_lock: store.PROOF_LOCK })).locked) return BEING_MADE
  return await database.transaction(async (tx) => {
    // Must come first: all following statements use this snapshot.
    await tx.query({ text: 'set transaction isolation level repeatable read' })
    const nonce = randomBytes(NONCE_BYTES)
    const secret = randomBytes(SECRET_BYTES)
    const { built, totals } = await buildTree(tx, nonce, secret)
    await refuseOtherTotal(tx, built.root.sum_minor, totals)
    return await saveProof(tx, { secrets, made_by, nonce, secret, built, totals })
  })
}

async function buildTree(tx: Tx, nonce: Buffer, secret: Buffer): Promise<{ built: Built; totals: Totals }> {
  const tree = openTree(nonce, salterOf(secret))
  const totals = Object.fromEntries(LIABILITIES.map((kind) => [kind, 0n])) as Totals
  for await (const rows of store.selectLiabilityRows.batches(tx, FETCHED_ROWS))
    for (const { packed } of rows) {
      const kind = LIABILITIES[packed[48]! - 1]!
      const amount_minor = packed.readBigInt64BE(49)
      tree.add({ holder: packed.subarray(0, 16), identity: packed.subarray(16, 48), kind, amount_minor })
      totals[kind] += amount_minor
    }
  return { built: tree.build(), totals }
}

/** The tree, the kinds and both sides of the ledger must agree. */
async function refuseOtherTotal(tx: Tx, total_minor: bigint, totals: Totals): Promise<void> {
  const { owed_minor, covered_minor } = await store.selectOwed.one(tx)
  const ofKinds = Object.values(totals).reduce((sum, amount) => sum + amount, 0n)
  if (total_minor !== owed_minor || total_minor !== covered_minor || total_minor !== ofKinds)
    throw new Error(
      `the tree has ${total_minor}, its kinds ${ofKinds}, the ledger owes ${owed_minor} and has ${covered_minor} against it`,
    )
}

interface ProofInput {
  readonly secrets: ProofSecrets
  readonly made_by: string
  readonly nonce: Buffer
  readonly secret: Buffer
  readonly built: Built
  readonly totals: Totals
}

async function saveProof(
  tx: Tx,
  { secrets, made_by, nonce, secret, built, totals }: ProofInput,
): Promise<string> {
  const proof_id = newId(tx.now)
  const before = await store.newestProof.maybe(tx)
  const covered = await coverSince(tx, { proof_id, before: before?.id, nonce, secret })
  const { heads } = await store.selectHeads.one(tx)
  const signer = await currentSigner(tx, secrets, tx.now)
  const number = (before?.number ?? 0) + 1
  const previous = before?.hash.toString('hex') ?? NONE_BEFORE
  const taken_at = timeAfter(before?.taken_at, tx.now)
  const text = statementText({
    number,
    proof_id,
    previous,
    taken_at: taken_at.toISOString(),
    currency: (await store.currencyNow.one(tx)).currency,
    nonce: nonce.toString('hex'),
    leaves: built.leaf_count,
    total_minor: built.root.sum_minor,
    root: Buffer.from(built.root.hash).toString('hex'),
    heads: createHash('sha256').update(heads).digest('hex'),
    covers: covered.covers,
    by_kind_minor: totals,
    key: signer.key,
  })
  await store.insertProof.all(tx, {
    proof_id,
    number,
    statement: text,
    previous_hash: Buffer.from(previous, 'hex'),
    signature: Buffer.from(signer.sign(text), 'base64url'),
    key_number: signer.number,
    taken_at,
    total_minor: built.root.sum_minor,
    leaf_count: built.leaf_count,
    heads,
    made_by,
  })
  await store.insertTree.all(tx, {
    proof_id,
    ciphertext: proofCipher(secrets).encrypt(proofSecretContext(proof_id), secret),
  })
  await store.insertReach.all(tx, {
    proof_id,
    audit_events: covered.covers.audit_events,
    audit_proof: covered.audit_proof,
  })
  await saveLevels(tx, proof_id, built)
  await saveHolders(tx, proof_id, built.items)
  return proof_id
}

const CLOCK_BACK_MS = 60_000

/**
 * Verifiers refuse a proof that is not later than the one before. A clock that went back a little gives the next
 * millisecond; if it went back further, there is no proof until it is right again.
 */
function timeAfter(before: Date | undefined, now: Date): Date {
  if (before === undefined || now > before) return now
  if (before.getTime() - now.getTime() > CLOCK_BACK_MS)
    throw new Error(
      `the clock says ${now.toISOString()}, the proof before was taken at ${before.toISOString()}`,
    )
  return new Date(before.getTime() + 1)
}

/** The first proof reads everything; one after a proof of version 1, which did not say how far it read, nothing. */
const FROM_THE_START = { chains: '{}', last_entry_no: 0n, audit_events: 0n }
const NOTHING_NEW = { chains: '{}', last_entry_no: NO_END, audit_events: 0n }

/** Trees over what was written since the proof before, and the head of the audit log. */
async function coverSince(
  tx: Tx,
  of: { proof_id: string; before: string | undefined; nonce: Buffer; secret: Buffer },
): Promise<{ covers: Covers; audit_proof: Buffer }> {
  const { proof_id, before, nonce, secret } = of
  const reach =
    before === undefined
      ? FROM_THE_START
      : ((await store.findReach.maybe(tx, { proof_id: before })) ?? NOTHING_NEW)
  const { above, entries } = await startOf(tx, reach, before === undefined ? 0 : await entriesOf(tx, before))
  const sink: Sink = {
    blocks: async (blocks) =>
      void (await store.insertNodes.all(tx, {
        proof_id,
        trees: blocks.map(({ tree }) => tree),
        levels: blocks.map(({ level }) => level),
        block_nos: blocks.map(({ block_no }) => block_no),
        nodes: blocks.map(({ nodes }) => nodes),
      })),
    positions: async (rows) =>
      void (await store.insertPositions.all(tx, {
        proof_id,
        trees: rows.map(({ tree }) => tree),
        first_keys: rows.map(({ first_key }) => first_key),
        first_indexes: rows.map(({ first_index }) => first_index),
        items: rows.map(({ items }) => items),
      })),
  }
  const salter = salterOf(secret)
  const from = { chains: reach.chains, above }
  const lines = openLines(nonce, salter, sink)
  for await (const rows of store.selectLineRows.batches(tx, FETCHED_ROWS, from))
    for (const { packed } of rows) await lines.add(packed)
  const ofLines = await lines.end()
  const awards = openAwards(nonce, sink)
  for await (const rows of store.selectAwardRows.batches(tx, FETCHED_ROWS, from))
    for (const { packed } of rows) {
      const entry = Buffer.from(packed.subarray(0, 16))
      const award = awardOfRow(packed)
      await awards.add({ entry, leaf: awardBytes(nonce, saltOf(salter, AWARDS_TREE, entry), award) })
    }
  const ofAwards = await awards.end()
  const audit = await auditHead(tx, Number(reach.audit_events))
  return {
    covers: {
      entries,
      lines: ofLines.count,
      lines_root: ofLines.root.toString('hex'),
      awards: ofAwards.count,
      awards_root: ofAwards.root.toString('hex'),
      audit_events: audit.events,
      audit_head: audit.head,
      audit_root: audit.root,
    },
    audit_proof: audit.proof,
  }
}

async function entriesOf(tx: Tx, proof_id: string): Promise<number> {
  const row = await store.findProof.one(tx, { proof_id })
  return readStatement(row.statement)!.covers?.entries ?? 0
}

/**
 * An entry may have got a number before the proof before and been committed after it. If the usual distance misses one,
 * everything is read.
 */
async function startOf(
  tx: Tx,
  reach: Pick<store.ReachRow, 'chains' | 'last_entry_no'>,
  entries_before: number,
): Promise<{ above: bigint; entries: number }> {
  const near = reach.last_entry_no - IN_FLIGHT
  const counted = await store.countEntries.one(tx, { chains: reach.chains, near, entries_before })
  const complete = reach === NOTHING_NEW || counted.found === counted.expected
  return { above: complete ? near : 0n, entries: Number(counted.entries) }
}

function awardOfRow(row: Buffer) {
  return {
    entry_id: uuidOf(row.toString('hex', 0, 16)),
    amount_minor: row.readBigInt64BE(16),
    bonus_minor: row.readBigInt64BE(24),
    at_ms: Number(row.readBigInt64BE(32)),
    type: row.toString('utf8', 40),
  }
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

async function saveLevels(tx: Tx, proof_id: string, { kept }: Built): Promise<void> {
  const rowBytes = BLOCK_NODES * NODE_BYTES
  for (const { level, nodes } of kept) {
    const rows = Math.ceil(nodes.length / rowBytes)
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      const blocks = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - first) }, (_, i) =>
        nodes.subarray((first + i) * rowBytes, (first + i + 1) * rowBytes),
      )
      await store.insertBlocks.all(tx, { proof_id, level, first, blocks })
    }
  }
}

/** Rows begin with a new holder, so that an holder's items share a row. */
async function saveHolders(tx: Tx, proof_id: string, items: Buffer): Promise<void> {
  const holderAt = (at: number) => items.toString('latin1', at, at + 16)
  let rows: Buffer[] = []
  for (let from = 0; from < items.length;) {
    let to = Math.min(from + ITEMS_A_ROW * ITEM_BYTES, items.length)
    while (to < items.length && holderAt(to) === holderAt(to - ITEM_BYTES)) to += ITEM_BYTES
    rows.push(items.subarray(from, to))
    if (rows.length === ROWS_AT_ONCE || to === items.length) {
      await store.insertHolders.all(tx, { proof_id, items: rows })
      rows = []
    }
    from = to
  }
}
