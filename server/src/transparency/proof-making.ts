// Creates a proof of liabilities from one snapshot. Its total must equal the ledger's, and it is written all or nothing
// (proof.test.ts).
import { createHash, randomBytes } from 'node:crypto'
import { newId } from '@fairturn/contract/ids'
import { NONE_BEFORE, statementText } from '@fairturn/contract/proof/statement'
import { NODE_BYTES, NONCE_BYTES } from '@fairturn/contract/proof/tree'
import { LIABILITIES, type Liability } from '@fairturn/contract/transparency'
import type { Database, Tx } from '../platform/database/database.ts'
import { currentSigner, proofCipher, type ProofSecrets } from './proof-keys.ts'
import { BLOCK_NODES, type Built, ITEM_BYTES, openTree, salterOf } from './proof-tree.ts'
import * as store from './proof.store.ts'

const SECRET_BYTES = 32
const FETCHED_ROWS = 5000
/** Rows of the tree per statement, of about 10 kB each. */
const ROWS_AT_ONCE = 64
/** Items per row; a few more if one owner has several. */
const ITEMS_A_ROW = 1000

/** Associated data of a tree's encrypted secret. */
export const secretPlace = (proof_id: string): string => `proof ${proof_id}`

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
  if (!(await store.tryLock.one(database, store.PROOF_LOCK)).locked) return BEING_MADE
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
  await tx.query({ text: `declare liability no scroll cursor for ${store.LIABILITY_ROWS}` })
  for (;;) {
    const { rows } = await tx.query<{ packed: Buffer }>({ text: `fetch ${FETCHED_ROWS} from liability` })
    for (const { packed } of rows) {
      const kind = LIABILITIES[packed[48]! - 1]!
      const amount_minor = packed.readBigInt64BE(49)
      tree.add({ owner: packed.subarray(0, 16), identity: packed.subarray(16, 48), kind, amount_minor })
      totals[kind] += amount_minor
    }
    if (rows.length < FETCHED_ROWS) return { built: tree.build(), totals }
  }
}

/** The tree, the kinds and both sides of the ledger must agree. */
async function refuseOtherTotal(tx: Tx, total_minor: bigint, totals: Totals): Promise<void> {
  const { owed_minor, covered_minor } = await store.selectOwed.one(tx)
  const of_kinds = Object.values(totals).reduce((sum, amount) => sum + amount, 0n)
  if (total_minor !== owed_minor || total_minor !== covered_minor || total_minor !== of_kinds)
    throw new Error(
      `the tree has ${total_minor}, its kinds ${of_kinds}, the ledger owes ${owed_minor} and has ${covered_minor} against it`,
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
  const { heads } = await store.selectHeads.one(tx)
  const signer = await currentSigner(tx, secrets, tx.now)
  const number = (before?.number ?? 0) + 1
  const previous = before?.hash.toString('hex') ?? NONE_BEFORE
  const text = statementText({
    number,
    proof_id,
    previous,
    taken_at: tx.now.toISOString(),
    currency: (await store.currencyNow.one(tx)).currency,
    nonce: nonce.toString('hex'),
    leaves: built.leaf_count,
    total_minor: built.root.sum_minor,
    root: Buffer.from(built.root.hash).toString('hex'),
    heads: createHash('sha256').update(heads).digest('hex'),
    by_kind_minor: totals,
    key: signer.key,
  })
  await store.insertProof.all(
    tx,
    proof_id,
    number,
    text,
    Buffer.from(previous, 'hex'),
    Buffer.from(signer.sign(text), 'base64url'),
    signer.number,
    tx.now,
    built.root.sum_minor,
    built.leaf_count,
    heads,
    made_by,
  )
  await store.insertTree.all(tx, proof_id, proofCipher(secrets).encrypt(secretPlace(proof_id), secret))
  await saveLevels(tx, proof_id, built)
  await saveOwners(tx, proof_id, built.items)
  return proof_id
}

async function saveLevels(tx: Tx, proof_id: string, { kept }: Built): Promise<void> {
  const row_bytes = BLOCK_NODES * NODE_BYTES
  for (const { level, nodes } of kept) {
    const rows = Math.ceil(nodes.length / row_bytes)
    for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
      const blocks = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - first) }, (_, i) =>
        nodes.subarray((first + i) * row_bytes, (first + i + 1) * row_bytes),
      )
      await store.insertBlocks.all(tx, proof_id, level, first, blocks)
    }
  }
}

/** Rows begin with a new owner, so that an owner's items share a row. */
async function saveOwners(tx: Tx, proof_id: string, items: Buffer): Promise<void> {
  const owner_at = (at: number) => items.toString('latin1', at, at + 16)
  let rows: Buffer[] = []
  for (let from = 0; from < items.length;) {
    let to = Math.min(from + ITEMS_A_ROW * ITEM_BYTES, items.length)
    while (to < items.length && owner_at(to) === owner_at(to - ITEM_BYTES)) to += ITEM_BYTES
    rows.push(items.subarray(from, to))
    if (rows.length === ROWS_AT_ONCE || to === items.length) {
      await store.insertOwners.all(tx, proof_id, rows)
      rows = []
    }
    from = to
  }
}
