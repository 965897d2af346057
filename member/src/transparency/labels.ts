import { LANGUAGES, type Locale } from '@fairturn/contract/locales'
import type { BankDifference, Figures, Liability } from '@fairturn/contract/transparency'
import { t } from '@lingui/core/macro'
import { chosenLocale } from '../shell/locale.ts'
import { percent } from '../shell/percent.ts'

interface RefusalText {
  title: string
  /** A sentence; '' if the title needs no explanation. */
  why: string
}

const liabilities: Readonly<Record<Liability, () => RefusalText>> = {
  available: () => ({ title: t`Members’ available money`, why: t`Can be spent or withdrawn at any time.` }),
  held: () => ({ title: t`Withdrawals in progress`, why: t`Held for members until it is sent.` }),
  escrow: () => ({
    title: t`Campaigns’ escrow`,
    why: t`Paid in advance for rewards, including the highest bonus. The unspent amount is refunded.`,
  }),
  open_awards: () => ({ title: t`Awards to be claimed`, why: t`Earned and ready to be claimed.` }),
  campaign_fees: () => ({
    title: t`Service fees not yet earned`,
    why: t`Earned only as visits are delivered. The rest is refunded when a campaign ends.`,
  }),
  level_fees: () => ({
    title: t`Level fees not yet earned`,
    why: t`Refundable: in full for 14 days, then less the benefits received.`,
  }),
  unmatched: () => ({
    title: t`Unmatched payments`,
    why: t`In our ledger, but not yet matched to a member. It is matched or sent back.`,
  }),
  campaign_vat: () => ({
    title: t`VAT paid with campaigns`,
    why: t`Due as visits are delivered. The rest is refunded when a campaign ends.`,
  }),
  vat: () => ({ title: t`VAT owed to the state`, why: t`Collected with what was delivered, and not ours.` }),
}
export const liabilityText = (kind: Liability): RefusalText => liabilities[kind]()

const differences: Readonly<Record<BankDifference, () => string>> = {
  card_provider: () => t`Card payments still at the card provider, before its fees`,
  lines_before_decision: () => t`Received by the bank, not in our ledger at that time`,
  payouts_in_transit: () => t`Payouts sent that the bank has not booked yet`,
  payouts_booked_early: () => t`Payouts the bank booked before our ledger did`,
  other_debits: () => t`Debits by the bank that are not booked yet, such as its fees`,
  short_returns: () => t`Charges taken from payouts that came back`,
  revoked_credits: () => t`Credits of a bank statement that was revoked later`,
  other_cash: () => t`Corrections booked by two people`,
}
export const differenceText = (kind: BankDifference): string => differences[kind]()

const promises: Readonly<Record<number, () => string>> = {
  1: () => t`Nobody pays to earn`,
  2: () => t`Every reward is funded before it is offered`,
  3: () => t`Award lists show real awards`,
  4: () => t`A balance is only the sum of its postings`,
  5: () => t`Withdrawals wait for nothing but identity and bank checks`,
  6: () => t`A level cannot cost a member money`,
  7: () => t`The ledger can be checked from outside`,
}
export const promiseTitle = (promise: number): string => promises[promise]?.() ?? ''

type Refusal = Figures['withdrawals']['refused'][number]['reason']
const refusals: Readonly<Record<Refusal, () => string>> = {
  refused_by_staff: () => t`Refused by staff`,
  rejected_by_bank: () => t`Rejected by the bank or the card`,
  returned_by_bank: () => t`Returned by the bank`,
  cancelled: () => t`Cancelled by the member`,
}
type StaffRefusal = Figures['withdrawals']['refused_for'][number]['reason']
const staffRefusals: Readonly<Record<StaffRefusal, () => string>> = {
  payee_is_another_person: () => t`The account holder is another person`,
  account_does_not_exist: () => t`The account does not exist`,
  bank_cannot_be_reached: () => t`The bank cannot be reached`,
  identity_in_doubt: () => t`Identity in doubt, with what to send`,
  credited_by_mistake: () => t`Credited by mistake, by two people`,
  account_entered_before_lock: () => t`Account entered before a security lock`,
}
export const staffRefusalText = (reason: StaffRefusal): string => staffRefusals[reason]()

type Exception = Figures['withdrawals']['waiting'][number]['exception']
const exceptions: Readonly<Record<Exception, () => string>> = {
  security_lock: () => t`Security lock, and 24 hours after it`,
  change_of_account: () => t`24 hours after a change of the payout account`,
  card_dispute: () => t`Amount in dispute at the card’s issuer`,
  paid_out_twice: () => t`Amount that a bank paid out twice`,
  ledger_fault: () =>
    t`Fault found in the ledger, or a bank statement that contradicts it, until two people have found the cause`,
}
export const exceptionText = (exception: Exception): string => exceptions[exception]()

export const refusalText = (reason: Refusal): string => refusals[reason]()

const approvals: Readonly<Record<string, () => string>> = {
  withdrawal_over_threshold: () => t`Withdrawals over the threshold`,
  opening_balance: () => t`Opening balance of a bank account`,
  unmatched_payment_refund: () => t`Unmatched payments sent back`,
  unlock_money: () => t`Releases of locked money`,
  operator_invitation: () => t`New staff`,
  operator_role: () => t`Staff role changes`,
  operator_recovery: () => t`Staff access resets`,
}
/** What two operators approved; an unknown kind is shown by its code. */
export const approvalText = (kind: string): string => approvals[kind]?.() ?? kind.replaceAll('_', ' ')

const accounts: Readonly<Record<string, () => string>> = {
  member_available: () => t`A member’s available money`,
  campaign_escrow: () => t`The campaign’s escrow`,
}
export const accountText = (kind: string): string => accounts[kind]?.() ?? kind.replaceAll('_', ' ')

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Space between a figure and its unit, as the catalogues of these languages write it, and between two of them. */
const SPACING: Partial<Record<Locale, { within: string; between: string }>> = {
  jp: { within: '', between: '' },
  cn: { within: '\u00a0', between: ' ' },
}

/** A duration in its two largest units, localised: “3 hr 20 min”. */
export function duration(seconds: number, locale: Locale = chosenLocale()): string {
  const spacing = SPACING[locale]
  const first = UNITS.findIndex(([, size]) => seconds >= size)
  const at = first === -1 ? UNITS.length - 1 : first
  let left = Math.max(0, Math.floor(seconds))
  return UNITS.slice(at, at + 2)
    .map(([unit, size]) => {
      const whole = Math.floor(left / size)
      left -= whole * size
      return { unit, whole }
    })
    .filter(({ whole }, i) => whole > 0 || i === 0)
    .map(({ unit, whole }) => {
      const text = new Intl.NumberFormat(LANGUAGES[locale].tag, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
      }).format(whole)
      return spacing ? text.replace(/(\d)\s*(\D+)$/, `$1${spacing.within}$2`) : text
    })
    .join(spacing?.between ?? ' ')
}

/** `2026-11-21` as `21-11-2026`. */
export const dayText = (day: string): string => day.split('-').toReversed().join('-')

/** At most two decimals, as rounded by the server: 104.2 → `104,2%`. */
export const exactPercent = (value: number): string => percent(String(value).replace('.', ','))
