import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { StackedBar } from '@fairturn/ui/StackedBar.tsx'
// The verdicts on an order's visits: totals as a bar, each reason in words, each visit in a list.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ObjectionBlock } from '../orders/ObjectionBlock.tsx'
import { visitsQuery } from '../orders/order-queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { Section } from '../shell/Section.tsx'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { groupOf, groupText, type Verdict, verdictText, type VerdictGroup } from './reasons.ts'

type Page = DataOf<'GET orders/:order_id/visits'>

export function VisitsBlock({ order }: { order: Product }) {
  const { t } = useLingui()
  const query = useInfiniteQuery(visitsQuery(order._id))
  const counts = query.data?.pages[0]?.counts.filter((counted) => counted.count > 0)
  const all = counts?.reduce((sum, counted) => sum + counted.count, 0) ?? order.visits
  return (
    <Section
      className="mt-3"
      look="flex min-h-11 items-center text-title"
      title={<Plural value={all} _0="No visits yet" one="# visit" other="# visits" />}
    >
      <QueryResult query={query} outline={['h-20 rounded-small']}>
        {({ pages }) =>
          !counts?.length ? (
            <p className="text-quiet">
              <Trans>You will see each visit to your link here, with its result.</Trans>
            </p>
          ) : (
            <>
              <VisitsBar counts={counts} label={t`Visit results`} />
              <Reasons counts={counts} />
              <ObjectionBlock order={order} objection={pages[0]!.objection} />
              {pages[0]!.objection.state === 'none' && counts.some(({ verdict }) => isRefused(verdict)) && (
                <ObjectOrAsk kind="visits" id={order._id} variant="quiet" className="mt-1 -ml-4" />
              )}
              <EachVisit
                visits={pages.flatMap((page) => page.list)}
                hasMore={query.hasNextPage}
                busy={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            </>
          )
        }
      </QueryResult>
    </Section>
  )
}

const isRefused = (verdict: Verdict) => verdict !== 'verified' && verdict !== 'waiting'

const tones = {
  verified: 'action',
  waiting: 'award',
  looked: 'control',
  people: 'quiet',
  machines: 'track',
} as const

function VisitsBar({ counts, label }: { counts: Page['counts']; label: string }) {
  const sums = new Map<VerdictGroup, number>()
  for (const counted of counts) {
    const group = groupOf(counted.verdict)
    sums.set(group, (sums.get(group) ?? 0) + counted.count)
  }
  const parts = (['verified', 'waiting', 'people', 'looked', 'machines'] as const).flatMap((key) => {
    const value = sums.get(key)
    return value === undefined ? [] : [{ key, value, label: groupText(key, value), tone: tones[key] }]
  })
  return <StackedBar label={label} parts={parts} />
}

function Reasons({ counts }: { counts: Page['counts'] }) {
  const refused = counts.filter(({ verdict }) => verdict !== 'verified')
  if (refused.length === 0) return null
  return (
    <>
      <Card as="ul" className="mt-3">
        {refused
          .toSorted((one, other) => other.count - one.count)
          .map(({ verdict, count: times }) => {
            const { title, why } = verdictText(verdict)
            return <Row as="li" key={verdict} title={title} detail={why} trailing={count(times)} />
          })}
      </Card>
      {refused.some(({ verdict }) => verdict === 'repeated' || groupOf(verdict) === 'machines') && (
        <p className="mt-2 text-small text-quiet">
          <Trans>Bots, previews and repeat visits never lower your bonus.</Trans>
        </p>
      )}
    </>
  )
}

interface EachVisitProps {
  visits: Page['list']
  hasMore: boolean
  busy: boolean
  onMore: () => void
}

function EachVisit({ visits, hasMore, busy, onMore }: EachVisitProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const listId = useId()
  return (
    <>
      <Button
        variant="quiet"
        className="mt-1 -ml-4"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {open ? t`Hide visits` : t`Show visits`}
      </Button>
      <div id={listId}>
        {open && (
          <>
            <Card as="ul">
              {visits.map((visit) => (
                <li
                  key={visit._id}
                  className="flex flex-wrap items-baseline justify-between gap-x-3 px-3.5 py-2.5"
                >
                  <span className={visit.verdict === 'verified' ? 'font-semibold text-action' : ''}>
                    {verdictText(visit.verdict).title}
                  </span>
                  <DateTime value={visit.at} className="text-small text-quiet" />
                </li>
              ))}
            </Card>
            {hasMore && (
              <Button variant="secondary" wide busy={busy} onClick={onMore} className="mt-3">
                {t`Show older`}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
