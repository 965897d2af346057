import type { Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { dateTime } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PaymentHistory } from '../documents/PaymentHistory.tsx'
import { linesOf, Receipt } from '../documents/Receipt.tsx'
import { useMoneyText } from '../shell/Amount.tsx'
import { useFilter } from '../shell/history/useFilter.ts'
import { paths } from '../shell/paths.ts'
import { rewardsQuery } from '../shell/payment-queries.ts'
import { AwardFigures } from './AwardFigures.tsx'
import { bonusRate, orderNumber } from './labels.ts'

export default function RewardHistoryPage() {
  const { t } = useLingui()
  const filter = useFilter([])
  const { data, ...query } = useInfiniteQuery(rewardsQuery(filter.period))
  return (
    <PaymentHistory
      title={t`Award history`}
      filter={filter}
      query={query}
      list={data?.pages.flatMap((page) => page.list_product)}
      instantOf={(order) => order.claimed_at}
      renderRow={(order, open) => (
        <Row
          as="li"
          key={order._id}
          onPress={open}
          title={<bdi>{order.brand}</bdi>}
          detail={order.claimed_at && <DateTime value={order.claimed_at} time />}
          trailing={<AwardFigures award={order.award} bonus={order.bonus} />}
        />
      )}
      renderReceipt={(order, onClose) => <AwardReceipt order={order} onClose={onClose} />}
      nothingFound={t`No awards on these days`}
      empty={
        <EmptyState
          icon="gift"
          title={t`No awards yet`}
          body={<Trans>Orders you have claimed appear here.</Trans>}
          action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
        />
      }
      file={{ path: 'list-product-completed.csv', name: 'awards' }}
    />
  )
}

function AwardReceipt({ order, onClose }: { order: Product; onClose: () => void }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const lines = linesOf([
    { label: t`Award`, text: moneyText(order.award), main: true },
    { label: t`Reward`, text: moneyText(order.reward) },
    { label: t`Bonus`, text: `${moneyText(order.bonus)} (${bonusRate(order)})` },
    { label: t`Verified visits`, text: `${order.verified} × ${moneyText(order.price)}` },
    { label: t`Advertiser`, text: order.brand },
    { label: t`Order`, text: orderNumber(order) },
    { label: t`Claimed on`, text: order.claimed_at && dateTime(order.claimed_at) },
    { label: t`Number`, text: order._id },
  ])
  return (
    <Receipt
      title={t`Award`}
      lines={lines}
      onClose={onClose}
      file={{ path: `awards/${order._id}/receipt.pdf`, name: `award-${orderNumber(order).slice(1)}.pdf` }}
      action={<LinkButton href={paths.order(order._id)}>{t`View order`}</LinkButton>}
    />
  )
}
