import type { Product } from '@fairturn/contract/orders'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { paths } from '../shell/paths.ts'
import { visitsText } from '../tracking/visit-summary.ts'
import { AwardFigures } from './AwardFigures.tsx'
import { useNow } from './clock.ts'
import { oneStatusText, orderNumber, timeLeftText } from './labels.ts'
import { ClaimButton } from './NextStep.tsx'

interface RowProps {
  order: Product
  /** All are being claimed. */
  waits: boolean
  onClaimed: (order: Product) => void
}

export function OrderRow({ order, ...row }: RowProps) {
  if (order.status === 'success') return <ClaimableRow order={order} {...row} />
  if (order.status === 'done') return <DoneRow order={order} />
  return <DistributingRow order={order} />
}

function DistributingRow({ order }: { order: Product }) {
  const now = useNow(15_000)
  const { verified, target } = order
  return (
    <Row
      as="li"
      href={paths.order(order._id)}
      leading={
        <Ring value={verified} max={target} size={52} thickness={5}>
          <span className="text-small font-bold">{count(verified)}</span>
        </Ring>
      }
      title={<bdi>{order.brand}</bdi>}
      detail={
        <>
          <span className="block">
            <Trans>
              {verified} of {target} verified
            </Trans>
          </span>
          <span className="block">
            {order.in_review || !order.deadline ? oneStatusText(order) : timeLeftText(order.deadline, now)}
          </span>
        </>
      }
      trailing={<Amount amount={order.award} />}
    />
  )
}

function ClaimableRow({ order, waits, onClaimed }: RowProps) {
  const { verified, target } = order
  return (
    <li className="flex min-h-19 items-center gap-2 pr-3.5 large-text:flex-col large-text:items-stretch large-text:gap-0 large-text:pb-3.5 large-text:pl-3.5">
      <Anchor
        href={paths.order(order._id)}
        className="flex min-w-0 flex-1 items-center gap-3 self-stretch py-3 pl-3.5 -outline-offset-2 large-text:pl-0"
      >
        <Ring value={verified} max={target} size={52} thickness={5}>
          <span className="text-small font-bold">{count(verified)}</span>
        </Ring>
        <span className="min-w-0 flex-1">
          <bdi className="block font-semibold">{order.brand}</bdi>
          <span className="mt-0.5 block">
            <Amount amount={order.award} size="large" />
          </span>
        </span>
      </Anchor>
      <ClaimButton order={order} disabled={waits} onClaimed={onClaimed} />
    </li>
  )
}

function DoneRow({ order }: { order: Product }) {
  const number = orderNumber(order)
  return (
    <Row
      as="li"
      href={paths.order(order._id)}
      title={
        <>
          <bdi>{order.brand}</bdi> <span className="text-small font-normal text-quiet">{number}</span>
        </>
      }
      detail={
        <>
          {order.claimed_at && <DateTime value={order.claimed_at} className="block" />}
          {order.visit_counts && <span className="block">{visitsText(order.visit_counts)}</span>}
        </>
      }
      trailing={<AwardFigures award={order.award} bonus={order.bonus} />}
    />
  )
}
