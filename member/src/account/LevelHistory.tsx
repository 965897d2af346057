// How the member came to their level: bought, earned, given back, with dates and what was paid or came back.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Amount } from '../Amount.tsx'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { levelEventText, levelHistoryQuery } from './account-queries.ts'

export function LevelHistory() {
  const { t } = useLingui()
  const { data: events, error, refetch, isFetching } = useQuery(levelHistoryQuery)
  return (
    <section aria-labelledby="levels-title" className="mt-7">
      <h2 id="levels-title" className="mb-3 text-title">
        {t`Level history`}
      </h2>
      {error && !events ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : !events ? (
        <Skeleton className="h-32 rounded-card" />
      ) : events.length === 0 ? (
        <Card>
          <EmptyState
            icon="turn"
            title={t`You are at the first level`}
            body={<Trans>You can earn higher levels free of charge with verified orders.</Trans>}
          />
        </Card>
      ) : (
        <Card as="ol">
          {events.map((event) => (
            <Row
              key={`${event.at} ${event.event} ${event.level._id}`}
              as="li"
              title={levelEventText(event)}
              detail={<DateTime value={event.at} />}
              trailing={
                event.amount !== null && <Moved bought={event.event === 'bought'} amount={event.amount} />
              }
            />
          ))}
        </Card>
      )}
    </section>
  )
}

const Moved = ({ bought, amount }: { bought: boolean; amount: string }) => (
  <Amount amount={bought ? `-${amount}` : amount} signed />
)
