import type { CampaignOutcome, Deposit, DepositMethod, DepositStatus } from '@fairturn/contract/deposits'
import type { StatementLine } from '@fairturn/contract/documents'
import type { Withdrawal, WithdrawalStatus } from '@fairturn/contract/withdrawals'
import { plural, t } from '@lingui/core/macro'

const deposits: Readonly<Record<DepositStatus, () => string>> = {
  awaiting: () => t({ message: 'awaiting payment', context: 'status of a deposit' }),
  credited: () => t({ message: 'credited', context: 'status of a deposit' }),
  expired: () => t({ message: 'expired', context: 'status of a deposit' }),
  refused: () => t({ message: 'refused', context: 'status of a deposit' }),
}

const withdrawals: Readonly<Record<WithdrawalStatus, () => string>> = {
  requested: () => t({ message: 'requested', context: 'status of a withdrawal' }),
  approved: () => t({ message: 'approved', context: 'status of a withdrawal' }),
  sent: () => t({ message: 'sent', context: 'status of a withdrawal' }),
  paid: () => t({ message: 'paid', context: 'status of a withdrawal' }),
  returned: () => t({ message: 'returned', context: 'status of a withdrawal' }),
  cancelled: () => t({ message: 'cancelled', context: 'status of a withdrawal' }),
  refused: () => t({ message: 'refused', context: 'status of a withdrawal' }),
}

/** Ended before its time: nobody but the member ends a transfer that is awaited. */
export const isCancelledDeposit = ({ status, method, settled_at, expires_at }: Deposit): boolean =>
  method === 'bank_transfer' && status === 'expired' && settled_at !== null && settled_at < expires_at

/** What came is above what was announced, or came in another way: operators check it, and nobody is to pay again. */
export const isBeingChecked = ({ status, being_checked }: Deposit): boolean =>
  being_checked !== null && (status === 'awaiting' || status === 'expired')

export function depositOutcomeText(deposit: Deposit): string {
  const { taken_back, received, status } = deposit
  if (isBeingChecked(deposit)) return t({ message: 'arrived, being checked', context: 'status of a deposit' })
  if (isCancelledDeposit(deposit)) return t({ message: 'cancelled', context: 'status of a deposit' })
  if (taken_back === null) return depositStatusText(status)
  return taken_back.amount === received
    ? t({ message: 'taken back', context: 'status of a deposit' })
    : t({ message: 'taken back in part', context: 'status of a deposit' })
}

/** Why a credited deposit was taken back. */
export const takenBackText = (): string =>
  t`Our bank’s statement that named this money was wrong: it had not arrived. If you did pay, write to us.`

export const depositStatusText = (status: DepositStatus): string => deposits[status]()

const methods: Readonly<Record<DepositMethod, () => string>> = {
  bank_transfer: () => t`Bank transfer`,
  card: () => t({ message: 'Card', context: 'way to pay a deposit' }),
}
export const depositMethodText = (method: DepositMethod): string => methods[method]()
export const withdrawalStatusText = (status: WithdrawalStatus): string => withdrawals[status]()

const outcomes: Readonly<Record<CampaignOutcome, () => string>> = {
  paid: () => t`It paid your campaign.`,
  less_arrived: () => t`The campaign is not paid: less arrived than it costs.`,
  price_changed: () => t`The campaign is not paid: its price has changed since.`,
  not_payable: () => t`The campaign is not paid: it was paid or cancelled, or its end has passed.`,
  not_covered: () => t`The campaign is not paid: your balance could not be used for it.`,
}
/** What became of the campaign of a credited transfer. */
export const campaignOutcomeText = (outcome: CampaignOutcome): string => outcomes[outcome]()

type Tone = 'action' | 'award' | 'loss' | 'quiet'

/** Amber for money locked for the member, red for a failure, grey for what is over. */
export const depositTone = (deposit: Deposit): Tone => {
  const { status, taken_back } = deposit
  if (isBeingChecked(deposit)) return 'award'
  return taken_back === null
    ? ({ awaiting: 'action', credited: 'quiet', expired: 'quiet', refused: 'loss' } as const)[status]
    : 'loss'
}

export const withdrawalTone = ({ status }: Withdrawal): Tone =>
  (
    {
      requested: 'award',
      approved: 'award',
      sent: 'action',
      paid: 'quiet',
      returned: 'loss',
      cancelled: 'quiet',
      refused: 'loss',
    } as const
  )[status]

const lines: Readonly<Record<string, () => string>> = {
  deposit_credited: () => t({ message: 'Deposit', context: 'line of the statement' }),
  credit_reversed: () => t({ message: 'Deposit taken back', context: 'line of the statement' }),
  campaign_paid: () => t({ message: 'Campaign paid', context: 'line of the statement' }),
  award_claimed: () => t({ message: 'Award', context: 'line of the statement' }),
  objection_upheld: () => t({ message: 'Appeal upheld', context: 'line of the statement' }),
  campaign_ended: () => t({ message: 'Campaign refund', context: 'line of the statement' }),
  level_bought: () => t({ message: 'Level bought', context: 'line of the statement' }),
  level_restored: () => t({ message: 'Earlier level restored', context: 'line of the statement' }),
  level_refunded: () => t({ message: 'Level refunded', context: 'line of the statement' }),
  withdrawal_requested: () => t({ message: 'Withdrawal requested', context: 'line of the statement' }),
  withdrawal_sent: () => t({ message: 'Withdrawal sent', context: 'line of the statement' }),
  withdrawal_returned: () =>
    t({ message: 'Withdrawal back in the balance', context: 'line of the statement' }),
  adjustment: () => t({ message: 'Adjustment', context: 'line of the statement' }),
  reversal: () => t({ message: 'Reversal', context: 'line of the statement' }),
}

/** What a posting was for; an unknown type is shown by the ledger's name. */
export const lineText = ({ type }: StatementLine): string => lines[type]?.() ?? type.replaceAll('_', ' ')

/** Whose money it was, or whose it became. */
export function counterpartyText({ counterparty, amount }: StatementLine): string {
  const cameIn = !amount.startsWith('-')
  switch (counterparty) {
    case 'bank':
      return cameIn ? t`from the bank` : t`to the bank`
    case 'own':
      return cameIn ? t`no longer held for a withdrawal` : t`held until it is sent`
    case 'campaign':
      return cameIn ? t`from the campaign’s escrow` : t`to your campaign’s escrow and service fee`
    case 'level_fee':
      return cameIn ? t`from your refundable level fee` : t`to your refundable level fee`
    default:
      return cameIn ? t`from the platform` : t`to the platform`
  }
}

interface Expected {
  median_hours: number | null
  bank_days_from: number
  bank_days_to: number
}

/** How long a withdrawal takes: the measured median, or else the banks' stated time. */
export function expectedText({ median_hours, bank_days_from, bank_days_to }: Expected): string {
  if (median_hours !== null && median_hours < 48) {
    return t`usually ${plural(median_hours, { one: '# hour', other: '# hours' })}`
  }
  if (median_hours !== null) {
    const days = Math.ceil(median_hours / 24)
    return t`usually ${plural(days, { one: '# day', other: '# days' })}`
  }
  if (bank_days_from === bank_days_to) {
    return plural(bank_days_to, { one: '# business day', other: '# business days' })
  }
  return t`${bank_days_from}–${plural(bank_days_to, { one: '# business day', other: '# business days' })}`
}
