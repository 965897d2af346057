// Builds the trees of lines and of awards while their leaves are read, and finds the nodes beside a range of leaves. Of a
// day with millions of leaves only one node in 256 is in memory.
import { hash } from 'node:crypto'
import {
  AWARDS_TREE,
  LINE_CONTENT_AT,
  LINE_IDENTITY_AT,
  LINE_SALT_AT,
  LINES_TREE,
  lineBytes,
  plainInnerBytes,
  plainPaddingBytes,
  type PlainTree,
} from '@fairturn/contract/proof/lines'
import { HASH_BYTES, SALT_BYTES, widthsOf } from '@fairturn/contract/proof/tree'
import { BLOCK_LEVELS, BLOCK_NODES, ITEM_BYTES, type Salter } from './proof-tree.ts'

const MAX_LEAVES = 2 ** 32 - 1
const BLOCK_BYTES = BLOCK_NODES * HASH_BYTES
/** Positions in the salts of the liabilities, after the kinds: of a member's lines, of an award. */
const SALT_OF_LINES = 0x10
const SALT_OF_AWARD = 0x11
const KEY_BYTES = 16

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** The salt of a member's lines, or of the award of an entry. */
export function saltOf(salter: Salter, tree: PlainTree, key: Buffer): Buffer {
  const item = Buffer.alloc(ITEM_BYTES)
  key.copy(item)
  item[KEY_BYTES] = tree === LINES_TREE ? SALT_OF_LINES : SALT_OF_AWARD
  return Buffer.from(salter.of(item).salts.subarray(0, SALT_BYTES))
}

export interface Block {
  readonly tree: PlainTree
  readonly level: number
  readonly block_no: number
  readonly nodes: Buffer
}

export interface PositionsRow {
  readonly tree: PlainTree
  readonly first_key: Buffer
  readonly first_index: number
  readonly items: Buffer
}

/** Where completed rows go. */
export interface Sink {
  blocks(blocks: readonly Block[]): Promise<void>
  positions(rows: readonly PositionsRow[]): Promise<void>
}

const ROWS_AT_ONCE = 64

/** Receives leaves in their order; stores every complete block of every eighth level. */
export function openPlainTree(nonce: Buffer, tree: PlainTree, sink: Sink) {
  let count = 0
  let block = Buffer.alloc(BLOCK_BYTES)
  let waiting: Block[] = []
  const above: Buffer[] = []

  async function store(level: number, block_no: number, nodes: Buffer): Promise<void> {
    waiting.push({ tree, level, block_no, nodes })
    if (waiting.length === ROWS_AT_ONCE) await flush()
  }
  async function flush(): Promise<void> {
    if (waiting.length > 0) await sink.blocks(waiting)
    waiting = []
  }

  return {
    get count() {
      return count
    },
    /** Writes a leaf's bytes; the promise is only there when a block is complete. */
    add(leaf: Uint8Array): Promise<void> | undefined {
      if (count === MAX_LEAVES) throw new RangeError('a tree has at most 2^32 - 1 leaves')
      block.write(hash('sha256', leaf, 'binary'), (count % BLOCK_NODES) * HASH_BYTES, HASH_BYTES, 'latin1')
      count += 1
      if (count % BLOCK_NODES !== 0) return undefined
      const whole = block
      block = Buffer.alloc(BLOCK_BYTES)
      const block_no = count / BLOCK_NODES - 1
      above.push(climb(nonce, tree, { nodes: whole, level: 0, first: block_no * BLOCK_NODES }, undefined))
      return store(0, block_no, whole)
    },
    async root(): Promise<Buffer> {
      if (count === 0) return sha256(plainPaddingBytes(nonce, tree, 0))
      const rest = (count % BLOCK_NODES) * HASH_BYTES
      if (rest > 0) {
        const nodes = block.subarray(0, rest)
        const block_no = Math.floor(count / BLOCK_NODES)
        above.push(climb(nonce, tree, { nodes, level: 0, first: block_no * BLOCK_NODES }, count))
        await store(0, block_no, nodes)
      }
      let nodes = Buffer.concat(above)
      for (let level = BLOCK_LEVELS; nodes.length > HASH_BYTES; level += BLOCK_LEVELS) {
        const next: Buffer[] = []
        for (let at = 0; at < nodes.length; at += BLOCK_BYTES) {
          const part = nodes.subarray(at, at + BLOCK_BYTES)
          await store(level, at / BLOCK_BYTES, part)
          next.push(climb(nonce, tree, { nodes: part, level, first: at / HASH_BYTES }, count))
        }
        nodes = Buffer.concat(next)
      }
      await flush()
      return nodes
    },
  }
}

