// What the platform lost because a member no longer had a credit that was taken back, or corrected. What returns later of a
// campaign, level or withdrawal from before pays it first, so that nobody has such a credit twice; so does that credit itself when it
// is given again. A later deposit or an award never does (corrections.test.ts, withdrawals/revoked-credits.test.ts).
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Tx } from '../platform/database/database.ts'
import { type RowOf, statement, toColumn } from '../platform/database/statement.ts'
import { recordAuditEvent } from '../staff/staff.ts'
import { beyondAwards } from './corrections.ts'
import { accountOf, entryId, type NewEntry, platformAccount } from './entries.ts'

const insertLoss = statement(
  `-- ledger_insert_credit_loss
  insert into credit_loss (entry_id, member_id, refers_to, reference, booked_at, lost_minor, left_minor)
  values ($entry_id, $member_id, $refers_to, $reference, $booked_at, $lost_minor, $lost_minor)`,
  {
    params: {
      entry_id: 'uuid',
      member_id: 'uuid',
      refers_to: 'text',
      reference: 'text?',
      booked_at: 'timestamptz',
      lost_minor: 'int8',
    },
  },
)

/** Of a member ($member_id), booked since the first payment of $used_for, or of credits that are given again ($again), oldest first. */
const selectOpen = statement(
  `-- ledger_open_credit_losses
  select l.entry_id, l.refers_to, l.reference, l.left_minor, e.note from credit_loss l join entry e on e.id = l.entry_id
  where l.member_id = $member_id and l.left_minor > 0 and (l.refers_to = any ($again::text[]) or exists (
    select from entry p where p.refers_to = $used_for and p.event_at <= l.booked_at
      and p.type in ('campaign_paid', 'level_bought', 'level_restored', 'withdrawal_requested')))
  order by l.booked_at, l.entry_id for no key update of l`,
  {
    params: { member_id: 'uuid', used_for: 'text', again: 'text[]' },
    columns: { entry_id: 'uuid', refers_to: 'text', reference: 'text?', left_minor: 'int8', note: 'text' },
  },
)

const selectOpenCredits = statement(
  `-- ledger_credits_with_open_losses
  select distinct refers_to from credit_loss where member_id = $member_id and left_minor > 0`,
  { params: { member_id: 'uuid' }, columns: { refers_to: 'text' } },
)

const reduceLoss = statement(
  `-- ledger_reduce_credit_loss
  update credit_loss set left_minor = left_minor - $minor where entry_id = $entry_id`,
  { params: { entry_id: 'uuid', minor: 'int8' } },
)

type OpenLoss = RowOf<typeof selectOpen>

export interface CreditLoss {
  /** That booked it. */
  readonly entry_id: string
  readonly member_id: string
  readonly refers_to: string
  readonly reference: string | null
  readonly lost_minor: bigint
}

/** Records a loss that was posted, in minor units. */
export async function recordCreditLoss(tx: Tx, loss: CreditLoss): Promise<void> {
  if (loss.lost_minor > 0n) await insertLoss.all(tx, { ...loss, booked_at: tx.now })
}

/** What a member was given that was taken back, and is still lost in part: bank lines, or entries that were corrected. */
export const lostCreditsOf = async (tx: Tx, member_id: string): Promise<string[]> =>
  toColumn(await selectOpenCredits.all(tx, { member_id }), 'refers_to')

export interface Returned {
  readonly member_id: string
  /** The campaign, level purchase or withdrawal; of a credit that is given again its deposit. */
  readonly used_for: string
  /** What is given again, as the losses refer to it. */
  readonly again?: readonly string[]
  /** In minor units. */
  readonly amount_minor: bigint
}

/** What of a returned amount pays a loss. */
export interface LossPayment {
  /** Which the caller posts. */
  readonly entry: NewEntry
  readonly reference: string | null
  /** In minor units. */
  readonly amount_minor: bigint
}

/**
 * Of an amount that was posted as returned, what open losses of the member are left, as far as it is beyond their awards. Reduces
 * them; the caller posts the entries.
 */
export async function payCreditLosses(
  tx: Tx,
  { member_id, used_for, amount_minor, again = [] }: Returned,
): Promise<LossPayment[]> {
  const losses = await selectOpen.all(tx, { member_id, used_for, again })
  if (losses.length === 0) return []
  const beyond_minor = await beyondAwards(tx, member_id)
  let left_minor = beyond_minor < amount_minor ? beyond_minor : amount_minor
  const payments: LossPayment[] = []
  for (const loss of losses) {
    const minor = loss.left_minor < left_minor ? loss.left_minor : left_minor
    if (minor <= 0n) break
    payments.push({
      entry: await pay(tx, member_id, loss, minor),
      reference: loss.reference,
      amount_minor: minor,
    })
    left_minor -= minor
  }
  return payments
}

async function pay(tx: Tx, member_id: string, loss: OpenLoss, minor: bigint): Promise<NewEntry> {
  const { entry_id: of, refers_to, note, left_minor } = loss
  const id = entryId('credit_reversed', of, left_minor.toString())
  await reduceLoss.all(tx, { entry_id: of, minor })
  await recordAuditEvent(tx, {
    actor: 'system',
    action: 'deposit_reversed',
    object: { kind: 'entry', id: of },
    member_id,
    reason: note,
    after: { credited: formatMoney(left_minor), taken: formatMoney(minor) },
  })
  const postings = [
    { account: accountOf('member_available', member_id), amount_minor: -minor },
    { account: platformAccount('own_money', id), amount_minor: minor },
  ]
  return { id, type: 'credit_reversed', refers_to, actor: 'system', note, event_at: tx.now, postings }
}
