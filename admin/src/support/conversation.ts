// What the parts of a conversation's page share.
import type { AdminThread } from '@fairturn/contract/backoffice/support'
import { useTranslate } from 'react-admin'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useSubjectText } from './subject.tsx'

export type Conversation = AdminThread & { id: string }

/** Its object, for headings and names of dialogs: what it is about, and who writes. */
export function useConversationName(): (conversation: Pick<Conversation, 'subject' | 'member'>) => string {
  const translate = useTranslate()
  const subjectText = useSubjectText()
  return ({ subject, member }) =>
    [
      subjectText(subject),
      member === null ? translate('support.stranger') : member.username || translate('names.closed'),
    ].join(' · ')
}

/** Nobody answers it any more; one that is solved can still be answered. */
export const isOver = ({ status }: Pick<Conversation, 'status'>): boolean => status === 'closed'

export const hasOpenComplaint = ({ complaint }: Pick<Conversation, 'complaint'>): boolean =>
  complaint?.status === 'open'

/** Whether the operator has something to do about it, as the menu counts: something is due, and no complaint bars them. */
export const isForMe = (one: Pick<Conversation, 'due_by' | 'complaint' | 'may_decide'>): boolean =>
  one.due_by !== null && (!hasOpenComplaint(one) || one.may_decide)

/** Who may answer conversations; undefined until it is known. */
export const useAnswering = () =>
  useEndpointQuery('GET backoffice/conversation-operators', {}, { silent: true }).data?.list

const POLL_MS = 15_000

/**
 * Whether something was written or decided since the conversation was read. Asked of the list, which shows no text and leaves
 * no line in the audit log; a stranger's, which is not asked for by its member, is found while it is on the list's first page.
 */
export function useHasChanged({
  _id,
  status,
  member,
  last_message_at,
  due_by,
  complaint,
}: Conversation): boolean {
  const query = { state: status, ...(member && { member_id: member._id }) }
  const { data } = useEndpointQuery(
    'GET backoffice/conversations',
    { query },
    { pollMs: POLL_MS, silent: true },
  )
  if (data === undefined) return false
  const listed = data.list.find((one) => one._id === _id)
  // It has another status now.
  if (listed === undefined) return member !== null && data.cursor === null
  return (
    listed.last_message_at !== last_message_at ||
    listed.due_by !== due_by ||
    listed.complaint?.status !== complaint?.status
  )
}
