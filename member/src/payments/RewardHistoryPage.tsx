// Every award that was claimed: by day, with a receipt each.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { dateTime } from '@fairturn/ui/formats.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { useMoneyText } from '../Amount.tsx'
import { AwardFigures } from '../orders/AwardFigures.tsx'
import { bonusRate, orderNumber } from '../orders/words.ts'
import { paths } from '../paths.ts'
import { Page } from '../shell/Page.tsx'
import { Filters } from './Filters.tsx'
import { HistoryList } from './HistoryList.tsx'
import { rewardsQuery } from './payment-queries.ts'
import { ALWAYS } from './period.ts'
import { linesOf, Receipt } from './Receipt.tsx'
import { StatementButton } from './StatementButton.tsx'

export default function RewardHistoryPage() {
  const { t } = useLingui()
  const [period, setPeriod] = useState(ALWAYS)
  const [opened, setOpened] = useState<Product | null>(null)
  const { data, ...query } = useInfiniteQuery(rewardsQuery(period))
  return (
    <Page title={t`Award history`} back={paths.individual}>
      <Filters period={period} onPeriod={setPeriod} />
      <HistoryList
        query={query}
        list={data?.pages.flatMap((page) => page.list_product)}
        renderRow={(order) => (
          <Row
            as="li"
            key={order._id}
            onPress={() => setOpened(order)}
            title={<bdi>{order.brand}</bdi>}
            detail={order.claimed_at && <DateTime value={order.claimed_at} />}
            trailing={<AwardFigures order={order} />}
          />
        )}
        empty={
          period.from || period.to ? (
            <EmptyState icon="clock" title={t`No award on these days`} />
          ) : (
            <EmptyState
              icon="gift"
              title={t`No award yet`}
              body={<Trans>Every award you claim is kept here, with its date.</Trans>}
              action={<LinkButton href={paths.receive} icon="turn">{t`Receive an order`}</LinkButton>}
            />
          )
        }
      />
      <StatementButton period={period} />
      {opened && <AwardReceipt order={opened} onClose={() => setOpened(null)} />}
    </Page>
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
    { label: t`Paid from the campaign of`, text: order.brand },
    { label: t`Order`, text: orderNumber(order) },
    { label: t`Claimed on`, text: order.claimed_at && dateTime(order.claimed_at) },
    { label: t`Number`, text: order._id },
  ])
  return (
    <Receipt
      title={t`Award`}
      lines={lines}
      onClose={onClose}
      action={<LinkButton href={paths.order(order._id)}>{t`See the order`}</LinkButton>}
    />
  )
}
