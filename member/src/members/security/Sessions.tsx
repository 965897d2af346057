import { Badge } from '@fairturn/ui/Badge.tsx'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { call, clearMemberCache, queries } from '../../shell/client.ts'
import { paths } from '../../shell/paths.ts'
import { keys, memberId, sessionsQuery } from '../../shell/queries.ts'
import { QueryResult } from '../../shell/QueryResult.tsx'
import { Section } from '../../shell/Section.tsx'
import { session } from '../../shell/session.ts'
import { useAction } from '../../shell/useAction.ts'

type EndTarget = { session_id: string } | { everywhere: true } | 'others'

export function Sessions() {
  const { t } = useLingui()
  const query = useQuery(sessionsQuery)
  const sessions = query.data
  const end = useAction({
    run: (ended: EndTarget) =>
      call('POST sessions/end', { body: { user_id: memberId(), ...(ended !== 'others' && ended) } }),
    onDone(_answer, ended) {
      if (ended === 'others' || !('everywhere' in ended))
        void queries.invalidateQueries({ queryKey: keys.sessions })
      else {
        session.end()
        clearMemberCache()
        navigate(paths.login, { replace: true })
      }
    },
  })
  return (
    <Section title={t`Active sessions`} className="mt-8">
      <Card>
        <QueryResult
          bare
          query={query}
          outline={
            <div className="p-3.5">
              <Skeleton className="h-10" />
            </div>
          }
        >
          {(list) =>
            list.map((each) => (
              <SessionRow
                key={each._id}
                session={each}
                busy={end.busy}
                onEnd={() => end.start({ session_id: each._id })}
              />
            ))
          }
        </QueryResult>
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
    </Section>
  )
}

interface SessionRowProps {
  session: DataOf<'GET sessions'>['list'][number]
  busy: boolean
  onEnd: () => void
}

function SessionRow({ session: { device, last_used_at, current }, busy, onEnd }: SessionRowProps) {
  const { t } = useLingui()
  return (
    <Row
      title={device || t`Unknown device`}
      detail={
        <Trans>
          last used <DateTime value={last_used_at} />
        </Trans>
      }
      trailing={
        current ? (
          <Badge>
            <Trans>this device</Trans>
          </Badge>
        ) : (
          <Button variant="quiet" disabled={busy} onClick={onEnd}>
            {t`Sign out`}
          </Button>
        )
      }
    />
  )
}
