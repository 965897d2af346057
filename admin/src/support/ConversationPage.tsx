// A conversation, worked beside its subject's own page: the thread, the answer, the complaint and its decision, internal notes.
import { Alert, Box, Button } from '@mui/material'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { useLanguageName } from '../components/Languages.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import { useMay } from '../shell/may.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { AssignedTo, useAssign } from './AssignedTo.tsx'
import { Complaint, DECIDE } from './Complaint.tsx'
import {
  type Conversation,
  hasOpenComplaint,
  isForMe,
  isOver,
  useConversationName,
  useHasChanged,
} from './conversation.ts'
import { ConversationActions } from './ConversationActions.tsx'
import { DueOf } from './ConversationList.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { Notes } from './Notes.tsx'
import { SubjectLink, useSubjectText } from './subject.tsx'
import { Thread } from './Thread.tsx'

export const ConversationPage = () => (
  <RecordPage title={<What />} has="thread">
    {(conversation: Conversation) => <Details key={conversation._id} conversation={conversation} />}
  </RecordPage>
)

function What() {
  const conversation = useRecordContext<Conversation>()
  const nameOf = useConversationName()
  return conversation === undefined ? null : nameOf(conversation)
}

/** Its subject's link, which opens beside it. */
const openSubject = () => document.querySelector<HTMLElement>('#screen [data-subject] a')?.click()

function Details({ conversation }: { conversation: Conversation }) {
  const translate = useTranslate()
  const notify = useNotify()
  const subjectText = useSubjectText()
  const may = useMay()
  const answer = useRef<HTMLTextAreaElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const [deciding, setDeciding] = useState(false)
  const assign = useAssign(conversation)
  const queue = useQueue('conversations', { state: 'waiting' }, conversation._id, {
    forMe: isForMe,
    name: 'conversations',
  })
  useNewMessages(conversation)
  const works = may(DECIDE)
  const decides = works && hasOpenComplaint(conversation) && conversation.may_decide
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(conversation.subject !== null && { o: openSubject }),
    ...(works && { a: () => answer.current?.focus(), n: () => note.current?.focus(), m: assign.toMe }),
    ...(decides && { d: () => setDeciding(true) }),
  })
  async function sent() {
    const done = translate(conversation.member === null ? 'support.sent_to_stranger' : 'support.sent')
    // What is left to do on this page comes first.
    if (decides || !isForMe(conversation)) return notify(done, { type: 'success', messageArgs: { _: done } })
    await queue.goOn(done)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 960, mt: 1 }}>
      <RecordHead title={subjectText(conversation.subject)}>
        <States conversation={conversation} />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
          {decides && !deciding && (
            <Button variant="contained" aria-keyshortcuts="d" onClick={() => setDeciding(true)}>
              {translate('support.decide')}
            </Button>
          )}
          <ConversationActions conversation={conversation} />
        </Box>
      </RecordHead>
      <QueueLine
        position={queue.position}
        keys={{
          ...(works && { a: translate('support.answer') }),
          ...(decides && { d: translate('support.decide') }),
          ...(works && { n: translate('support.note'), m: translate('support.assign_to_me') }),
          ...(conversation.subject !== null && { o: translate('support.beside') }),
        }}
      />
      <Properties conversation={conversation} />
      <Complaint conversation={conversation} />
      <Thread conversation={conversation} />
      {/* Also after somebody else has decided: what was typed stays. */}
      {deciding && (
        <DecisionForm conversation={conversation} onDecided={queue.goOn} onClose={() => setDeciding(false)} />
      )}
      {conversation.reopen_until !== null && <Ended until={conversation.reopen_until} />}
      {isOver(conversation) ? (
        conversation.reopen_until === null && (
          <Alert severity="info">{translate('support.ended_for_good')}</Alert>
        )
      ) : (
        <AnswerForm conversation={conversation} field={answer} onSent={sent} />
      )}
      <Notes conversation={conversation} field={note} />
    </Box>
  )
}

const States = ({ conversation }: { conversation: Conversation }) => (
  <>
    <Status texts="support.statuses" value={conversation.status} />
    {conversation.complaint && <Status texts="support.complaints" value={conversation.complaint.status} />}
    {conversation.due_by !== null && <DueOf conversation={conversation} />}
  </>
)

/** What has come in since is read anew, once, and said. */
function useNewMessages(conversation: Conversation): void {
  const notify = useNotify()
  const refresh = useRefresh()
  const changed = useHasChanged(conversation)
  const read = useEffectEvent(() => {
    notify('support.came_in', { type: 'info' })
    refresh()
  })
  useEffect(() => {
    if (changed) read()
  }, [changed])
}

const Ended = ({ until }: { until: string }) => (
  <Alert severity="info">{useTranslate()('support.ended', { when: formatTime(until) })}</Alert>
)

function Properties({ conversation }: { conversation: Conversation }) {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const { subject, member, stranger, locale, created_at, due_by, moved, others, payments } = conversation
  const { complaint, decided_before_by } = conversation
  // Whoever decides a complaint decides on its subject, too.
  const before = decided_before_by.filter(({ _id }) => _id !== complaint?.decided_by?._id)
  return (
    <PropertyTable
      values={{
        'support.about': subject && <SubjectLink subject={subject} />,
        'support.member': member ? <Name id={member._id} /> : translate('support.stranger'),
        'support.email': stranger?.email,
        'support.language': languageOf(locale),
        'support.assigned_to': <AssignedTo conversation={conversation} />,
        'support.created_at': formatTime(created_at),
        'support.against_label': complaint && (
          <>
            {translate(`support.against.${complaint.against}`)}
            {/* A complaint can be made later, in a conversation about the same. */}
            {complaint.made_at !== created_at && `, ${formatTime(complaint.made_at)}`}
          </>
        ),
        'support.decided_before':
          complaint &&
          (before.map(({ username }) => username).join(', ') || translate('support.decided_by_machine')),
        'support.due_by': due_by !== null && (
          <>
            {formatTime(due_by)}
            {moved && (
              <div>{translate('support.moved', { from: formatTime(moved.from), reason: moved.reason })}</div>
            )}
          </>
        ),
        'support.payments':
          payments.length > 0 &&
          payments.map(({ proposal_id, amount, status, proposed_by, proposed_at }) => (
            <div key={proposal_id}>
              <GoTo to={`/approvals/${proposal_id}/show`}>
                <Amount wire={amount} />
                {` · ${translate(`approvals.statuses.${status}`)}`}
              </GoTo>
              {` · ${proposed_by.username}, ${formatTime(proposed_at)}`}
            </div>
          )),
        'support.others':
          others.length > 0 &&
          others.map((other) => (
            <div key={other.conversation_id}>
              <GoTo to={`/conversations/${other.conversation_id}/show`}>
                {translate('support.other', {
                  when: formatTime(other.created_at),
                  status: translate(`support.statuses.${other.status}`),
                })}
              </GoTo>
            </div>
          )),
      }}
    />
  )
}
