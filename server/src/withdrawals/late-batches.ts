// A payment file is late once its day of execution has passed, in the bank's time zone, before it was marked as sent. One that
// was never exported is dropped by one person. Of an exported one two people say what became of it: `sent`, the bank has it, or
// `dropped`, nobody has uploaded it. It is dropped only if the bank has reported nothing on it, and accepted statements cover
// three banking days after its day without any debit that could be one of its payments; then these may be put in another file
// (late-batches.test.ts). Of one marked as sent two people say on the same terms that it was `not_executed`: its payments are returned.
// Neither while any of its payments is paid, or a line of the bank since the file was made names it or one of its payments, of
// whatever amount and however it was resolved: the bank has executed it, then, in whole or in part.
import { may } from '@fairturn/contract/backoffice/roles'
import { LATE_OUTCOMES } from '@fairturn/contract/backoffice/withdrawals'
import { id } from '@fairturn/contract/ids'
import { formatMoney } from '@fairturn/contract/minor-units'
import { z } from 'zod'
import {
  asRead,
  lockDeciding,
  returnRefund,
  selectRefundsLocked,
  textOfLine,
  todayAtBank,
} from '../banking/banking.ts'
import { getMember } from '../members/members.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import { type RowOf, statement, typed } from '../platform/database/statement.ts'
import type { Operator } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { textOf } from '../platform/texts/messages.ts'
import { actorOf, defineProposal, findOpenProposal, propose } from '../staff/staff.ts'
import type { BatchRow } from './payout-batches.store.ts'
import { closeFinishedBatches, discardBatch, isLate, lockBatch, sendBatch } from './payout-batches.ts'
import { FIRST_DAY_OF_BATCH, isAbsent } from './rejections.ts'
import { requireMayRelease } from './separate-duties.ts'
import { returnWithdrawal } from './settle-withdrawal.ts'
import { selectWithdrawal as getWithdrawalRow } from './withdrawals.store.ts'

type Outcome = (typeof LATE_OUTCOMES)[number]

type ItemOfLate = RowOf<typeof selectItemsOfLate>
const selectItemsOfLate = statement(
  `-- withdrawals_items_of_late_batch
  select i.withdrawal_id, i.refund_id, i.end_to_end_id, i.amount_minor, i.bank_status, coalesce(w.status, r.status, '') as status,
    b.execution_day::text as execution_day, ${FIRST_DAY_OF_BATCH}::text as since,
    s.covered_from::text as covered_from, s.covered_to::text as covered_to
  from payout_item i join payout_batch b on b.id = i.batch_id
  left join withdrawal w on w.id = i.withdrawal_id left join unmatched_payment_refund r on r.id = i.refund_id
  cross join lateral (
    select min(from_day) as covered_from, max(to_day) as covered_to from bank_statement
    where status = 'accepted'
      and account = upper(regexp_replace(coalesce(b.debtor ->> 'iban', b.debtor ->> 'account_number'), '[\\s-]', '', 'g'))
  ) s
  where i.batch_id = $batch_id order by i.item_no`,
  {
    params: { batch_id: 'uuid' },
    columns: {
      withdrawal_id: 'uuid?',
      refund_id: 'uuid?',
      end_to_end_id: 'text',
      amount_minor: 'int8',
      bank_status: 'text?',
      status: 'text',
      execution_day: 'text',
      since: 'text',
      covered_from: 'text?',
      covered_to: 'text?',
    },
  },
)

/**
 * The first line of the bank since the file was made that names it or one of its payments, also one of a statement that waits for
 * its confirmation. Of credits only those that nobody has decided: a decided one is a return, or what somebody else has sent.
 */
const selectNaming = statement(
  `-- withdrawals_line_naming_batch
  with named as (
    select b.reference, null::uuid as withdrawal_id, null::uuid as refund_id from payout_batch b where b.id = $batch_id
    union all select i.end_to_end_id, i.withdrawal_id, i.refund_id from payout_item i where i.batch_id = $batch_id
  ), line as (
    select l.booking_day, l.amount_minor, l.direction, l.end_to_end_id, l.batch_id, l.remittance, l.withdrawal_id, l.refund_id
    from bank_line l join bank_statement s on s.id = l.statement_id
    where s.status = 'accepted' and l.status <> 'revoked' and (l.direction = 'debit' or l.status in ('new', 'unmatched'))
    union all
    select l.booking_day, l.amount_minor, l.direction, l.end_to_end_id, l.batch_id, l.remittance, null, null
    from unconfirmed_bank_line l join bank_statement s on s.id = l.statement_id
    where s.status = 'unconfirmed' and l.direction = 'debit'
  ), text as (
    select line.*, ${textOfLine('line')} as said
    from line, payout_batch b where b.id = $batch_id and line.booking_day >= ${FIRST_DAY_OF_BATCH}
  )
  select t.booking_day::text as day, t.amount_minor, t.direction, n.reference
  from text t join named n on strpos(t.said, ${asRead('n.reference')}) > 0
    or t.direction = 'debit' and (t.withdrawal_id = n.withdrawal_id or t.refund_id = n.refund_id)
  order by t.booking_day, n.reference limit 1`,
  {
    params: { batch_id: 'uuid' },
    columns: {
      day: 'text',
      amount_minor: 'int8',
      direction: typed<'credit' | 'debit'>('text'),
      reference: 'text',
    },
  },
)