interface Part {
  readonly nodes: Buffer
  readonly level: number
  /** Index of the first node on its level. */
  readonly first: number
}

/** The node eight levels above a block, or the root; `count` is needed only for a tree's last block. */
function climb(nonce: Buffer, tree: PlainTree, part: Part, count: number | undefined): Buffer {
  const last = count === undefined ? Infinity : widthsOf(count).length - 1
  let { nodes, level, first } = part
  for (let i = 0; i < BLOCK_LEVELS && level < last; i += 1) {
    nodes = levelAbove(nonce, tree, { nodes, level, first })
    level += 1
    first /= 2
  }
  return nodes
}

/** The parents of these nodes; a last one without sibling gets padding. */
function levelAbove(nonce: Buffer, tree: PlainTree, { nodes, level, first }: Part): Buffer {
  const width = nodes.length / HASH_BYTES
  const above = Buffer.allocUnsafe(Math.ceil(width / 2) * HASH_BYTES)
  const nothing = new Uint8Array(HASH_BYTES)
  const bytes = Buffer.from(plainInnerBytes(nonce, { tree, level: level + 1, index: 0 }, [nothing, nothing]))
  const childrenAt = bytes.length - 2 * HASH_BYTES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < width; i += 2) {
    nodes.copy(bytes, childrenAt, i * HASH_BYTES, (i + 2) * HASH_BYTES)
    if (i + 1 === width) bytes.set(sha256(plainPaddingBytes(nonce, tree, level)), childrenAt + HASH_BYTES)
    view.setUint32(childrenAt - 4, (first + i) / 2)
    above.write(hash('sha256', bytes, 'binary'), (i / 2) * HASH_BYTES, HASH_BYTES, 'latin1')
  }
  return above
}

/** Fetches a stored block of the tree. */
export type FindNodes = (level: number, block_no: number) => Promise<Buffer>

/** The nodes beside `length` leaves from `first` on, in the order of rootOfRange(). */
export async function besideRange(
  nonce: Buffer,
  { tree, count }: { tree: PlainTree; count: number },
  { first, length }: { first: number; length: number },
  findNodes: FindNodes,
): Promise<Buffer[]> {
  const beside: Buffer[] = []
  const widths = widthsOf(count)
  const edges: { block_no: number; part: Part }[] = []
  let lo = first
  let hi = first + length
  for (let level = 0; level + 1 < widths.length; level += 1) {
    if (level % BLOCK_LEVELS === 0) {
      edges.length = 0
      for (const index of new Set([lo, hi - 1].map((at) => Math.floor(at / BLOCK_NODES))))
        edges.push({
          block_no: index,
          part: { nodes: await findNodes(level, index), level, first: index * BLOCK_NODES },
        })
    }
    const nodeOf = (index: number): Buffer => {
      for (const { part } of edges) {
        const at = (index - part.first) * HASH_BYTES
        if (at >= 0 && at < part.nodes.length) return part.nodes.subarray(at, at + HASH_BYTES)
      }
      throw new RangeError(`there is no node ${index} of level ${level} beside these leaves`)
    }
    if (lo % 2 === 1) beside.push(nodeOf(--lo))
    if (hi % 2 === 1) {
      if (hi < widths[level]!) beside.push(nodeOf(hi))
      hi += 1
    }
    lo /= 2
    hi /= 2
    for (const edge of edges)
      edge.part = {
        nodes: levelAbove(nonce, tree, edge.part),
        level: level + 1,
        first: edge.part.first / 2,
      }
  }
  return beside
}

/** A row of the cursor over lines (proof.store.ts). */
const HOLDER_AT = 0
const IDENTITY_AT = 16
const ACCOUNT_NO_AT = 48
const CONTENT_AT = 56
const VERSION_AT = CONTENT_AT + 17

/** Holder, account number, position of its first line, that line's version, and how many. */
export const POSITION_BYTES = 16 + 8 + 4 + 8 + 4
const POSITIONS_A_ROW = 1000

export interface LinePosition {
  readonly account_no: bigint
  readonly first_index: number
  readonly firstVersion: bigint
  readonly count: number
}

/** A member's positions in a stored row, in their order. */
export function positionsOf(holder: Buffer, items: Buffer): LinePosition[] {
  const found: LinePosition[] = []
  for (let at = 0; at < items.length; at += POSITION_BYTES)
    if (items.compare(holder, 0, KEY_BYTES, at, at + KEY_BYTES) === 0)
      found.push({
        account_no: items.readBigInt64BE(at + 16),
        first_index: items.readUInt32BE(at + 24),
        firstVersion: items.readBigInt64BE(at + 28),
        count: items.readUInt32BE(at + 36),
      })
  return found
}

