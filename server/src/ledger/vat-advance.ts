// VAT that the state has before it is owed here: of prepayments, where they are taxed, and of what was reduced after its VAT was
// paid. The platform's own money puts it into `vat`, and has it again out of what becomes owed later (bank-charge.test.ts).
import type { EntryType } from '@fairturn/contract/accounting'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
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
const selectOwn = statement(
  `-- ledger_own_of_platform
  select sum(balance_minor - reserved_minor)::bigint as own_minor,
    coalesce(sum(balance_minor - reserved_minor) filter (where kind = 'revenue'), 0)::bigint as revenue_minor
  from account where kind in ('revenue', 'own_money')`,
  { columns: { own_minor: 'int8', revenue_minor: 'int8' } },
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
export const owedVat = async (on: Queryable): Promise<bigint> => (await selectOwed.one(on)).owed_minor

/** That so much is owed; holds until the transaction ends. Refuses `less_vat_is_owed` with what is. */
export async function requireOwedVat(tx: Tx, vat_minor: bigint): Promise<void> {
  await lock.all(tx)
  const owed_minor = await owedVat(tx)
  if (owed_minor < vat_minor) throw refuse('less_vat_is_owed', { owed: formatMoney(owed_minor) })
}

/** The platform's revenue that nothing reserves, in minor units. */
export const earnedOf = async (on: Queryable): Promise<bigint> => (await selectOwn.one(on)).revenue_minor

/** Whoever posts to `vat` and to what was advanced in one transaction locks both before any account. */
export const lockVatAdvances = (tx: Tx): Promise<unknown> => lock.all(tx)

/**
 * That the platform's own money has this much: what it earned and what it brought. Everything else in the bank account is
 * owed to somebody. Refuses `own_money_does_not_suffice` with what is there.
 */
async function requireOwnMoney(on: Queryable, needed_minor: bigint): Promise<void> {
  if (needed_minor <= 0n) return
  const { own_minor } = await selectOwn.one(on)
  if (own_minor < needed_minor)
    throw refuse('own_money_does_not_suffice', {
      needed: formatMoney(needed_minor),
      there: formatMoney(own_minor > 0n ? own_minor : 0n),
    })
}

/** That own money can pay a loss; holds until the transaction ends. Refuses `own_money_does_not_suffice`. */
export async function requireOwnMoneyForLoss(tx: Tx, lost_minor: bigint): Promise<void> {
  if (lost_minor <= 0n) return
  await lock.all(tx)
  await requireOwnMoney(tx, lost_minor)
}

interface OwnMoneyNeeded {
  /** Taken from `vat`: own money advances what is beyond what is owed. */
  readonly vat_minor: bigint
  /** Of own money besides; negative: gained. */
  readonly lost_minor: bigint
}

/**
 * That own money can pay it, read under the lock of advances; what was advanced before, and is owed now, goes back to it first.
 * Returns what it advances. Refuses `own_money_does_not_suffice`.
 */
export async function requireOwnMoneyForVat(
  tx: Tx,
  { vat_minor, lost_minor }: OwnMoneyNeeded,
): Promise<bigint> {
  await lock.all(tx)
  const advance_minor = await advanceOf(tx, vat_minor)
  if (advance_minor > 0n || lost_minor > 0n)
    await requireOwnMoney(tx, advance_minor + lost_minor - (await setOffOf(tx, vat_minor)))
  return advance_minor
}

/**
 * What own money pays of a refund, because revenue has not so much. Refuses `own_money_does_not_suffice` if together they have
 * less than is lost and advanced.
 */
export async function beyondRevenue(tx: Tx, { vat_minor, lost_minor }: OwnMoneyNeeded): Promise<bigint> {
  await lock.all(tx)
  const advance_minor = await advanceOf(tx, vat_minor)
  const { revenue_minor } = await selectOwn.one(tx)
  const beyond_minor = lost_minor > revenue_minor ? lost_minor - revenue_minor : 0n
  if (advance_minor + beyond_minor > 0n) await requireOwnMoney(tx, advance_minor + lost_minor)
  return beyond_minor
}

const advanceOf = async (on: Queryable, vat_minor: bigint): Promise<bigint> => {
  const missing_minor = vat_minor - (await owedVat(on))
  return missing_minor > 0n ? missing_minor : 0n
}

/** The entry, if any, that puts own money into `vat` for what is to be taken from it beyond what is owed. */
export async function advanceVat(tx: Tx, movement: VatMovement): Promise<NewEntry[]> {
  await lock.all(tx)
  const missing_minor = await advanceOf(tx, movement.amount_minor)
  return missing_minor > 0n ? [await entryOf(tx, 'vat_advanced', movement, missing_minor)] : []
}

/** The entry, if any, that gives own money back what it advanced, out of what will still be owed once this has been taken. */
export async function setOffVat(tx: Tx, movement: VatMovement): Promise<NewEntry[]> {
  await lock.all(tx)
  const back_minor = await setOffOf(tx, movement.amount_minor)
  return back_minor > 0n ? [await entryOf(tx, 'vat_set_off', movement, back_minor)] : []
}

async function setOffOf(on: Queryable, amount_minor: bigint): Promise<bigint> {
  const [{ advanced_minor }, owed_minor] = [await selectAdvanced.one(on), await owedVat(on)]
  const left_minor = owed_minor - amount_minor
  const back_minor = advanced_minor < left_minor ? advanced_minor : left_minor
  return back_minor > 0n ? back_minor : 0n
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
