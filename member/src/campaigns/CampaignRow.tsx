import type { Campaign } from '@fairturn/contract/campaigns'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { count } from '@fairturn/ui/formats.ts'
import { Ring } from '@fairturn/ui/Ring.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans } from '@lingui/react/macro'
import { useMoneyText } from '../shell/Amount.tsx'
import { paths } from '../shell/paths.ts'
import { campaignStatusText, campaignTone } from './labels.ts'
import { refundedOf, remainingOf, spentOf } from './refunded.ts'

export function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { delivered, visits } = campaign
  const bought = count(visits)
  const done = count(delivered)
  return (
    <Row
      as="li"
      href={paths.campaign(campaign._id)}
      leading={
        <Ring value={delivered} max={visits} size={52} thickness={5}>
          <span className={delivered > 9999 ? 'text-tiny font-bold' : 'text-small font-bold'}>
            {short(delivered)}
          </span>
        </Ring>
      }
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 wrap-anywhere">{campaign.brand}</bdi>
          <Badge tone={campaignTone(campaign)}>{campaignStatusText(campaign.status)}</Badge>
        </span>
      }
      detail={
        <>
          <span className="block">
            <Trans>
              {done} of {bought} visits delivered
            </Trans>
          </span>
          <Money campaign={campaign} />
        </>
      }
    />
  )
}

function Money({ campaign }: { campaign: Campaign }) {
  const moneyText = useMoneyText()
  const total = moneyText(campaign.payable)
  const spent = moneyText(spentOf(campaign))
  const left = moneyText(remainingOf(campaign))
  const back = moneyText(refundedOf(campaign))
  if (campaign.paid_at === null) return <Trans>{total} to pay</Trans>
  if (campaign.ended_at !== null)
    return (
      <Trans>
        {spent} spent, {back} refunded
      </Trans>
    )
  return (
    <Trans>
      {spent} spent, {left} remaining
    </Trans>
  )
}

/** The space inside the ring fits five digits. */
const short = (value: number): string => (value < 100_000 ? String(value) : `${Math.floor(value / 1000)}k`)
