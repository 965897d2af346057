import type { Notification } from '@fairturn/contract/notices'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call, queries } from '../shell/client.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { keys, notificationsQuery, unreadQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useAction } from '../shell/useAction.ts'
import { useUser } from '../shell/useSession.ts'

export default function NotificationPage() {
  const { t } = useLingui()
  const user = useUser()
  const query = useInfiniteQuery(notificationsQuery)
  const mark = useAction({
    run: (ids: string[] | null) =>
      call('POST update-notifications', { body: { user_id: user?._id ?? '', ...(ids && { ids }) } }),
    onDone({ data: { unread } }, ids) {
      queries.setQueryData(unreadQuery.queryKey, unread)
      showAsRead(ids)
      void queries.invalidateQueries({ queryKey: keys.unread })
    },
  })
  const list = query.data?.pages.flatMap((page) => page.list)
  const someUnread = list?.some((note) => !note.read) === true

  return (
    <Page
      title={t`Notifications`}
      action={
        <IconButton icon="settings" label={t`Notification settings`} href={paths.notificationSettings} />
      }
    >
      <div className="flex min-h-11 justify-end">
        {someUnread && (
          <Button variant="quiet" icon="check" busy={mark.busy} onClick={() => mark.start(null)}>
            {t`Mark all read`}
          </Button>
        )}
      </div>
      <Card className="mt-1">
        <QueryResult bare query={{ ...query, data: list }} outline={<Outline />}>
          {(notes) =>
            notes.length === 0 ? (
              <EmptyState
                icon="bell"
                title={t`No notifications yet`}
                body={<Trans>You will be notified when an order is complete or your balance changes.</Trans>}
                action={<LinkButton href={paths.receive}>{t`Receive an order`}</LinkButton>}
              />
            ) : (
              <ul className="divide-y divide-line">
                {notes.map((note) => (
                  <Note key={note._id} note={note} onOpen={() => note.read || mark.start([note._id])} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </Card>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          wide
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="mt-4"
        >
          {t`Show older`}
        </Button>
      )}
    </Page>
  )
}

/** In the cached list; null for all. */
function showAsRead(ids: string[] | null): void {
  queries.setQueryData(
    notificationsQuery.queryKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          list: page.list.map((note) => (!ids || ids.includes(note._id) ? { ...note, read: true } : note)),
        })),
      },
  )
}

function Note({ note, onOpen }: { note: Notification; onOpen: () => void }) {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  function open() {
    onOpen()
    if (note.path) navigate(note.path)
  }
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="flex w-full cursor-pointer items-start gap-3 px-3.5 py-3 text-left -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
      >
        {/* Square, because round is reserved for the ring. */}
        <span
          className={`mt-1.5 size-2 shrink-0 rounded-[2px] ${note.read ? '' : 'bg-action'}`}
          role={note.read ? undefined : 'img'}
          aria-label={note.read ? undefined : t`unread`}
        />
        <span className="min-w-0 flex-1">
          <span className={`block ${note.read ? 'font-medium' : 'font-bold'}`}>{note.title}</span>
          <span className="mt-0.5 block text-quiet">{note.text}</span>
          <DateTime value={note.created_at} className="mt-1 block text-small text-quiet" />
        </span>
        {note.path && <Icon name="chevron" size={18} className="mt-1 text-quiet" />}
      </button>
    </li>
  )
}

function Outline() {
  return (
    <div className="divide-y divide-line">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="grid gap-2 px-3.5 py-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      ))}
    </div>
  )
}
