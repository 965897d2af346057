import type {
  Conversation,
  ConversationStatus,
  Decision,
  MachinePart,
  Subject,
  SubjectKind,
} from '@fairturn/contract/support'
import { unbroken } from '@fairturn/contract/unbroken'
import { t } from '@lingui/core/macro'

/** Functions, because the texts depend on the current language. */
const kinds: Readonly<Record<SubjectKind, () => string>> = {
  order: () => t({ message: 'Order', context: 'what a conversation is about' }),
  visits: () => t({ message: 'Refused visits', context: 'what a conversation is about' }),
  link: () => t({ message: 'Tracked link', context: 'what a conversation is about' }),
  withdrawal: () => t({ message: 'Withdrawal', context: 'what a conversation is about' }),
  deposit: () => t({ message: 'Deposit', context: 'what a conversation is about' }),
  campaign: () => t({ message: 'Campaign', context: 'what a conversation is about' }),
  invoice: () => t({ message: 'Invoice', context: 'what a conversation is about' }),
  lock: () => t({ message: 'Lock of my account', context: 'what a conversation is about' }),
  staff_action: () => t({ message: 'Staff activity', context: 'what a conversation is about' }),
}
const KINDS = Object.keys(kinds) as readonly SubjectKind[]

/** A kind in a URL, if it is one. */
export const kindOf = (text: string | null): SubjectKind | undefined => KINDS.find((kind) => kind === text)

export const kindText = (kind: SubjectKind): string => kinds[kind]()

/** `Withdrawal · FT-1A2B-3C4D`; the kind alone where it has no name. */
export function subjectText({ kind, name }: Pick<Subject, 'kind' | 'name'>): string {
  return name === null ? kindText(kind) : `${kindText(kind)} · ${unbroken(name)}`
}

/** Of the button beside every refusal, and of the screen that it opens. */
export const objectOrAskText = (): string =>
  t({ message: 'Object or ask', context: 'button beside a refusal: objects to it, or asks why' })

const statuses: Readonly<Record<ConversationStatus, () => string>> = {
  open: () => t({ message: 'Waiting for us', context: 'status of a conversation' }),
  answered: () => t({ message: 'Answered', context: 'status of a conversation' }),
  solved: () => t({ message: 'Solved', context: 'status of a conversation' }),
  closed: () => t({ message: 'Closed', context: 'status of a conversation' }),
}

export const statusText = (status: ConversationStatus): string => statuses[status]()

/** What was decided, as the beginning of a sentence or alone. */
const decisions: Readonly<Record<Decision, () => string>> = {
  withdrawal_refused: () => t`The withdrawal was refused`,
  visits_refused: () => t`Visits were refused`,
  order_in_review: () => t`The order was put under review`,
  campaign_rejected: () => t`The campaign was rejected`,
  conduct_lock: () => t`Your account was locked`,
  staff_action: () => t`A staff member changed something`,
}

export const decisionText = (decision: Decision): string => decisions[decision]()

const machines: Readonly<Record<MachinePart, () => string>> = {
  none: () => t`No. People found the facts and decided.`,
  found: () => t`The facts were found automatically. A person decided.`,
  decided: () => t`It was decided automatically. A person has reviewed it for this complaint.`,
}

export const machineText = (part: MachinePart): string => machines[part]()

/** The next time that we owe the member something: a decision, or an answer; null if nothing. */
export function dueOf({ complaint, answer_by }: Pick<Conversation, 'complaint' | 'answer_by'>) {
  if (complaint?.status === 'open') return { what: 'decision', at: complaint.decide_by } as const
  return answer_by === null ? null : ({ what: 'answer', at: answer_by } as const)
}
