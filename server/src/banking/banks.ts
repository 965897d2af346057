// The bank directory: the last one fetched, or the bundled list as fallback. A failed fetch changes nothing.
import type { Bank } from '@fairturn/contract/banking'
import type { Database, Queryable } from '../platform/database/database.ts'
import { typed, statement } from '../platform/database/statement.ts'
import bundled from './banks.json' with { type: 'json' }
import { fetchDirectory } from './directory.ts'

export interface BankDirectory {
  readonly list: readonly Bank[]
  readonly source: 'directory' | 'bundled'
  readonly fetched_at: Date | null
}

const selectBanks = statement(
  `-- banking_banks
  select code, bin, name, short_name, country, swift, fetched_at from bank order by position`,
  {
    columns: {
      code: 'text',
      bin: 'text?',
      name: 'text',
      short_name: 'text',
      country: 'text',
      swift: 'text?',
      fetched_at: 'timestamptz',
    },
  },
)
const selectBank = statement(
  `-- banking_bank
  select exists (select from bank) as fetched,
    (select jsonb_build_object('code', code, 'bin', bin, 'name', name, 'short_name', short_name, 'country', country,
      'swift', swift) from bank where code = $code) as bank`,
  { params: { code: 'text' }, columns: { fetched: 'bool', bank: typed<Bank | null>('jsonb?') } },
)
const clearBanks = statement(
  `-- banking_clear_banks
  delete from bank`,
)
const insertBanks = statement(
  `-- banking_insert_banks
  insert into bank (code, bin, name, short_name, country, swift, position, fetched_at)
  select b->>'code', b->>'bin', b->>'name', b->>'short_name', b->>'country', b->>'swift', position, $fetched_at
  from jsonb_array_elements($banks::jsonb) with ordinality as each (b, position)`,
  { params: { banks: 'jsonb', fetched_at: 'timestamptz' } },
)

export async function bankDirectory(on: Queryable): Promise<BankDirectory> {
  const rows = await selectBanks.all(on)
  const [first] = rows
  if (first === undefined) return { list: bundled.banks, source: 'bundled', fetched_at: null }
  return { list: rows, source: 'directory', fetched_at: first.fetched_at }
}

/** The bank with this code, if it is in the current directory. */
export async function findBank(on: Queryable, code: string): Promise<Bank | undefined> {
  const { fetched, bank } = await selectBank.one(on, { code })
  if (!fetched) return bundled.banks.find((each) => each.code === code)
  return bank ?? undefined
}

/** Replaces the directory with a fresh fetch from its URL. Rejects, changing nothing, if the response is unusable. */
export async function refreshDirectory(database: Database, url: string): Promise<void> {
  const banks = await fetchDirectory(url)
  await database.transaction(async (tx) => {
    await clearBanks.all(tx)
    await insertBanks.all(tx, { banks: JSON.stringify(banks), fetched_at: tx.now })
  })
}
