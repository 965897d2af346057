import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { countdown, remaining } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { Amount } from '../shell/Amount.tsx'
import { MessageText } from '../shell/MessageText.tsx'
import { paths } from '../shell/paths.ts'
import { overviewQuery, type Overview } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useNow } from './clock.ts'
import { timeLeftText } from './labels.ts'
import { TurnsComeBack } from './NoOfferAvailable.tsx'
import { useStart } from './order-actions.ts'
import { unstartedOf } from './order-queries.ts'

export function AvailableTab() {
  return (
    <QueryResult query={useQuery(overviewQuery)} outline={['h-42']}>
      {(overview) => {
        const { turns, offer } = overview
        const pending = unstartedOf(overview)
        return (
          <div className="grid gap-3">
            {pending && <PendingOrder order={pending} />}
            {offer && <OpenOffer offer={offer} />}
            <Turns turns={turns} mayDraw={!pending && !offer} />
          </div>
        )
      }}
    </QueryResult>
  )
}

function Turns({ turns, mayDraw }: { turns: Overview['turns']; mayDraw: boolean }) {
  const { t } = useLingui()
  const { left, total } = turns
  return (
    <Card padded className="divide-y-0!">
      <div className="flex items-center gap-4 large-text:flex-wrap">
        <Ring value={left} max={total} size={72}>
          <span className="text-heading">{left}</span>
        </Ring>
        <div className="min-w-0 flex-1 large-text:basis-28">
          <h2 className="text-title text-balance">
            <Plural
              value={total}
              one={<Trans>{left} of # turn left today</Trans>}
              other={<Trans>{left} of # turns left today</Trans>}
            />
          </h2>
          <p className="mt-0.5 text-small text-quiet">
            {left > 0 ? (
              <Trans>Each turn is one order. Its full reward is reserved before you see it.</Trans>
            ) : (
              <>
                <MessageText code="you_have_completed_your_order_today" /> <TurnsComeBack />
              </>
            )}
          </p>
        </div>
      </div>
      {left > 0 && mayDraw && (
        <LinkButton href={paths.receive} icon="turn" wide className="mt-4">
          {t`Receive an order`}
        </LinkButton>
      )}
    </Card>
  )
}

/** How long an offer is reserved, for the ring; see Offer.tsx. */
const OFFER_TTL_S = 5 * 60

function OpenOffer({ offer }: { offer: Product }) {
  const now = useNow(500)
  const left = remaining(offer.expires_at ?? '', now)
  // Hidden once expired; whoever opens the offer refetches it.
  if (left.over) return null
  return (
    <Card>
      <Row
        href={paths.receive}
        leading={
          <Ring value={left.minutes * 60 + left.seconds} max={OFFER_TTL_S} size={52} thickness={4}>
            <span className="text-small font-bold">{countdown(left)}</span>
          </Ring>
        }
        title={<bdi>{offer.brand}</bdi>}
        detail={<Trans>Open offer reserved for you</Trans>}
        trailing={
          <span className="text-small text-quiet">
            <Trans>
              up to <Amount amount={offer.highest_award} />
            </Trans>
          </span>
        }
      />
    </Card>
  )
}

function PendingOrder({ order }: { order: Product }) {
  const { t } = useLingui()
  const now = useNow(15_000)
  const [, navigate] = useLocation()
  // Once started, the next step is its link, which is on the order's screen.
  const start = useStart({ onDone: ({ _id }) => navigate(paths.order(_id)) })
  const { brand } = order
  return (
    <Card>
      <Row
        href={paths.order(order._id)}
        leading={<Ring value={0} max={1} size={52} thickness={5} />}
        title={<bdi>{brand}</bdi>}
        detail={order.deadline ? timeLeftText(order.deadline, now) : undefined}
        trailing={
          <span className="text-small text-quiet">
            <Trans>
              up to <Amount amount={order.highest_award} />
            </Trans>
          </span>
        }
      />
      <div className="flex flex-wrap items-center gap-3 px-3.5 py-3">
        <p className="min-w-0 flex-1 basis-40 text-small text-quiet">
          <Trans>
            Its time is running. Start it to activate your link, or give it back; until then you cannot
            receive another.
          </Trans>
        </p>
        <Button icon="play" busy={start.busy} onClick={() => start.start(order._id)}>
          {t({ message: 'Start', context: 'begin distributing this order' })}
        </Button>
      </div>
    </Card>
  )
}
