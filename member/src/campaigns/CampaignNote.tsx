import type { Campaign } from '@fairturn/contract/campaigns'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Plural, Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useMoneyText } from '../shell/Amount.tsx'
import { isNothing } from '../shell/cents.ts'
import { Gap } from '../shell/Gap.tsx'
import { paths } from '../shell/paths.ts'
import { useSettings } from '../shell/useSession.ts'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { refundedOf, remainingOf } from './refunded.ts'

// Loaded in demos only.
const ReviewStep = lazy(() => import('../demo/ReviewStep.tsx'))

export function CampaignNote({ campaign }: { campaign: Campaign }) {
  const { status } = campaign
  if (status === 'unpaid') return <Unpaid campaign={campaign} />
  if (status === 'review') return <InReview campaign={campaign} />
  if (status === 'active') return <Running campaign={campaign} />
  if (status === 'paused') return <Paused campaign={campaign} />
  return <Ended campaign={campaign} />
}

function Unpaid({ campaign }: { campaign: Campaign }) {
  const { unpaid_until, transfer } = campaign
  if (transfer)
    return (
      <Note icon="clock">
        <Trans>
          Waiting for your transfer with reference {transfer.reference}. The campaign is paid as soon as it
          has arrived in full.
        </Trans>
        <Gap />
        <Anchor href={paths.depositOf(transfer.deposit_id)} className="font-semibold text-action underline">
          <Trans>Transfer details</Trans>
        </Anchor>
      </Note>
    )
  return (
    <Note icon="clock">
      {unpaid_until ? (
        <Trans>
          This price is valid until <DateTime value={unpaid_until} day />. If unpaid by then, the campaign is
          cancelled and you owe nothing.
        </Trans>
      ) : (
        <Trans>Not paid yet. You owe nothing.</Trans>
      )}
    </Note>
  )
}

function InReview({ campaign }: { campaign: Campaign }) {
  const total = useMoneyText()(campaign.payable)
  const hours = campaign.review_hours ?? 0
  const isDemo = useSettings()?.demo.bank === true
  return (
    <>
      <Note>
        <Trans>
          {total} is held for this campaign. Until it is active, you can cancel for an immediate full refund.
        </Trans>
      </Note>
      <div className="rounded-card border border-line bg-surface p-4">
        <p className="font-semibold">
          <Plural
            value={hours}
            _0="Waiting for review for less than an hour"
            one="Waiting for review for # hour"
            other="Waiting for review for # hours"
          />
        </p>
        <p className="mt-1 text-small text-quiet">
          <Trans>
            Our team checks four things: the page matches the campaign, the image and texts are not
            misleading, the goal is visits, sign-ups, purchases or leads, and the product may be advertised.
          </Trans>
        </p>
        <p className="mt-2 text-small text-quiet">
          <Trans>
            We notify you as soon as it is decided. Until then nothing runs and nothing is spent. If the
            campaign’s end date comes first, you get a full refund automatically.
          </Trans>
        </p>
      </div>
      {isDemo && (
        <Suspense fallback={<Skeleton className="h-36 rounded-card" />}>
          <ReviewStep campaign_id={campaign._id} />
        </Suspense>
      )}
    </>
  )
}

function Running({ campaign }: { campaign: Campaign }) {
  const left = useMoneyText()(remainingOf(campaign))
  return (
    <Note>
      <Trans>
        {left} is in escrow. The campaign ends on <DateTime value={campaign.ends_at} day /> or when all visits
        are delivered. The unspent amount is refunded automatically.
      </Trans>
    </Note>
  )
}

function Paused({ campaign }: { campaign: Campaign }) {
  const { _id, pause_reason } = campaign
  if (pause_reason !== null) {
    return (
      <>
        <Note tone="loss">
          <Trans>
            Paused by our team: <bdi>{pause_reason}</bdi> You cannot resume it yourself. You can cancel it, or
            ask support to review it again.
          </Trans>
        </Note>
        <ObjectOrAsk kind="campaign" id={_id} wide />
      </>
    )
  }
  return (
    <Note tone="action" icon="pause">
      <Trans>No new orders are offered. Orders already taken continue, and their visits are paid.</Trans>
    </Note>
  )
}

function Ended({ campaign }: { campaign: Campaign }) {
  const moneyText = useMoneyText()
  const { _id, reject_reason, ended_at, open } = campaign
  const back = moneyText(refundedOf(campaign))
  const held = moneyText(campaign.held)
  const paid = campaign.paid_at !== null
  return (
    <>
      {reject_reason !== null && (
        <>
          <Note tone="loss">
            <Trans>
              Rejected: <bdi>{reject_reason}</bdi>
            </Trans>
          </Note>
          <ObjectOrAsk kind="campaign" id={_id} wide />
        </>
      )}
      {paid ? (
        <Note tone="action" icon="check">
          {ended_at && (
            <Trans>
              Ended on <DateTime value={ended_at} day />. {back} was refunded to your balance.
            </Trans>
          )}
          <Gap />
          {!isNothing(campaign.held) && (
            <Plural
              value={open}
              one={`${held} is still held for # visit in an open order. The unspent part is refunded when the order ends.`}
              other={`${held} is still held for # visits in open orders. The unspent part is refunded when they end.`}
            />
          )}
        </Note>
      ) : (
        <Note tone="action">
          <Trans>It was never paid. You owe nothing.</Trans>
        </Note>
      )}
    </>
  )
}
