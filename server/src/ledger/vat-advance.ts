// VAT that the state has before it is owed here: of prepayments, where they are taxed, and of what was reduced after its VAT was
// paid. The platform's own money puts it into `vat`, and has it again out of what becomes owed later (bank-charge.test.ts).
import type { EntryType } from '@fairturn/contract/accounting'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { entryId, type NewEntry, platformAccount } from './entries.ts'
import { takenFrom } from './sides.ts'

const selectAdvanced = statement(
  `-- ledger_vat_advanced
  select coalesce(-sum(p.amount_minor), 0)::bigint as advanced_minor from entry e
  join posting p on p.entry_no = e.entry_no and p.entry_id = e.id join account a on a.no = p.account_no and a.kind = 'own_money'
  where e.type in ('vat_advanced', 'vat_set_off')`,
  { columns: { advanced_minor: 'int8' } },
)
const selectOwed = statement(
  `-- ledger_vat_owed
  select sum(balance_minor - reserved_minor)::bigint as owed_minor from account where kind = 'vat'`,
  { columns: { owed_minor: 'int8' } },
)
// Two who read what is there must not both take it.
const lock = statement(
  `-- ledger_lock_vat_advances
  select pg_advisory_xact_lock(hashtext('ledger vat advances'))`,
)

export interface VatMovement {
  /** To be taken from what is owed. */
  readonly amount_minor: bigint
  readonly refers_to: string
  readonly actor: string
  readonly note: string
  /** What makes the entry one of its own. */
  readonly turn: string
}

/** What is owed to the state in the ledger, in minor units. */
const owedVat = async (on: Queryable): Promise<bigint> => (await selectOwed.one(on)).owed_minor

/** The entry, if any, that puts own money into `vat` for what is to be taken from it beyond what is owed. */
export async function advanceVat(tx: Tx, movement: VatMovement): Promise<NewEntry[]> {
  await lock.all(tx)
  const missing_minor = movement.amount_minor - (await owedVat(tx))
  return missing_minor > 0n ? [await entryOf(tx, 'vat_advanced', movement, missing_minor)] : []
}

/** The entry, if any, that gives own money back what it advanced, out of what will still be owed once this has been taken. */
export async function setOffVat(tx: Tx, movement: VatMovement): Promise<NewEntry[]> {
  await lock.all(tx)
  const [{ advanced_minor }, owed_minor] = [await selectAdvanced.one(tx), await owedVat(tx)]
  const left_minor = owed_minor - movement.amount_minor
  const back_minor = advanced_minor < left_minor ? advanced_minor : left_minor
  return back_minor > 0n ? [await entryOf(tx, 'vat_set_off', movement, back_minor)] : []
}

async function entryOf(
  tx: Tx,
  type: Extract<EntryType, 'vat_advanced' | 'vat_set_off'>,
  { refers_to, actor, note, turn }: VatMovement,
  amount_minor: bigint,
): Promise<NewEntry> {
  const id = entryId(type, refers_to, turn)
  const own_money = platformAccount('own_money', id)
  const postings =
    type === 'vat_advanced'
      ? [
          { account: own_money, amount_minor: -amount_minor },
          { account: platformAccount('vat', id), amount_minor },
        ]
      : [...(await takenFrom(tx, 'vat', amount_minor)), { account: own_money, amount_minor }]
  return { id, type, refers_to, actor, note, event_at: tx.now, postings }
}
