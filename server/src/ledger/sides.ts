// Accounts of one side of a movement: a platform account is several shards.
import type { AccountKind, HolderKind, PlatformKind } from '@fairturn/contract/accounting'
import type { Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { accountOf, type NewPosting } from './entries.ts'

/** An account; without a holder it is the platform's. */
export interface Side {
  readonly kind: AccountKind
  readonly holder_id?: string | undefined
}

const shardsOf = statement(
  `-- ledger_shards
  select id, balance_minor - reserved_minor as free_minor from account where kind = $kind
  order by balance_minor desc, id`,
  { params: { kind: 'text' }, columns: { id: 'uuid', free_minor: 'int8' } },
)

/**
 * Splits an amount over the accounts of one side: a platform account's shards with sufficient balance, any other account
 * alone.
 */
export async function postingsOfSide(
  tx: Tx,
  { kind, holder_id }: Side,
  amount_minor: bigint,
  sign: 1n | -1n,
): Promise<NewPosting[]> {
  if (holder_id !== undefined)
    return [{ account: accountOf(kind as HolderKind, holder_id), amount_minor: sign * amount_minor }]
  const shards = await shardsOf.all(tx, { kind })
  // A cash shard may be negative, and receiving needs no balance, so the first shard serves.
  if (kind === 'cash' || sign === 1n) return [{ account: shards[0]!.id, amount_minor: sign * amount_minor }]
  const postings: NewPosting[] = []
  let left_minor = amount_minor
  for (const { id: account, free_minor } of shards) {
    const taken_minor = free_minor < left_minor ? free_minor : left_minor
    postings.push({ account, amount_minor: -taken_minor })
    left_minor -= taken_minor
  }
  if (left_minor > 0n) throw refuse('adjustment_exceeds_what_is_there')
  return postings
}

/** Takes an amount from the platform's accounts of a kind. Refuses `adjustment_exceeds_what_is_there`. */
export const takenFrom = (tx: Tx, kind: PlatformKind, amount_minor: bigint): Promise<NewPosting[]> =>
  postingsOfSide(tx, { kind }, amount_minor, -1n)
