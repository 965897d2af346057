// Names of payers and account holders, as different banks write the same person's.
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { canBeLatin, sepaText } from './sepa.ts'

const MAX_NAME = 140

/**
 * Whether two names are certainly of different people: neither has all words of the other, in any order and without
 * diacritics, as banks shorten and reorder names. Undefined where one cannot be written in Latin letters.
 */
export function namesDiffer(one: string, other: string): boolean | undefined {
  if (!canBeLatin(one) || !canBeLatin(other)) return undefined
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  if (few.size === 0) return undefined
  return [...few].some((word) => !many.has(word))
}

const wordsOf = (name: string): Set<string> =>
  new Set(
    sepaText(name, MAX_NAME)
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter((word) => word !== ''),
  )

const selectHolders = statement(
  `-- banking_holders_of_payout_accounts
  select member_id, holder from bank_details where member_id = any ($member_ids)`,
  { params: { member_ids: 'uuid[]' }, columns: { member_id: 'uuid', holder: 'text' } },
)

/** The holder of each member's payout account, of those who have one. */
export async function holdersOf(
  on: Queryable,
  member_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectHolders.all(on, { member_ids })
  return new Map(rows.map(({ member_id, holder }) => [member_id, holder]))
}