/** Receives the rows of the cursor over lines, in order of holder, account and version. */
export function openLines(nonce: Buffer, salter: Salter, sink: Sink) {
  const tree = openPlainTree(nonce, LINES_TREE, sink)
  const nobody = { salt: new Uint8Array(SALT_BYTES), identity: new Uint8Array(HASH_BYTES) }
  const id = '00000000-0000-0000-0000-000000000000'
  const empty = { version: 0n, amount_minor: 0n, balance_after: 0n, at_ms: 0, type: '' }
  const head = Buffer.from(
    lineBytes({ nonce, ...nobody }, { account: id, kind: 'member_available', entry_id: id, ...empty }),
  ).subarray(0, LINE_CONTENT_AT)
  let items: Buffer[] = []
  let rows: PositionsRow[] = []
  let current: { key: string; holder: Buffer; item: Buffer } | undefined

  async function endRow(): Promise<void> {
    if (items.length === 0) return
    const first_key = items[0]!.subarray(0, KEY_BYTES)
    rows.push({
      tree: LINES_TREE,
      first_key,
      first_index: items[0]!.readUInt32BE(24),
      items: Buffer.concat(items),
    })
    items = []
    if (rows.length === ROWS_AT_ONCE) await endRows()
  }
  async function endRows(): Promise<void> {
    if (rows.length > 0) await sink.positions(rows)
    rows = []
  }

  return {
    async add(row: Buffer): Promise<void> {
      const holder = row.subarray(HOLDER_AT, KEY_BYTES)
      const key = row.toString('latin1', ACCOUNT_NO_AT, CONTENT_AT)
      const newHolder = current === undefined || !current.holder.equals(holder)
      if (current === undefined || newHolder || current.key !== key) {
        // A row begins with a new holder, so that a member's positions share one.
        if (newHolder && items.length >= POSITIONS_A_ROW) await endRow()
        if (newHolder) {
          saltOf(salter, LINES_TREE, holder).copy(head, LINE_SALT_AT)
          row.copy(head, LINE_IDENTITY_AT, IDENTITY_AT, ACCOUNT_NO_AT)
        }
        const item = Buffer.alloc(POSITION_BYTES)
        row.copy(item, 0, HOLDER_AT, KEY_BYTES)
        row.copy(item, 16, ACCOUNT_NO_AT, CONTENT_AT)
        item.writeUInt32BE(tree.count, 24)
        row.copy(item, 28, VERSION_AT, VERSION_AT + 8)
        items.push(item)
        current = { key, holder: item.subarray(0, KEY_BYTES), item }
      }
      const { item } = current
      item.writeUInt32BE(item.readUInt32BE(36) + 1, 36)
      const stored = tree.add(Buffer.concat([head, row.subarray(CONTENT_AT)]))
      if (stored !== undefined) await stored
    },
    async end(): Promise<{ count: number; root: Buffer }> {
      await endRow()
      await endRows()
      return { count: tree.count, root: await tree.root() }
    },
  }
}

/** An award's row of the cursor: entry, amount, bonus and time, then the type. */
export interface AwardRow {
  readonly entry: Buffer
  readonly leaf: Uint8Array
}

/** Receives awards in the order of their entries' ids. */
export function openAwards(nonce: Buffer, sink: Sink) {
  const tree = openPlainTree(nonce, AWARDS_TREE, sink)
  let entries: Buffer[] = []
  let first_index = 0
  async function endRow(): Promise<void> {
    if (entries.length === 0) return
    await sink.positions([
      { tree: AWARDS_TREE, first_key: entries[0]!, first_index, items: Buffer.concat(entries) },
    ])
    first_index += entries.length
    entries = []
  }
  return {
    async add({ entry, leaf }: AwardRow): Promise<void> {
      entries.push(entry)
      const stored = tree.add(leaf)
      if (stored !== undefined) await stored
      if (entries.length === POSITIONS_A_ROW) await endRow()
    },
    async end(): Promise<{ count: number; root: Buffer }> {
      await endRow()
      return { count: tree.count, root: await tree.root() }
    },
  }
}

/** Index of an award in the tree, from its stored row; undefined if it is not there. */
export function awardIndexOf(entry: Buffer, row: { first_index: bigint; items: Buffer }): number | undefined {
  for (let at = 0; at < row.items.length; at += KEY_BYTES)
    if (row.items.compare(entry, 0, KEY_BYTES, at, at + KEY_BYTES) === 0)
      return Number(row.first_index) + at / KEY_BYTES
  return undefined
}
