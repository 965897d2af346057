import type { Thread } from '@fairturn/contract/support'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// One conversation: what it is about, what is due, the complaint, the messages, and what can be done.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { call, queries } from '../shell/client.ts'
import { toastFailure } from '../shell/failure-text.ts'
import { Page } from '../shell/Page.tsx'
import { pathOf, paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { ComplaintBlock } from './ComplaintBlock.tsx'
import { Composer } from './Composer.tsx'
import { DueBlock } from './DueBlock.tsx'
import { statusText, subjectText } from './labels.ts'
import { Messages } from './Messages.tsx'
import { conversationQuery, showThread } from './support-queries.ts'

export default function ConversationPage() {
  const { t } = useLingui()
  const { conversation_id } = useParams<{ conversation_id: string }>()
  const query = useQuery({ ...conversationQuery(conversation_id), refetchOnMount: 'always' })
  const thread = query.data
  return (
    <Page
      title={thread?.complaint ? t`Complaint` : t`Conversation`}
      subtitle={thread ? statusText(thread.status) : null}
      back={paths.support}
    >
      <QueryResult
        query={query}
        outline={['h-16', 'mt-3 h-24', 'mt-3 h-48']}
        unknown={{
          codes: ['conversation_is_unknown', 'id_is_invalid'],
          shown: (
            <EmptyState
              icon="support"
              title={t`Conversation not found`}
              body={<Trans>The link may be outdated or belong to another account.</Trans>}
              action={<LinkButton href={paths.support} variant="secondary">{t`Support`}</LinkButton>}
            />
          ),
        }}
      >
        {(shown) => <Conversation key={shown._id} thread={shown} />}
      </QueryResult>
    </Page>
  )
}

function Conversation({ thread }: { thread: Thread }) {
  const { subject, complaint } = thread
  const path = subject && (pathOf(subject) ?? subject.path)
  return (
    <div className="grid gap-3">
      {subject && (
        <Card>
          <Row
            title={<bdi className="wrap-anywhere">{subjectText(subject)}</bdi>}
            {...(path && { href: path })}
          />
        </Card>
      )}
      <DueBlock conversation={thread} />
      {complaint && <ComplaintBlock complaint={complaint} subject={subject} />}
      <Messages messages={thread.messages} />
      <NextSteps thread={thread} />
    </div>
  )
}

function NextSteps({ thread }: { thread: Thread }) {
  const { t } = useLingui()
  const { _id, status, reopen_until } = thread
  const refresh = () => queries.invalidateQueries({ queryKey: conversationQuery(_id).queryKey })
  const parts = { params: { conversation_id: _id } }
  const change = useAction({
    run: async (act: 'solved' | 'reopen') =>
      act === 'solved'
        ? (await call('POST conversations/:conversation_id/solved', parts)).data
        : (await call('POST conversations/:conversation_id/reopen', parts)).data,
    onDone: showThread,
    onFailed(failure) {
      toastFailure(failure)
      void refresh()
    },
  })
  if (status === 'solved' || status === 'closed') {
    return (
      <div className="mt-1 grid gap-2.5">
        {reopen_until !== null && (
          <>
            <p className="text-quiet">
              <Trans>
                Not solved after all? You can open it again until <DateTime value={reopen_until} />.
              </Trans>
            </p>
            <Button variant="secondary" wide busy={change.busy} onClick={() => change.start('reopen')}>
              {t({ message: 'Open again', context: 'a solved conversation' })}
            </Button>
          </>
        )}
        <LinkButton href={paths.newConversation()} variant={reopen_until ? 'quiet' : 'secondary'} wide>
          {t`New conversation`}
        </LinkButton>
      </div>
    )
  }
  return (
    <>
      <Composer
        key={_id}
        name={_id}
        quiet={Boolean(thread.complaint?.remedy && !thread.complaint.remedy_used)}
        send={async (message, key) =>
          (
            await call('POST conversations/:conversation_id/messages', {
              params: { conversation_id: _id },
              body: { message },
              key,
            })
          ).data
        }
        onSent={showThread}
        onFailed={refresh}
      />
      {/* A complaint stays until it is decided. */}
      {thread.complaint?.status !== 'open' && (
        <Button variant="quiet" icon="check" wide busy={change.busy} onClick={() => change.start('solved')}>
          {t({ message: 'It is solved', context: 'ends a conversation' })}
        </Button>
      )}
    </>
  )
}
