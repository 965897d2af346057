// The signed texts of a proof: the statement, and the endorsement of a key. One line per value, in this order, each
// terminated by a line feed; parsed only if byte-identical to what would be written (docs/proof.md).
import { LIABILITIES, type Liability } from '../transparency.ts'

const STATEMENT = 'Fairturn proof of liabilities, version 1'
const KEY = 'Fairturn proof key, version 1'
/** Predecessor hash of the first proof. */
export const NONE_BEFORE = '0'.repeat(64)

export interface Statement {
  /** From 1, without gaps. */
  readonly number: number
  readonly proof_id: string
  /** SHA-256 of the previous statement, hexadecimal. */
  readonly previous: string
  /** ISO 8601, UTC, milliseconds. */
  readonly taken_at: string
  readonly currency: string
  /** 16 bytes, hexadecimal. */
  readonly nonce: string
  readonly leaves: number
  readonly total_minor: bigint
  /** Hash of the tree's root, hexadecimal. */
  readonly root: string
  /** SHA-256 of the list of the ledger's chain heads, hexadecimal. */
  readonly heads: string
  /** Informative; the tree proves only the total. */
  readonly by_kind_minor: Readonly<Record<Liability, bigint>>
  /** The public key it is signed with: 32 bytes, base64url. */
  readonly key: string
}

export interface KeyStatement {
  readonly number: number
  readonly key: string
  readonly since: string
  /** The previous key, which signs this; `none` for the first. */
  readonly replaces: string
}

const HEX = '([0-9a-f]{64})'
const WHOLE = '(0|[1-9]\\d{0,18})'
const INSTANT = '(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)'
const KEY_TEXT = '([\\w-]{43})'

const STATEMENT_FORM = new RegExp(
  `^${[
    STATEMENT,
    `number: ([1-9]\\d{0,8})`,
    `proof_id: ([0-9a-f-]{36})`,
    `previous: ${HEX}`,
    `taken_at: ${INSTANT}`,
    `currency: ([A-Z]{3,4})`,
    `nonce: ([0-9a-f]{32})`,
    `leaves: (0|[1-9]\\d{0,9})`,
    `total_minor: ${WHOLE}`,
    `root: ${HEX}`,
    `heads: ${HEX}`,
    ...LIABILITIES.map((kind) => `${kind}_minor: ${WHOLE}`),
    `key: ${KEY_TEXT}`,
  ].join('\n')}\n$`,
)

export function statementText(statement: Statement): string {
  return [
    STATEMENT,
    `number: ${statement.number}`,
    `proof_id: ${statement.proof_id}`,
    `previous: ${statement.previous}`,
    `taken_at: ${statement.taken_at}`,
    `currency: ${statement.currency}`,
    `nonce: ${statement.nonce}`,
    `leaves: ${statement.leaves}`,
    `total_minor: ${statement.total_minor}`,
    `root: ${statement.root}`,
    `heads: ${statement.heads}`,
    ...LIABILITIES.map((kind) => `${kind}_minor: ${statement.by_kind_minor[kind]}`),
    `key: ${statement.key}`,
    '',
  ].join('\n')
}

/** Parses a statement; undefined unless the text is exactly one. */
export function readStatement(text: string): Statement | undefined {
  const found = STATEMENT_FORM.exec(text)
  if (found === null) return undefined
  const [, number, proof_id, previous, taken_at, currency, nonce, leaves, total, root, heads, ...rest] =
    found as unknown as string[]
  return {
    number: Number(number),
    proof_id: proof_id!,
    previous: previous!,
    taken_at: taken_at!,
    currency: currency!,
    nonce: nonce!,
    leaves: Number(leaves),
    total_minor: BigInt(total!),
    root: root!,
    heads: heads!,
    by_kind_minor: Object.fromEntries(LIABILITIES.map((kind, i) => [kind, BigInt(rest[i]!)])) as Record<
      Liability,
      bigint
    >,
    key: rest[LIABILITIES.length]!,
  }
}

/** Text by which the previous key endorses this one. */
export function keyText(statement: KeyStatement): string {
  return `${KEY}\nnumber: ${statement.number}\nkey: ${statement.key}\nsince: ${statement.since}\nreplaces: ${statement.replaces}\n`
}
