import type { Conversation } from '@fairturn/contract/support'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { lettersOf } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// The member's conversations, each with the time by which we answer.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LinkedRow } from '../shell/LinkedRow.tsx'
import { LoadMore } from '../shell/LoadMore.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useSettings } from '../shell/useSession.ts'
import { DueTime } from './DueTime.tsx'
import { dueOf, statusText, subjectText } from './labels.ts'
import { conversationsQuery } from './support-queries.ts'

export default function SupportPage() {
  const { t } = useLingui()
  const query = useInfiniteQuery(conversationsQuery)
  const hasOwnTab = !useSettings()?.link_support.value
  const list = query.data?.pages.flatMap((page) => page.list)
  return (
    <Page title={t`Support`} back={hasOwnTab ? null : paths.individual}>
      <LinkButton href={paths.newConversation()} icon="plus" wide className="mt-1">
        {t`New conversation`}
      </LinkButton>
      <Card className="mt-4">
        <QueryResult bare query={{ ...query, data: list }} outline={<Outline />}>
          {(conversations) =>
            conversations.length === 0 ? (
              <EmptyState
                icon="support"
                title={t`No conversations yet`}
                body={
                  <Trans>
                    Ask about an order, a payment or a decision. Every conversation says by when we answer.
                  </Trans>
                }
              />
            ) : (
              <ul className="divide-y divide-line">
                {conversations.map((conversation) => (
                  <ConversationRow key={conversation._id} conversation={conversation} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </Card>
      {query.hasNextPage && (
        <LoadMore
          busy={query.isFetchingNextPage}
          byItself={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
      {/* Below a list that is still loading it would shift. */}
      {!query.isLoading && (
        <>
          <p className="mt-4 text-small text-quiet">
            <Trans>
              Your conversations are answered only here: an email or a push notification just tells you that
              an answer has come. On other matters we write first, but only by email and by push notification.
            </Trans>
          </p>
          <LinkButton href={paths.isThisYou} variant="quiet" wide className="mt-2">
            {t`Is this message from us?`}
          </LinkButton>
        </>
      )}
    </Page>
  )
}

const EXCERPT_LENGTH = 72

/** By characters instead of lines, so that large text is not cut. */
function excerpt(text: string): string {
  const letters = lettersOf(text)
  return letters.length > EXCERPT_LENGTH ? `${letters.slice(0, EXCERPT_LENGTH).join('').trimEnd()}…` : text
}

function ConversationRow({ conversation }: { conversation: Conversation }) {
  const { t } = useLingui()
  const { subject, preview, complaint, status, is_late } = conversation
  const due = dueOf(conversation)
  return (
    <LinkedRow href={paths.conversation(conversation._id)}>
      <bdi className="block font-semibold wrap-anywhere">
        {subject ? subjectText(subject) : excerpt(preview)}
      </bdi>
      {subject && <bdi className="mt-0.5 block text-small text-quiet wrap-anywhere">{excerpt(preview)}</bdi>}
      {due && (
        <span className={`mt-0.5 block text-small ${is_late ? 'font-semibold' : 'text-quiet'}`}>
          <DueTime conversation={conversation} />
        </span>
      )}
      <span className="mt-1.5 flex flex-wrap gap-1.5">
        {complaint && <Badge tone="quiet">{t`Complaint`}</Badge>}
        {/* An answer that is to be read stands out. */}
        <Badge tone={status === 'answered' ? 'action' : 'quiet'}>{statusText(status)}</Badge>
      </span>
    </LinkedRow>
  )
}

function Outline() {
  return (
    <div className="divide-y divide-line">
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-2 px-3.5 py-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}
