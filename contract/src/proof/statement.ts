// The signed texts of a proof: the statement, and the endorsement of a key. One line per value, in this order, each
// terminated by a line feed; parsed only if byte-identical to what would be written (docs/proof.md).
import { LIABILITIES, type Liability } from '../liabilities.ts'

type Version = 1 | 2 | 3
const titleOf = (version: Version): string => `Fairturn proof of liabilities, version ${version}`
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
  /** From version 2 on: what else is signed; undefined in a statement of version 1. */
  readonly covers?: Covers
  /** Informative; the tree proves only the total. */
  readonly by_kind_minor: Readonly<Record<Liability, bigint>>
  /** The public key it is signed with: 32 bytes, base64url. */
  readonly key: string
}

/** What a statement signs from version 2 on besides the liabilities, in the order of its lines. */
export interface Covers {
  /** Entries of all chains so far. */
  readonly entries: number
  /** Postings on members' accounts since the previous proof, and the root of their tree. */
  readonly lines: number
  readonly lines_root: string
  /** Awards since the previous proof, and the root of their tree. */
  readonly awards: number
  readonly awards_root: string
  /** Events of the audit log so far, the hash of the last one's link, and the root of the tree of all links. */
  readonly audit_events: number
  readonly audit_head: string
  readonly audit_root: string
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
/** The two bits of the last character that do not count are 0: another spelling of a key is none. */
const KEY_TEXT = '([\\w-]{42}[AEIMQUYcgkosw048])'
const KEY_FORM = new RegExp(`^${KEY_TEXT}$`)

const COUNT = '(0|[1-9]\\d{0,14})'
/** Names and forms of the lines, in their order. */
const HEAD = {
  number: '([1-9]\\d{0,8})',
  proof_id: '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})',
  previous: HEX,
  taken_at: INSTANT,
  currency: '(USD|EURO)',
  nonce: '([0-9a-f]{32})',
  leaves: '(0|[1-9]\\d{0,9})',
  total_minor: WHOLE,
  root: HEX,
  heads: HEX,
} as const
const COVERS: Readonly<Record<keyof Covers, string>> = {
  entries: COUNT,
  lines: '(0|[1-9]\\d{0,9})',
  lines_root: HEX,
  awards: '(0|[1-9]\\d{0,9})',
  awards_root: HEX,
  audit_events: COUNT,
  audit_head: HEX,
  audit_root: HEX,
}
const NUMBERS = new Set(['entries', 'lines', 'awards', 'audit_events'])

/** Only a statement of version 3 has these, and at least one of them is not 0: without VAT it is of version 2. */
const VAT_KINDS: readonly Liability[] = ['campaign_vat', 'vat']
const kindsOf = (version: Version): readonly Liability[] =>
  version === 3 ? LIABILITIES : LIABILITIES.filter((kind) => !VAT_KINDS.includes(kind))

function versionOf({ covers, by_kind_minor }: Statement): Version {
  if (covers === undefined) return 1
  return VAT_KINDS.some((kind) => by_kind_minor[kind] !== 0n) ? 3 : 2
}

const formOf = (version: Version): RegExp =>
  new RegExp(
    `^${[
      titleOf(version),
      ...Object.entries({ ...HEAD, ...(version > 1 && COVERS) }).map(([name, form]) => `${name}: ${form}`),
      ...kindsOf(version).map((kind) => `${kind}_minor: ${WHOLE}`),
      `key: ${KEY_TEXT}`,
    ].join('\n')}\n$`,
  )
const FORMS = { 1: formOf(1), 2: formOf(2), 3: formOf(3) } as const

export function statementText(statement: Statement): string {
  const { covers } = statement
  const version = versionOf(statement)
  return [
    titleOf(version),
    ...(Object.keys(HEAD) as (keyof typeof HEAD)[]).map((name) => `${name}: ${statement[name]}`),
    ...(covers === undefined
      ? []
      : (Object.keys(COVERS) as (keyof Covers)[]).map((name) => `${name}: ${covers[name]}`)),
    ...kindsOf(version).map((kind) => `${kind}_minor: ${statement.by_kind_minor[kind]}`),
    `key: ${statement.key}`,
    '',
  ].join('\n')
}

/** An Ed25519 public key in its only spelling: 32 bytes as base64url without padding. */
export const isKey = (text: string): boolean => KEY_FORM.test(text)

/** Without 30 February, and without a month 13. */
export function isInstant(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}

/** Indexes of leaves are 32 bits. */
const tooMany = (count: string | number | undefined): boolean => Number(count) >= 2 ** 32

/** Why the counts of one statement contradict each other: every line and award is of an entry, every award is a line. */
export const countsContradict = ({ covers }: Statement): boolean =>
  covers !== undefined &&
  (covers.awards > covers.entries ||
    covers.awards > covers.lines ||
    (covers.entries === 0 && covers.lines > 0))

/** Without new entries there are no other heads, no lines and no awards; with new ones the heads are others. */
function countsFault(
  before: Statement,
  after: Statement,
): 'proof_does_not_follow' | 'counts_contradict' | undefined {
  if (before.covers === undefined || after.covers === undefined) return undefined
  // Each chain only grows.
  const added = after.covers.entries - before.covers.entries
  if (added < 0 || (added === 0) !== (before.heads === after.heads)) return 'proof_does_not_follow'
  const { lines, awards } = after.covers
  return awards > added || (added === 0 && lines > 0) ? 'counts_contradict' : undefined
}

/**
 * Whether a statement may come after this one, apart from its hash: its time is later, nonce and id are new, and the
 * currency is the same, unless nothing had been entered yet (`currencyIsFixed` of the settings).
 */
export function statementFault(
  before: Statement,
  after: Statement,
): 'proof_is_not_later' | 'proof_does_not_follow' | 'counts_contradict' | 'currency_changed' | undefined {
  if (after.taken_at <= before.taken_at) return 'proof_is_not_later'
  if (after.nonce === before.nonce || after.proof_id === before.proof_id) return 'proof_does_not_follow'
  const fault = countsFault(before, after)
  if (fault !== undefined) return fault
  // A statement of version 1 does not say how many entries there were.
  return after.currency === before.currency || isEmpty(before) ? undefined : 'currency_changed'
}

/** Nothing had been entered: only then another currency than the screens' is no contradiction. */
export const isEmpty = ({ covers, total_minor }: Statement): boolean =>
  covers === undefined ? total_minor === 0n : covers.entries === 0

/** Parses a statement; undefined unless the text is exactly one. */
export function readStatement(text: string): Statement | undefined {
  const version = ([3, 1] as const).find((each) => FORMS[each].test(text)) ?? 2
  const found = FORMS[version].exec(text)
  if (found === null) return undefined
  const [, number, proof_id, previous, taken_at, currency, nonce, leaves, total, root, heads, ...after] =
    found as unknown as string[]
  const names = version > 1 ? Object.keys(COVERS) : []
  const covers = Object.fromEntries(
    names.map((name, i) => [name, NUMBERS.has(name) ? Number(after[i]) : after[i]!]),
  ) as unknown as Covers
  const rest = after.slice(names.length)
  if (!isInstant(taken_at!) || [leaves, ...(version > 1 ? [covers.lines, covers.awards] : [])].some(tooMany))
    return undefined
  const kinds = kindsOf(version)
  const by_kind_minor = Object.fromEntries(
    LIABILITIES.map((kind) => [kind, kinds.includes(kind) ? BigInt(rest[kinds.indexOf(kind)]!) : 0n]),
  ) as Record<Liability, bigint>
  if (version === 3 && VAT_KINDS.every((kind) => by_kind_minor[kind] === 0n)) return undefined
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
    ...(version > 1 && { covers }),
    by_kind_minor,
    key: rest[kinds.length]!,
  }
}

/** Text by which the previous key endorses this one. */
export function keyText(statement: KeyStatement): string {
  return `${KEY}\nnumber: ${statement.number}\nkey: ${statement.key}\nsince: ${statement.since}\nreplaces: ${statement.replaces}\n`
}
