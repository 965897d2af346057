// The opening balance: what the bank account held before the first accepted statement is the platform's own money, booked
// once an account by two people, so that bank and ledger can agree. Nobody types the amount: the statement says it, and if that is
// revoked the balance is reversed with it, and booked anew. Who made the account ours could name one of their own and bring its
// statement, so that two others of the side book its balance.
import { may } from '@fairturn/contract/backoffice/roles'
import { amount } from '@fairturn/contract/fields'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import { entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { statement } from '../platform/database/statement.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type ActingOperator, defineProposal, propose, recordAuditEvent } from '../staff/staff.ts'
import { lockBankAccount, selectFirstAccepted } from './bank-statements.store.ts'
import { ourBankAccount, whoSetAccount } from './receiving-account.ts'

const selectBooked = statement(
  `-- banking_opening_balance_booked
  select exists (select from bank_statement s join entry e on e.refers_to = s.id::text and e.type = 'opening_balance'
    where s.account = $account and not exists (select from entry r where r.refers_to = e.refers_to and r.type = 'credit_reversed')) as booked`,
  { params: { account: 'text' }, columns: { booked: 'bool' } },
)

/** Of revoked statements whose opening balance had been booked, the first day. */
const selectReversed = statement(
  `-- banking_opening_balance_reversed
  select s.from_day from bank_statement s join entry e on e.refers_to = s.id::text and e.type = 'opening_balance'
  where s.account = $account and s.status = 'revoked' order by s.from_day limit 1`,
  { params: { account: 'text' }, columns: { from_day: 'date' } },
)

const selectOpening = statement(
  `-- banking_opening_balance_of_statement
  select p.amount_minor from entry e join posting p on p.entry_no = e.entry_no
  join account a on a.no = p.account_no and a.kind = 'own_money'
  where e.refers_to = $statement_id and e.type = 'opening_balance'`,
  { params: { statement_id: 'text' }, columns: { amount_minor: 'int8' } },
)

/** What was booked as the opening balance that a statement says, in minor units. */
export const openingBalanceOf = async (tx: Tx, statement_id: string): Promise<bigint> =>
  (await selectOpening.maybe(tx, { statement_id }))?.amount_minor ?? 0n

/** Refuses `there_is_no_opening_balance` if there is none, or it is booked. */
async function toBook(on: Queryable, account: string) {
  const first = await selectFirstAccepted.maybe(on, { account })
  const { booked } = await selectBooked.one(on, { account })
  if (booked || first === undefined || first.opening_minor === null || first.opening_minor <= 0n)
    throw refuse('there_is_no_opening_balance')
  // What a later statement opens with is members' money too: only one of the same days says what there was before it.
  const reversed = await selectReversed.maybe(on, { account })
  if (reversed !== undefined && first.from_day > reversed.from_day)
    throw refuse('there_is_no_opening_balance')
  return { statement_id: first.id, day: first.from_day, amount_minor: first.opening_minor }
}

export const openingBalance = defineProposal({
  kind: 'opening_balance',
  oneOpenFor: ['account'],
  content: z.strictObject({ account: z.string(), statement_id: id, day: z.string(), amount }),
  side: 'in',
  proposers: may.move_money,
  approvers: may.move_money,
  excluded: ({ account }, tx) => whoSetAccount(tx, account),
  excludedBecause: 'who_set_the_account_does_not_book_its_balance',
  async execute(tx, { account, statement_id, amount: amount_minor }, approval) {
    const { actor, reason, proposed_by, approved_by } = approval
    const setters = await whoSetAccount(tx, account)
    if (setters.includes(proposed_by) || setters.includes(approved_by))
      throw refuse('who_set_the_account_does_not_book_its_balance')
    const due = await toBook(tx, account)
    if (due.statement_id !== statement_id || due.amount_minor !== amount_minor)
      throw refuse('there_is_no_opening_balance')
    const entry_id = entryId('opening_balance', account, statement_id)
    await recordAuditEvent(tx, {
      actor,
      action: 'opening_balance_booked',
      object: { kind: 'bank_statement', id: statement_id },
      reason,
      after: { amount: formatMoney(amount_minor), day: due.day },
    })
    await postOrRefuse(tx, [
      {
        id: entry_id,
        type: 'opening_balance',
        refers_to: statement_id,
        actor,
        note: reason,
        // As of the statement's first day: the reconciliation of every later day contains it.
        event_at: new Date(`${due.day}T00:00:00Z`),
        postings: [
          // Cash is negative in the ledger, because it is owed to others.
          { account: platformAccount('cash', entry_id), amount_minor: -amount_minor },
          { account: platformAccount('own_money', entry_id), amount_minor },
        ],
      },
    ])
  },
})

/** Returns the proposal's id. Refuses `this_is_proposed_already` and `who_set_the_account_does_not_book_its_balance`. */
export async function proposeOpeningBalance(
  tx: Tx,
  reason: string,
  operator: ActingOperator,
): Promise<string> {
  const { account } = await ourBankAccount(tx)
  await lockBankAccount.all(tx, { account }) // so that there is one proposal, however many are made at once
  const { statement_id, day, amount_minor } = await toBook(tx, account)
  const content = { account, statement_id, day, amount: formatMoney(amount_minor) }
  return await propose(tx, openingBalance, content, reason, operator)
}
