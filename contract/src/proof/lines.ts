// Byte layouts of the trees that a statement of version 2 signs besides the liabilities: of the lines (postings on members'
// accounts), of the awards, and of the audit log. Specified in docs/proof.md; without hashing, as tree.ts.
import { HOLDER_KINDS } from '../accounting.ts'
import { bytesOfHex, HASH_BYTES, NONCE_BYTES, SALT_BYTES, widthsOf } from './tree.ts'

const LINE = 0x10
const PLAIN_INNER = 0x11
const PLAIN_PADDING = 0x12
const AWARD = 0x13
const AUDIT_LEAF = 0x20
const AUDIT_INNER = 0x21

/** Numbers of the trees, which are hashed into their nodes. */
export const LINES_TREE = 1
export const AWARDS_TREE = 2
export type PlainTree = typeof LINES_TREE | typeof AWARDS_TREE

/** Kinds of accounts that belong to a member, by their numbers in lines, from 1. */
export const LINE_KINDS = HOLDER_KINDS.filter((kind) => kind !== 'unmatched_payment')
export type LineKind = (typeof LINE_KINDS)[number]

/** Text whose SHA-256 is an account's id (uuidOfHash). */
export const accountText = (kind: LineKind, holder_id: string): string => `account ${kind} ${holder_id}`

export interface LineContent {
  /** The account's id. */
  readonly account: string
  readonly kind: LineKind
  /** Which posting of the account it is, from 1. */
  readonly version: bigint
  readonly amount_minor: bigint
  readonly balance_after: bigint
  readonly entry_id: string
  readonly at_ms: number
  readonly type: string
}

const uuidBytes = (uuid: string): Uint8Array => bytesOfHex(uuid.replaceAll('-', ''))

export function lineBytes(
  { nonce, salt, identity }: { nonce: Uint8Array; salt: Uint8Array; identity: Uint8Array },
  line: LineContent,
): Uint8Array {
  const type = new TextEncoder().encode(line.type)
  const bytes = new Uint8Array(LINE_TYPE_AT + type.length)
  const view = new DataView(bytes.buffer)
  bytes[0] = LINE
  bytes.set(nonce, 1)
  bytes.set(salt, LINE_SALT_AT)
  bytes.set(identity, LINE_IDENTITY_AT)
  bytes.set(uuidBytes(line.account), LINE_CONTENT_AT)
  bytes[LINE_CONTENT_AT + 16] = LINE_KINDS.indexOf(line.kind) + 1
  view.setBigUint64(LINE_CONTENT_AT + 17, line.version)
  view.setBigInt64(LINE_CONTENT_AT + 25, line.amount_minor)
  view.setBigInt64(LINE_CONTENT_AT + 33, line.balance_after)
  bytes.set(uuidBytes(line.entry_id), LINE_CONTENT_AT + 41)
  view.setBigUint64(LINE_CONTENT_AT + 57, BigInt(line.at_ms))
  bytes.set(type, LINE_TYPE_AT)
  return bytes
}

export const LINE_SALT_AT = 1 + NONCE_BYTES
export const LINE_IDENTITY_AT = LINE_SALT_AT + SALT_BYTES
/** Where a line's own content begins: its account, kind, version, amounts, entry and time, then its type. */
export const LINE_CONTENT_AT = LINE_IDENTITY_AT + HASH_BYTES
const LINE_TYPE_AT = LINE_CONTENT_AT + 65

export interface AwardContent {
  readonly entry_id: string
  readonly amount_minor: bigint
  /** Part of the amount. */
  readonly bonus_minor: bigint
  readonly at_ms: number
  readonly type: string
}

export function awardBytes(nonce: Uint8Array, salt: Uint8Array, award: AwardContent): Uint8Array {
  const type = new TextEncoder().encode(award.type)
  const bytes = new Uint8Array(73 + type.length)
  const view = new DataView(bytes.buffer)
  bytes[0] = AWARD
  bytes.set(nonce, 1)
  bytes.set(salt, 17)
  bytes.set(uuidBytes(award.entry_id), 33)
  view.setBigUint64(49, award.amount_minor)
  view.setBigUint64(57, award.bonus_minor)
  view.setBigUint64(65, BigInt(award.at_ms))
  bytes.set(type, 73)
  return bytes
}

const PLAIN_HEAD_BYTES = 1 + NONCE_BYTES + 1 + 1 + 4

/** Inner node of a tree without sums. */
export function plainInnerBytes(
  nonce: Uint8Array,
  at: { tree: PlainTree; level: number; index: number },
  children: readonly [Uint8Array, Uint8Array],
): Uint8Array {
  const bytes = new Uint8Array(PLAIN_HEAD_BYTES + 2 * HASH_BYTES)
  bytes[0] = PLAIN_INNER
  bytes.set(nonce, 1)
  bytes[17] = at.tree
  bytes[18] = at.level
  new DataView(bytes.buffer).setUint32(19, at.index)
  bytes.set(children[0], PLAIN_HEAD_BYTES)
  bytes.set(children[1], PLAIN_HEAD_BYTES + HASH_BYTES)
  return bytes
}