export const lateBatch = defineProposal({
  kind: 'late_payment_file',
  oneOpenFor: ['batch_id', 'outcome'],
  content: z.strictObject({
    batch_id: id,
    file: z.string(),
    execution_day: z.string(),
    payments: z.int(),
    total: z.string(),
    outcome: z.enum(LATE_OUTCOMES),
  }),
  side: 'out',
  proposers: may.move_money,
  approvers: may.move_money,
  async execute(tx, { batch_id, outcome }, { actor }) {
    await requirePossible(tx, batch_id, outcome)
    if (outcome === 'sent') await sendBatch(tx, { batch_id, actor, late: true })
    else if (outcome === 'not_executed') await returnPayments(tx, batch_id, actor)
    else await discardBatch(tx, { batch_id, actor, late: true })
  },
})

/** The proposal that is open about a file, if any. */
export const openProposalOfBatch = (
  on: Queryable,
  about: { batch_id: string; outcome?: Outcome },
  now: Date,
) => findOpenProposal.maybe(on, { kind: lateBatch.kind, about: JSON.stringify(about), now })

/**
 * Returns the proposal's id, or that of the one already open for the same. Refuses `payout_batch_is_unknown`,
 * `payout_batch_is_in_another_state`, `payout_batch_is_not_late`, `payout_batch_is_paid_in_part`,
 * `payout_batch_is_named_by_the_bank`, `payout_batch_may_be_at_the_bank` and as requireMayRelease().
 */
export async function proposeLate(
  tx: Tx,
  { batch_id, outcome, reason }: { batch_id: string; outcome: Outcome; reason: string },
  operator: Operator,
): Promise<string> {
  const batch = await requirePossible(tx, batch_id, outcome)
  await requireMayRelease(tx, { batch_id }, actorOf(operator))
  const { reference: file, execution_day, payment_count: payments, total_minor } = batch
  const content = { batch_id, file, execution_day, payments, total: formatMoney(total_minor), outcome }
  return await propose(tx, lateBatch, content, reason, operator)
}

async function requirePossible(tx: Tx, batch_id: string, outcome: Outcome): Promise<BatchRow> {
  await lockDeciding.all(tx)
  const batch = await lockBatch(tx, batch_id, [outcome === 'not_executed' ? 'sent' : 'exported'])
  const today = await todayAtBank(tx, tx.now)
  if (outcome !== 'not_executed' && !isLate(batch, today)) throw refuse('payout_batch_is_not_late')
  if (outcome === 'sent') return batch
  const sentOn = batch.sent_at === null ? batch.execution_day : await todayAtBank(tx, batch.sent_at)
  const from = sentOn > batch.execution_day ? sentOn : batch.execution_day
  const items = await selectItemsOfLate.all(tx, { batch_id })
  await refuseExecuted(tx, batch_id, items)
  for (const item of outcome === 'not_executed' ? unbooked(items) : items)
    if (item.bank_status !== null || !(await isAbsent(tx, item, from)))
      throw refuse('payout_batch_may_be_at_the_bank')
  return batch
}

/** Refuses `payout_batch_is_paid_in_part` and `payout_batch_is_named_by_the_bank`. */
async function refuseExecuted(tx: Tx, batch_id: string, items: readonly ItemOfLate[]): Promise<void> {
  const paid = items.find(({ status }) => status === 'paid')
  if (paid !== undefined) throw refuse('payout_batch_is_paid_in_part', { reference: paid.end_to_end_id })
  const line = await selectNaming.maybe(tx, { batch_id })
  if (line === undefined) return
  const { day, amount_minor, direction, reference } = line
  const amount = formatMoney(direction === 'debit' ? -amount_minor : amount_minor)
  throw refuse('payout_batch_is_named_by_the_bank', { day, amount, reference })
}

const unbooked = (items: readonly ItemOfLate[]) => items.filter(({ status }) => status === 'sent')

/** sent → returned, for what the bank has not booked. */
async function returnPayments(tx: Tx, batch_id: string, actor: string): Promise<void> {
  for (const { withdrawal_id, refund_id } of unbooked(await selectItemsOfLate.all(tx, { batch_id }))) {
    if (withdrawal_id !== null) {
      const { locale } = await getMember(
        tx,
        (await getWithdrawalRow.one(tx, { id: withdrawal_id })).member_id,
      )
      const reason = textOf('payment_file_was_not_executed', locale)
      await returnWithdrawal(tx, { withdrawal_id, actor, reason })
    }
    const [refund] = refund_id === null ? [] : await selectRefundsLocked.all(tx, { ids: [refund_id] })
    if (refund !== undefined)
      await returnRefund(tx, { refund, actor, reason: textOf('payment_file_was_not_executed', 'en') })
  }
  await closeFinishedBatches(tx)
}
