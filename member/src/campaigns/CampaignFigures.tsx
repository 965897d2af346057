import type { Campaign } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { StackedBar } from '@fairturn/ui/StackedBar.tsx'
// A campaign's money: paid, spent by purpose, held, remaining, returned. All figures come from the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { isNothing } from '../shell/cents.ts'
import { Section } from '../shell/Section.tsx'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { refundedOf, remainingOf, spentOf, spentVatOf } from './refunded.ts'

export function CampaignFigures({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  if (campaign.paid_at !== null) return <Money campaign={campaign} />
  return (
    <Card as="section" aria-label={t`Cost`}>
      <PriceBreakdown quote={campaign} visits={campaign.visits} price={campaign.price} />
    </Card>
  )
}

function Money({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const delivered = `${count(campaign.delivered)} × ${moneyText(campaign.price)}`
  const held = moneyText(campaign.held)
  const over = campaign.ended_at !== null
  return (
    <Section title={t`Spending`} className="mt-3">
      <Card>
        <div className="p-3.5">
          <Shares campaign={campaign} />
        </div>
        <Row quiet title={t`Paid in`} trailing={<Amount amount={campaign.payable} />} />
        <Row
          title={t`Spent`}
          detail={<Trans>only on visits that were verified and claimed</Trans>}
          trailing={<Amount amount={spentOf(campaign)} size="large" />}
        />
        <Row quiet title={t`Rewards`} detail={delivered} trailing={<Amount amount={campaign.rewards} />} />
        <Row
          quiet
          title={t`Member bonuses`}
          detail={<Trans>paid from the service fee</Trans>}
          trailing={<Amount amount={campaign.bonuses} />}
        />
        <Row
          quiet
          title={t`Service fee`}
          detail={<Trans>for delivered visits only</Trans>}
          trailing={<Amount amount={campaign.fee_earned} />}
        />
        {!isNothing(campaign.vat) && (
          <Row
            title={t`VAT`}
            detail={<Trans>on what is spent; what is not spent comes back with its VAT</Trans>}
            trailing={<Amount amount={spentVatOf(campaign)} />}
          />
        )}
        {(over || !isNothing(campaign.refunded)) && (
          <Row title={t`Refunded`} trailing={<Amount amount={refundedOf(campaign)} />} />
        )}
        {(!over || !isNothing(campaign.remaining)) && (
          <Row
            title={t`Remaining`}
            detail={!isNothing(campaign.held) && <Trans>{held} of it is held for orders in progress</Trans>}
            trailing={<Amount amount={remainingOf(campaign)} />}
          />
        )}
      </Card>
    </Section>
  )
}

function Shares({ campaign }: { campaign: Campaign }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const spent = moneyText(spentOf(campaign))
  const left = moneyText(remainingOf(campaign))
  const back = moneyText(refundedOf(campaign))
  // Numbers determine only the width of a part; the figures are shown as received.
  const parts = [
    { key: 'spent', label: t`${spent} spent`, value: Number(spentOf(campaign)), tone: 'action' as const },
    {
      key: 'left',
      label: t`${left} remaining`,
      value: Number(remainingOf(campaign)),
      tone: 'award' as const,
    },
    {
      key: 'back',
      label: t`${back} refunded`,
      value: Number(refundedOf(campaign)),
      tone: 'control' as const,
    },
  ]
  return (
    <StackedBar label={t`Spending`} parts={parts.filter(({ key, value }) => key === 'spent' || value > 0)} />
  )
}
