// Where the member is signed in, and signing out there.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { useAction } from '@fairturn/ui/useAction.ts'
import { call, deleteMemberAnswers, queries } from '../client.ts'
import { toastFailure } from '../failureText.ts'
import { paths } from '../paths.ts'
import { keys, memberId, sessionsQuery } from '../queries.ts'
import { session } from '../session.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'

type EndTarget = { session_id: string } | { everywhere: true } | 'others'

export function Sessions() {
  const { t } = useLingui()
  const { data: sessions, error, refetch, isFetching } = useQuery(sessionsQuery)
  const end = useAction({
    run: (ended: EndTarget) =>
      call('POST sessions/end', { body: { user_id: memberId(), ...(ended !== 'others' && ended) } }),
    onDone(_answer, ended) {
      if (ended === 'others' || !('everywhere' in ended))
        void queries.invalidateQueries({ queryKey: keys.sessions })
      else {
        session.end()
        deleteMemberAnswers()
        navigate(paths.login, { replace: true })
      }
    },
    onFailed: toastFailure,
  })
  return (
    <section aria-labelledby="sessions-title" className="mt-8">
      <h2 id="sessions-title" className="text-title">
        {t`Active sessions`}
      </h2>
      <Card className="mt-3">
        {error && !sessions ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : !sessions ? (
          <div aria-busy className="p-3.5">
            <Skeleton className="h-10" />
          </div>
        ) : (
          sessions.map(({ _id, device, last_used_at, current }) => (
            <Row
              key={_id}
              title={device || t`Unknown device`}
              detail={
                <Trans>
                  last used <DateTime value={last_used_at} className="whitespace-nowrap" />
                </Trans>
              }
              trailing={
                current ? (
                  <Badge>
                    <Trans>this device</Trans>
                  </Badge>
                ) : (
                  <Button variant="quiet" disabled={end.busy} onClick={() => end.start({ session_id: _id })}>
                    {t`Sign out`}
                  </Button>
                )
              }
            />
          ))
        )}
      </Card>
      {sessions && (
        <div className="mt-3 grid gap-2.5">
          {sessions.length > 1 && (
            <Button variant="loss" wide busy={end.busy} onClick={() => end.start('others')}>
              {t`Sign out other sessions`}
            </Button>
          )}
          <Button variant="loss" wide disabled={end.busy} onClick={() => end.start({ everywhere: true })}>
            {t`Sign out everywhere`}
          </Button>
        </div>
      )}
    </section>
  )
}
