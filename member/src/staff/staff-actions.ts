import type { StaffAction } from '@fairturn/contract/personal-data'
import { t } from '@lingui/core/macro'
import { call } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'

export const staffActionsQuery = pagesQuery(['account', 'acts'], (query, signal) =>
  call('GET account/acts', { query, signal }),
)

const texts: Readonly<Record<StaffAction['action'], () => string>> = {
  member_looked_at: () => t`Your account was viewed`,
  member_data_shown: () => t`Your details were shown to staff in full`,
  member_locked: () => t`Your account was locked`,
  member_unlocked: () => t`Your account was unlocked`,
  member_sessions_ended: () => t`You were signed out by staff`,
  campaign_approved: () => t`Your campaign was approved`,
  campaign_rejected: () => t`Your campaign was rejected`,
  campaign_paused: () => t`Your campaign was paused`,
  campaign_resumed: () => t`Your campaign was resumed`,
  campaign_taken_down: () => t`Your campaign was taken down`,
  deposit_credited: () => t`Your deposit was credited`,
  deposit_refused: () => t`Your deposit was refused`,
  deposit_reversed: () => t`A deposit that had not arrived was taken back`,
  card_dispute_lost: () => t`A payment that your card’s issuer had taken back was deducted`,
  withdrawal_approved: () => t`Your withdrawal was approved`,
  withdrawal_sent: () => t`The payment order for your withdrawal was given to our bank`,
  withdrawal_paid: () => t`Your withdrawal was confirmed as paid`,
  withdrawal_returned: () => t`Your withdrawal was returned by the bank`,
  withdrawal_return_reversed: () => t`A withdrawal that had not come back counts as sent again`,
  withdrawal_refused: () => t`Your withdrawal was refused`,
  order_reviewed: () => t`One of your orders was reviewed`,
  objection_decided: () => t`Your appeal was decided`,
  balance_adjusted: () => t`Your balance was adjusted`,
  refund_granted: () => t`You received a refund`,
  payout_account_changed: () => t`Your bank information was changed by staff`,
  vat_number_confirmed: () => t`Your VAT number was confirmed by staff`,
  money_frozen: () => t`Outgoing payments are on hold: the ledger is being checked`,
  money_released: () => t`Ledger check completed: your account works normally again`,
}
/** What went as the member wanted: not a refusal. It can still be asked about, as everything can. */
const GRANTED: ReadonlySet<StaffAction['action']> = new Set([
  'member_unlocked',
  'campaign_approved',
  'campaign_resumed',
  'deposit_credited',
  'withdrawal_approved',
  'withdrawal_sent',
  'withdrawal_paid',
  'refund_granted',
  'vat_number_confirmed',
  'money_released',
])
export const isGranted = ({ action }: StaffAction): boolean => GRANTED.has(action)

export const staffActionText = ({ action }: StaffAction): string => texts[action]()
