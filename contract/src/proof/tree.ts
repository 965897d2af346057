// Byte layouts of the Merkle sum tree of a proof of liabilities, as specified in docs/proof.md. Pure and without hashing,
// so that server and browser use their own SHA-256. The second verifier is written from docs/proof.md, never from this
// file. Own code: Merkle tree packages have no sums, and could change their encodings, which here are a promise to
// verifiers.
import { LIABILITIES, type Liability } from '../liabilities.ts'

export const HASH_BYTES = 32
export const NONCE_BYTES = 16
export const SALT_BYTES = 16
/** Sum, then hash: how a node is stored, and how its parent hashes it. */
export const NODE_BYTES = 8 + HASH_BYTES
/** Every amount is split over this many leaves, some of which may be zero. */
export const PARTS = 3
/** Greater than any possible sum: a larger one is forged. */
export const MAX_SUM_MINOR = 2n ** 63n - 1n

const LEAF = 0x00
const INNER = 0x01
const PADDING = 0x02
const IDENTITY = 0x03

const LEAF_BYTES = 1 + NONCE_BYTES + SALT_BYTES + HASH_BYTES + 1 + 1 + 8
export const INNER_HEAD_BYTES = 1 + NONCE_BYTES + 1 + 4

export interface Node {
  readonly sum_minor: bigint
  readonly hash: Uint8Array
}

export interface Leaf {
  readonly salt: Uint8Array
  /** Hash of identityBytes(); zeros for unmatched payments. */
  readonly identity: Uint8Array
  readonly kind: Liability
  /** From 0 to PARTS - 1. */
  readonly part: number
  readonly amount_minor: bigint
}

/** Number of a kind in a leaf: from 1, in the order of LIABILITIES. */
export const kindNumber = (kind: Liability): number => LIABILITIES.indexOf(kind) + 1

/** Identity in a leaf, before it is hashed: the id and the sign-in name, so that no two members share a leaf. */
export function identityBytes(member_id: string, username: string): Uint8Array {
  const id = bytesOfHex(member_id.replaceAll('-', ''))
  const name = new TextEncoder().encode(username)
  const bytes = new Uint8Array(1 + id.length + name.length)
  bytes[0] = IDENTITY
  bytes.set(id, 1)
  bytes.set(name, 1 + id.length)
  return bytes
}

export function leafBytes(nonce: Uint8Array, leaf: Leaf): Uint8Array {
  refuseNegative(leaf.amount_minor)
  const bytes = new Uint8Array(LEAF_BYTES)
  bytes[0] = LEAF
  bytes.set(nonce, 1)
  bytes.set(leaf.salt, 17)
  bytes.set(leaf.identity, 33)
  bytes[65] = kindNumber(leaf.kind)
  bytes[66] = leaf.part
  new DataView(bytes.buffer).setBigUint64(67, leaf.amount_minor)
  return bytes
}

/** Prefix of an inner node's hash input: its position, so that a node is valid at one position only. */
export function innerHead(nonce: Uint8Array, level: number, index: number): Uint8Array {
  const bytes = new Uint8Array(INNER_HEAD_BYTES)
  bytes[0] = INNER
  bytes.set(nonce, 1)
  bytes[17] = level
  new DataView(bytes.buffer).setUint32(18, index)
  return bytes
}

/** Both children with both sums, not only the total (Maxwell's flaw: docs/proof.md). */
export function innerBytes(
  nonce: Uint8Array,
  at: { level: number; index: number },
  children: readonly [Node, Node],
): Uint8Array {
  const bytes = new Uint8Array(INNER_HEAD_BYTES + 2 * NODE_BYTES)
  bytes.set(innerHead(nonce, at.level, at.index))
  children.forEach((child, i) => bytes.set(nodeBytes(child), INNER_HEAD_BYTES + i * NODE_BYTES))
  return bytes
}

export function nodeBytes(node: Node): Uint8Array {
  refuseNegative(node.sum_minor)
  const bytes = new Uint8Array(NODE_BYTES)
  new DataView(bytes.buffer).setBigUint64(0, node.sum_minor)
  bytes.set(node.hash, 8)
  return bytes
}

/** Sibling of the last node of an odd level; its sum is zero. */
export function paddingBytes(nonce: Uint8Array, level: number): Uint8Array {
  const bytes = new Uint8Array(1 + NONCE_BYTES + 1)
  bytes[0] = PADDING
  bytes.set(nonce, 1)
  bytes[17] = level
  return bytes
}

/** Number of nodes per level, from the leaves to the root; a tree without leaves is a single padding node. */
export function widthsOf(leaf_count: number): number[] {
  const widths = [Math.max(leaf_count, 1)]
  while (widths.at(-1)! > 1) widths.push(Math.ceil(widths.at(-1)! / 2))
  return widths
}

/** A sum is unsigned; throws for a negative one. */
function refuseNegative(amount_minor: bigint): void {
  if (amount_minor < 0n || amount_minor > MAX_SUM_MINOR)
    throw new RangeError(`${amount_minor} cannot stand in a proof: amounts are 0 to 2^63 - 1 minor units`)
}

export function bytesOfHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new RangeError('these are not bytes in hexadecimal')
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
