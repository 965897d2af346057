import type { Product } from '@fairturn/contract/orders'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
// What an order earns: reward, bonus with its rate and reason, award. All figures come from the server;
// nothing is added up here.
import { Trans, useLingui } from '@lingui/react/macro'
import { NotCounted } from '../levels/NotCounted.tsx'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { bonusRange, bonusRate } from './labels.ts'

export function OrderFigures({ order }: { order: Product }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const { verified } = order
  const settled = order.status === 'success' || order.status === 'done'
  const rate = bonusRate(order)
  return (
    <Card as="section" aria-label={t`Earnings`}>
      <Row
        quiet
        title={settled ? t`Reward` : t`Reward so far`}
        detail={`${count(verified)} × ${moneyText(order.price)}`}
        trailing={<Amount amount={order.reward} />}
      />
      <Row
        quiet
        title={<Trans>Bonus {rate}</Trans>}
        detail={<WhyThisRate order={order} />}
        trailing={<Amount amount={order.bonus} tone="award" signed />}
      />
      <Row
        title={order.status === 'done' ? t`Award, in your balance` : t`Award`}
        detail={settled && <NotCounted {...order} />}
        trailing={<Amount amount={order.award} size="large" />}
      />
    </Card>
  )
}

function WhyThisRate({ order }: { order: Product }) {
  const { quality_percent } = order
  const range = bonusRange(order)
  if (order.bonus_low === order.bonus_high) return <Trans>Your level’s rate when you took the order</Trans>
  if (order.visits === 0) return <Trans>{range}, depending on the share of visitors verified</Trans>
  return (
    <Trans>
      {quality_percent}% of visitors verified, each counted once. Range {range}: lowest at 50% or less,
      highest at 90% or more.
    </Trans>
  )
}