/** Sibling of the last node of an odd level, and the root of a tree without leaves. */
export function plainPaddingBytes(nonce: Uint8Array, tree: PlainTree, level: number): Uint8Array {
  const bytes = new Uint8Array(1 + NONCE_BYTES + 2)
  bytes[0] = PLAIN_PADDING
  bytes.set(nonce, 1)
  bytes[17] = tree
  bytes[18] = level
  return bytes
}

export type Hash = (bytes: Uint8Array) => Promise<Uint8Array>

/**
 * Root over consecutive leaves, from `first` on, of a tree with `count` leaves; `beside` are the nodes beside them: of
 * each level, from the leaves up, the one before if there is one, then the one after. Undefined if it has too few or too
 * many.
 */
export async function rootOfRange(
  { nonce, tree, count }: { nonce: Uint8Array; tree: PlainTree; count: number },
  first: number,
  leaves: readonly Uint8Array[],
  beside: readonly Uint8Array[],
  hash: Hash,
): Promise<Uint8Array | undefined> {
  if (leaves.length === 0 || first < 0 || first + leaves.length > count) return undefined
  let nodes = [...leaves]
  let lo = first
  let used = 0
  for (const [level, width] of widthsOf(count).slice(0, -1).entries()) {
    if (lo % 2 === 1) {
      if (beside[used] === undefined) return undefined
      nodes.unshift(beside[used++]!)
      lo -= 1
    }
    if (nodes.length % 2 === 1) {
      if (lo + nodes.length === width) nodes.push(await hash(plainPaddingBytes(nonce, tree, level)))
      else if (beside[used] === undefined) return undefined
      else nodes.push(beside[used++]!)
    }
    const below = nodes
    lo /= 2
    nodes = await Promise.all(
      Array.from({ length: below.length / 2 }, (_, i) =>
        hash(
          plainInnerBytes(nonce, { tree, level: level + 1, index: lo + i }, [
            below[2 * i]!,
            below[2 * i + 1]!,
          ]),
        ),
      ),
    )
  }
  return used === beside.length ? nodes[0] : undefined
}

// The audit log's tree: as in RFC 9162, 2.1, with other first bytes; each leaf is the hash of one link of the log's chain.

export function auditLeafBytes(link: Uint8Array): Uint8Array {
  return Uint8Array.from([AUDIT_LEAF, ...link])
}

export function auditInnerBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  return Uint8Array.from([AUDIT_INNER, ...left, ...right])
}

/** The largest power of two below `count`, which is at least two. */
export const splitOf = (count: number): number => 2 ** (Math.ceil(Math.log2(count)) - 1)

/**
 * Whether the log with `after` begins with the log with `before`: the consistency proof of RFC 9162, 2.1.4.2. Both roots
 * are computed from `nodes`, so no earlier line can have been changed, removed or inserted.
 */
export async function auditLogExtends(
  before: { count: number; root: Uint8Array },
  after: { count: number; root: Uint8Array },
  nodes: readonly Uint8Array[],
  hash: Hash,
): Promise<boolean> {
  const same = (a: Uint8Array | undefined, b: Uint8Array) =>
    a !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i])
  if (before.count > after.count) return false
  if (before.count === 0) return nodes.length === 0
  if (before.count === after.count) return nodes.length === 0 && same(before.root, after.root)
  let used = 0
  const inner = (left: Uint8Array, right: Uint8Array) => hash(auditInnerBytes(left, right))
  const next = (): Uint8Array => {
    const node = nodes[used++]
    if (node?.length !== HASH_BYTES) throw new RangeError('a node is missing')
    return node
  }
  /** Both roots of the subtree with `count` leaves, of which the first `known` are of the log before. */
  const both = async (
    known: number,
    count: number,
    whole: boolean,
  ): Promise<readonly [Uint8Array, Uint8Array]> => {
    if (known === count) {
      const node = whole ? before.root : next()
      return [node, node]
    }
    const split = splitOf(count)
    if (known <= split) {
      const [old, grown] = await both(known, split, whole)
      return [old, await inner(grown, next())]
    }
    const [old, grown] = await both(known - split, count - split, false)
    const left = next()
    return [await inner(left, old), await inner(left, grown)]
  }
  try {
    const [old, grown] = await both(before.count, after.count, true)
    return used === nodes.length && same(old, before.root) && same(grown, after.root)
  } catch {
    return false
  }
}
