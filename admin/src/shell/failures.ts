import { ApiFailure } from '@fairturn/ui/failure.ts'
import { money } from '@fairturn/ui/formats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLogoutIfAccessDenied, useNotify, useTranslate } from 'react-admin'
import { formatTime, useKeyText } from '../components/format.ts'
import { type DataOf, refusalText, SESSION_OVER, withAmounts } from './api.ts'

interface Decided {
  /** Null for a job. */
  readonly by: string | null
  readonly at: string
  readonly action: string
}

/** Of a refusal because somebody has decided already: who, what and when. */
export const decisionIn = ({ details }: ApiFailure): Decided | undefined =>
  details['decided'] as Decided | undefined

/**
 * Whether the screen shows what is no longer so: it is fetched again, and nobody is asked to reload it. Text that was changed
 * under a form stays.
 */
export const isOutdated = (failure: ApiFailure): boolean =>
  failure.code.endsWith('_is_in_another_state') ||
  (decisionIn(failure) !== undefined && failure.code !== 'somebody_else_has_changed_this')

/** Of a refusal because a proposal about the same is open: that proposal. */
export interface OpenAlready {
  readonly _id: string
  readonly kind: string
  readonly with_code: boolean
  readonly by: string
  readonly own: boolean
  readonly at: string
  readonly member: string | null
  readonly amount: string | null
  readonly waits_for: readonly string[]
}
export const openProposalIn = ({ code, details }: ApiFailure): OpenAlready | undefined =>
  code === 'this_is_proposed_already' ? (details['proposal'] as OpenAlready) : undefined

/** Of a refused payment file: which payment it is about, and why. */
function blockedPayments({ code, details }: ApiFailure) {
  if (code === 'payout_is_not_ready' && typeof details['reference'] === 'string')
    return {
      text: `batches.not_ready.${String(details['why'])}`,
      reference: details['reference'],
      file: details['file'] ?? '—',
      by: details['by'] ?? '—',
    }
  const references = details['references']
  if (Array.isArray(references) && references.length > 0)
    return { text: 'batches.not_yours_are', references: references.join(', ') }
  return undefined
}

/** The text to show: the server's, with by whom and when if somebody has decided already, or with our reference. */
export function useFailureText(): (failure: ApiFailure) => string {
  const translate = useTranslate()
  const textOfKind = useKeyText('approvals.kinds')
  const textOfAction = useKeyText('audit.actions')
  const cache = useQueryClient()
  // Every screen has them; the query itself would notify its failures by this.
  const amountText = (wire: string) =>
    money(wire, cache.getQueryData<DataOf<'GET settings'>>(['GET settings', {}])?.currency.value ?? 'USD')
  return (failure) => {
    const decided = decisionIn(failure)
    const open = openProposalIn(failure)
    if (open !== undefined) {
      const kind = textOfKind(open.kind === 'unlock_money' && open.with_code ? 'unlock_with_code' : open.kind)
      const what = [kind, open.member, open.amount === null ? null : amountText(open.amount)]
        .filter(Boolean)
        .join(' · ')
      return translate(open.own ? 'approvals.already_own' : 'approvals.already', {
        who: open.by,
        when: formatTime(open.at),
        what,
        waits_for: open.waits_for.join(', ') || '—',
      })
    }
    const blocked = blockedPayments(failure)
    if (blocked !== undefined)
      return translate(blocked.text, { _: failure.message, message: failure.message, ...blocked })
    if (failure.kind === 'fault' && failure.request_id !== undefined)
      return `${failure.message} (${failure.request_id})`
    if (decided === undefined) {
      const { code, message, details } = failure
      return failure.kind === 'refused'
        ? refusalText({ code, message, details: withAmounts(details, amountText) })
        : message
    }
    const { by, at, action } = decided
    const last = { by, when: formatTime(at), what: textOfAction(action) }
    return `${failure.message}. ${translate(by === null ? 'app.changed_at' : 'app.changed_by', last)}`
  }
}

/** The same of one of several rows, of which nothing has to be reloaded: who decided it, when and what. */
export function useDecidedText(): (decided: Decided) => string {
  const translate = useTranslate()
  const textOfAction = useKeyText('audit.actions')
  return ({ by, at, action }) =>
    translate(by === null ? 'bulk.decided' : 'bulk.decided_by', {
      by,
      when: formatTime(at),
      what: textOfAction(action),
    })
}

/**
 * Shows a failure; the screen is refetched if somebody has decided already, but not a form over text that has changed: what
 * was typed stays. Signs out if the session is over.
 */
export function useNotifyFailure(): (failure: unknown) => void {
  const notify = useNotify()
  const textOf = useFailureText()
  const cache = useQueryClient()
  const logoutIfOver = useLogoutIfAccessDenied()
  return (failure) => {
    const known = failure instanceof ApiFailure ? failure : undefined
    const text = known ? textOf(known) : 'ra.message.error'
    const show = () => notify(text, { type: 'error', messageArgs: { _: text } })
    if (known && isOutdated(known)) void cache.invalidateQueries()
    if (known?.code === SESSION_OVER) void logoutIfOver(known).then((over) => over || show())
    else show()
  }
}
