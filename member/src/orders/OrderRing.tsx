import type { Product } from '@fairturn/contract/orders'
import { count } from '@fairturn/ui/formats.ts'
import { Ring } from '@fairturn/ui/Ring.tsx'
// Progress of an order as a ring: blue while visits are verified, closed in amber when its award is claimed.
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { useNow } from './clock.ts'
import { statusText, timeLeftText } from './labels.ts'

const RING = { size: 200, thickness: 14, className: 'mx-auto' }

interface OrderRingProps {
  order: Product
  /** Claimed while it is on the screen: the ring's closing is animated. */
  justClaimed: boolean
}

export function OrderRing({ order, justClaimed }: OrderRingProps) {
  if (order.status === 'done') return <ClosedRing order={order} moving={justClaimed} />
  return <OpenRing order={order} />
}

function OpenRing({ order }: { order: Product }) {
  const { t } = useLingui()
  const { verified, target } = order
  return (
    <Ring
      {...RING}
      value={verified}
      max={target}
      label={t`Verified visits`}
      valueText={t`${verified} of ${target}`}
    >
      <Center
        above={t({ message: 'verified', context: 'visits, above the figure' })}
        below={<NextStatus order={order} />}
      >
        {count(verified)} <span className="text-title text-quiet">/ {count(target)}</span>
      </Center>
    </Ring>
  )
}

/** What is next: the time left, or what the order waits for. */
function NextStatus({ order }: { order: Product }) {
  const now = useNow(15_000)
  const underWay = order.status === 'pending' || order.status === 'distributing'
  if (underWay && !order.in_review && order.deadline) return timeLeftText(order.deadline, now)
  return statusText(order)
}

function ClosedRing({ order, moving }: { order: Product; moving: boolean }) {
  const { t } = useLingui()
  const [closed, setClosed] = useState(!moving)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setClosed(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Ring {...RING} tone="award" value={closed ? 1 : 0} max={1}>
      <Center above={t`your award`} below={<Trans>in your balance</Trans>}>
        {/* Smaller than a count, so that amounts in the thousands fit inside the ring. */}
        <span className="text-heading">
          <Amount amount={order.award} />
        </span>
      </Center>
    </Ring>
  )
}

function Center({ above, below, children }: { above: ReactNode; below: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-[min(9rem,56vmin)]">
      <p className="text-small text-quiet">{above}</p>
      <p className="text-figure whitespace-nowrap">{children}</p>
      <p className="text-small leading-tight text-balance text-quiet">{below}</p>
    </div>
  )
}
