import type { Product } from '@fairturn/contract/orders'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
// One line about the order's status: whether the money is safe and what happens next.
import { Trans } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'

export function OrderNote({ order }: { order: Product }) {
  if (order.in_review) return <InReview order={order} />
  switch (order.status) {
    case 'pending':
    case 'distributing':
      return <Kept order={order} />
    case 'success':
      return order.review_reason === null ? (
        <Note>
          {order.paid_by_itself_at === null ? (
            <Trans>
              <Amount amount={order.award} tone="inherit" /> is ready to claim. It does not expire.
            </Trans>
          ) : (
            <Trans>
              <Amount amount={order.award} tone="inherit" /> is ready to claim. If you do not claim it, it is
              paid into your balance automatically on <DateTime value={order.paid_by_itself_at} day />.
            </Trans>
          )}
        </Note>
      ) : (
        <RefusedInReview reason={order.review_reason} />
      )
    case 'done':
      return order.claimed_at ? (
        <Note icon="check">
          <Trans>
            Paid into your balance on <DateTime value={order.claimed_at} />. What you have claimed is never
            taken back.
          </Trans>
        </Note>
      ) : null
    case 'returned':
      return (
        <Note tone="action">
          <Trans>You gave this order back before starting it. You got the turn back.</Trans>
        </Note>
      )
    case 'expired':
      if (order.review_reason !== null) return <RefusedInReview reason={order.review_reason} />
      return (
        <Note tone="action">
          <Trans>The deadline passed without a verified visit. It cost you nothing.</Trans>
        </Note>
      )
    default:
      return null
  }
}

function RefusedInReview({ reason }: { reason: string }) {
  return (
    <Note tone="action">
      <p>
        <Trans>Our team reviewed this order and refused some visits. You can appeal below.</Trans>
      </p>
      <p className="mt-1 font-normal wrap-anywhere">{reason}</p>
    </Note>
  )
}

function Kept({ order }: { order: Product }) {
  if (!order.deadline) return null
  return (
    <Note>
      <Trans>
        <Amount amount={order.highest_award} tone="inherit" /> is reserved for you until{' '}
        <DateTime value={order.deadline} day />, even if the campaign stops.
      </Trans>
    </Note>
  )
}

function InReview({ order }: { order: Product }) {
  return (
    <>
      <ReviewNote order={order} />
      <ObjectOrAsk kind="order" id={order._id} wide />
    </>
  )
}

function ReviewNote({ order }: { order: Product }) {
  return (
    <Note>
      {order.review_until ? (
        <Trans>
          A person looks at this order first, as at unusual visits, and when awards that nobody has looked at
          come above a limit. <Amount amount={order.award} tone="inherit" /> stays reserved for you. Unless
          you hear from us, you can claim it on <DateTime value={order.review_until} />. You do not need to do
          anything.
        </Trans>
      ) : (
        <Trans>
          A person looks at this order first, as at unusual visits, and when awards that nobody has looked at
          come above a limit. Your award stays reserved for you.
        </Trans>
      )}
    </Note>
  )
}
