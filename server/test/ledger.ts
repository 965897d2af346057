import { randomUUID } from 'node:crypto'
// Factories of ledger entries.
import type { EntryType, HolderKind } from '@fairturn/contract/accounting'
import {
  type AccountId,
  type NewEntry,
  accountOf,
  entryId,
  openAccounts,
  platformAccount,
  post,
} from '../src/ledger/ledger.ts'
import type { Queryable } from '../src/platform/database/database.ts'

/** An entry with the given postings; its id is derived from type and refers_to. */
export function movement(
  type: EntryType,
  refers_to: string,
  postings: [AccountId, bigint][],
  more: Partial<NewEntry> = {},
): NewEntry {
  return {
    id: entryId(type, refers_to),
    type,
    refers_to,
    actor: 'system',
    event_at: new Date('2026-11-21T08:00:00Z'),
    postings: postings.map(([account, amount_minor]) => ({ account, amount_minor })),
    ...more,
  }
}

/** A transfer between two accounts, with a new id. */
export function transfer(
  from: AccountId,
  to: AccountId,
  amount_minor: bigint,
  more: Partial<NewEntry> = {},
): NewEntry {
  return movement(
    'adjustment',
    randomUUID(),
    [
      [from, -amount_minor],
      [to, amount_minor],
    ],
    more,
  )
}

/** An entry for money from outside. */
export function deposit(to: AccountId, amount_minor: bigint): NewEntry {
  const refers_to = randomUUID()
  const cash = platformAccount('cash', entryId('deposit_credited', refers_to))
  return movement('deposit_credited', refers_to, [
    [cash, -amount_minor],
    [to, amount_minor],
  ])
}

/** Gives the platform revenue of its own, which adjustments can pay out. */
export async function earnRevenue(on: Queryable, amount_minor: bigint): Promise<void> {
  const refers_to = randomUUID()
  const id = entryId('interest_booked', refers_to)
  await post(on, [
    movement('interest_booked', refers_to, [
      [platformAccount('cash', id), -amount_minor],
      [platformAccount('revenue', id), amount_minor],
    ]),
  ])
}

/** Creates an account with a balance of `amount_minor`. */
export async function fundedAccount(
  on: Queryable,
  amount_minor: bigint,
  kind: HolderKind = 'member_available',
): Promise<AccountId> {
  const holder_id = randomUUID()
  await openAccounts(on, [{ kind, holder_id }])
  const account = accountOf(kind, holder_id)
  if (amount_minor > 0n) await post(on, [deposit(account, amount_minor)])
  return account
}
