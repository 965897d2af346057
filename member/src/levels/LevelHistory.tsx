import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { levelEventText, levelHistoryQuery } from './level-history.ts'

export function LevelHistory() {
  const { t } = useLingui()
  return (
    <Section title={t`Level history`} className="mt-7">
      <QueryResult query={useQuery(levelHistoryQuery)} outline={['h-18']}>
        {(events) =>
          events.length === 0 ? (
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
                    event.amount !== null && (
                      <Amount amount={event.event === 'bought' ? `-${event.amount}` : event.amount} signed />
                    )
                  }
                />
              ))}
            </Card>
          )
        }
      </QueryResult>
    </Section>
  )
}
