// The audit log in a proof: the root of a tree over the hashes of all its links, and that the tree of the proof before is
// its beginning (RFC 9162, 2.1). Roots over 256 links are stored once, so that no proof reads the whole log again.
import { hash } from 'node:crypto'
import { auditInnerBytes, auditLeafBytes, splitOf } from '@fairturn/contract/proof/lines'
import type { Tx } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'

const BLOCK_LINKS = 256
const NO_LINKS = Buffer.alloc(32)

const auditChain = statement(
  `-- proof_audit_chain
  select length, hash from audit_chain`,
  { columns: { length: 'int8', hash: 'bytea' } },
)
const auditLinks = statement(
  `-- proof_audit_links
  select hash from audit_event_link where no > $after and no <= $to order by no`,
  { params: { after: typed<number>('int8'), to: typed<number>('int8') }, columns: { hash: 'bytea' } },
)
const auditNodes = statement(
  `-- proof_audit_nodes
  select hash from proof_audit_node where block_no < $whole order by block_no`,
  { params: { whole: 'int4' }, columns: { hash: 'bytea' } },
)
const insertAuditNodes = statement(
  `-- proof_insert_audit_nodes
  insert into proof_audit_node (block_no, hash) select $known + position - 1, hash from unnest($hashes::bytea[]) with ordinality as given (hash, position)`,
  { params: { known: typed<number>('int8'), hashes: 'bytea[]' } },
)

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

export interface AuditHead {
  readonly events: number
  readonly head: string
  readonly root: string
  /** That a log with so many events is its beginning. */
  readonly proof: Buffer
}

/** The log as it is in the transaction's snapshot; `before` is the number of events of the proof before. */
export async function auditHead(tx: Tx, before: number): Promise<AuditHead> {
  const { length, hash: head } = await auditChain.one(tx)
  const events = Number(length)
  const whole = Math.floor(events / BLOCK_LINKS)
  const blocks = (await auditNodes.all(tx, { whole })).map((row) => row.hash)
  const known = blocks.length
  for (let no = known; no < whole; no += 1)
    blocks.push(rootOf(await linksOf(tx, no * BLOCK_LINKS, (no + 1) * BLOCK_LINKS)))
  if (whole > known) await insertAuditNodes.all(tx, { known, hashes: blocks.slice(known) })
  const read = new Map<number, Buffer[]>()
  for (const no of new Set([before, events].map((count) => Math.floor(count / BLOCK_LINKS))))
    read.set(no, await linksOf(tx, no * BLOCK_LINKS, Math.min((no + 1) * BLOCK_LINKS, events)))

  /** Root over the links from `first` on; a range within one block has been read, any other consists of blocks. */
  function rangeRoot(first: number, count: number): Buffer {
    const block_no = Math.floor(first / BLOCK_LINKS)
    const at = first % BLOCK_LINKS
    if (at === 0 && count === BLOCK_LINKS && block_no < whole) return blocks[block_no]!
    if (count <= BLOCK_LINKS) return rootOf(read.get(block_no)!.slice(at, at + count))
    const split = splitOf(count)
    return sha256(auditInnerBytes(rangeRoot(first, split), rangeRoot(first + split, count - split)))
  }
  function consistency(knownEvents: number, first: number, count: number, isWhole: boolean): Buffer[] {
    if (knownEvents === count) return isWhole ? [] : [rangeRoot(first, count)]
    const split = splitOf(count)
    if (knownEvents <= split)
      return [...consistency(knownEvents, first, split, isWhole), rangeRoot(first + split, count - split)]
    return [...consistency(knownEvents - split, first + split, count - split, false), rangeRoot(first, split)]
  }
  if (before > events) throw new Error(`the audit log has ${events} events, and had ${before}`)
  return {
    events,
    head: head.toString('hex'),
    root: (events === 0 ? NO_LINKS : rangeRoot(0, events)).toString('hex'),
    proof: before === 0 ? Buffer.alloc(0) : Buffer.concat(consistency(before, 0, events, true)),
  }
}

const linksOf = async (tx: Tx, after: number, to: number): Promise<Buffer[]> =>
  (await auditLinks.all(tx, { after, to })).map((link) => sha256(auditLeafBytes(link.hash)))

/** Root over leaves of at most one block. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!
  const split = splitOf(leaves.length)
  return sha256(auditInnerBytes(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))))
}
