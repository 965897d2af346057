// What a campaign is waiting for, or how it ended, and where its money is: said where the doubt arises.
import { Plural, Trans } from '@lingui/react/macro'
import type { Campaign } from '@fairturn/contract/campaigns'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { useMoneyText } from '../Amount.tsx'
import { isNothing } from './cents.ts'

export function CampaignNote({ campaign }: { campaign: Campaign }) {
  const { status } = campaign
  if (status === 'unpaid') return <Unpaid campaign={campaign} />
  if (status === 'review') return <InReview campaign={campaign} />
  if (status === 'active') return <Running campaign={campaign} />
  if (status === 'paused') return <Paused campaign={campaign} />
  return <Ended campaign={campaign} />
}

function Unpaid({ campaign }: { campaign: Campaign }) {
  const { unpaid_until } = campaign
  return (
    <Note icon="clock">
      {unpaid_until ? (
        <Trans>
          Its terms are kept until <DateTime value={unpaid_until} day />. Not paid by then, it is cancelled
          and nothing is owed.
        </Trans>
      ) : (
        <Trans>It is not paid yet. Nothing is owed.</Trans>
      )}
    </Note>
  )
}

function InReview({ campaign }: { campaign: Campaign }) {
  const total = useMoneyText()(campaign.total)
  const hours = campaign.review_hours ?? 0
  return (
    <>
      <Note>
        <Trans>
          {total} is kept for this campaign. Until it runs, you can cancel and have all of it back at once.
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
            A person looks at four things: that the page is what the campaign says, that the picture and texts
            mislead nobody, that it asks for visits, sign-ups, purchases or leads and nothing else, and that
            the advertiser may be advertised.
          </Trans>
        </p>
        <p className="mt-2 text-small text-quiet">
          <Trans>
            You are notified as soon as it is decided. While nobody has decided, nothing runs and nothing is
            spent; if its end comes first, everything comes back by itself.
          </Trans>
        </p>
      </div>
    </>
  )
}

function Running({ campaign }: { campaign: Campaign }) {
  const left = useMoneyText()(campaign.remaining)
  return (
    <Note>
      <Trans>
        {left} is in its escrow. It ends on <DateTime value={campaign.ends_at} day /> or when every visit is
        delivered, and what is not earned comes back by itself.
      </Trans>
    </Note>
  )
}

function Paused({ campaign }: { campaign: Campaign }) {
  const { pause_reason } = campaign
  if (pause_reason !== null) {
    return (
      <Note tone="loss">
        <Trans>
          We paused it: <bdi>{pause_reason}</bdi> It cannot be resumed while this stands; you can cancel it,
          and support looks at it again if you ask.
        </Trans>
      </Note>
    )
  }
  return (
    <Note tone="action" icon="pause">
      <Trans>No new orders are given out. Orders already taken go on, and their visits are paid.</Trans>
    </Note>
  )
}

function Ended({ campaign }: { campaign: Campaign }) {
  const moneyText = useMoneyText()
  const { reject_reason, ended_at, open } = campaign
  const back = moneyText(campaign.refunded)
  const held = moneyText(campaign.held)
  const paid = campaign.paid_at !== null
  return (
    <>
      {reject_reason !== null && (
        <Note tone="loss">
          <Trans>
            It was not accepted: <bdi>{reject_reason}</bdi>
          </Trans>
        </Note>
      )}
      {paid ? (
        <Note tone="action" icon="check">
          {ended_at && (
            <Trans>
              It ended on <DateTime value={ended_at} day />. {back} came back to your balance.
            </Trans>
          )}{' '}
          {!isNothing(campaign.held) && (
            <Plural
              value={open}
              one={`${held} is still held for # visit of an open order; what is not earned of it comes back when the order ends.`}
              other={`${held} is still held for # visits of open orders; what is not earned of it comes back when they end.`}
            />
          )}
        </Note>
      ) : (
        <Note tone="action">
          <Trans>It was never paid, and nothing is owed.</Trans>
        </Note>
      )}
    </>
  )
}
