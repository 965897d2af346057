// Names of payers and account holders, as different banks write the same person's.
import type { Queryable } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { canBeLatin, sepaText } from './sepa.ts'

const MAX_NAME = 140

/** How banks write letters that they do not have, besides without their accents and strokes. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', đ: 'dj',
} // prettier-ignore

/**
 * Whether two names are certainly of different people: neither has all words of the other, in any order, without diacritics
 * and in any spelling (Müller, MUELLER), as banks shorten and reorder names. Undefined where one cannot be written in Latin
 * letters.
 */
export function namesDiffer(one: string, other: string): boolean | undefined {
  if (!canBeLatin(one) || !canBeLatin(other)) return undefined
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [Words, Words]
  if (few.size === 0) return undefined
  const known = new Set([...many].flat())
  return [...few].some((spellings) => !spellings.some((word) => known.has(word)))
}

/** By each word without diacritics, the word written out. */
type Words = ReadonlyMap<string, string>

function wordsOf(name: string): Words {
  const writtenOut = latinWords(
    name.normalize('NFC').replace(/[äöüøåđ]/gi, (letter) => WRITTEN_OUT[letter.toLowerCase()]!),
  )
  return new Map(latinWords(name).map((word, index) => [word, writtenOut[index] ?? word]))
}

const latinWords = (name: string): string[] =>
  sepaText(name, MAX_NAME)
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')

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
