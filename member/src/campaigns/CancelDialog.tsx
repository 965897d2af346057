import type { Campaign, CancelQuote } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { isNothing } from '../shell/cents.ts'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { Gap } from '../shell/Gap.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useCancel } from './campaign-actions.ts'
import { cancelQuoteQuery } from './campaign-queries.ts'
import { cancelFiguresOf } from './refunded.ts'

export function CancelDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const cancel = useCancel({ onDone: onClose })
  const query = useQuery({ ...cancelQuoteQuery(campaign._id), refetchOnMount: 'always' })
  const paid = campaign.paid_at !== null
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Cancel this campaign?`}
      busy={cancel.busy}
      keep={t({ message: 'Keep campaign', context: 'do not cancel the campaign' })}
      confirm={t`Cancel campaign`}
      loss
      disabled={paid && !query.data}
      onConfirm={() => cancel.start(campaign._id)}
    >
      {paid ? (
        <QueryResult bare query={query} outline={['mt-4 h-40']}>
          {(quote) => <Refund quote={quote} />}
        </QueryResult>
      ) : (
        <p className="mt-2">
          <Trans>It is not paid yet, so there is nothing to refund.</Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}

function Refund({ quote }: { quote: CancelQuote }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const { open } = quote
  const { now, laterLeast, laterMost, spent } = cancelFiguresOf(quote)
  const least = moneyText(laterLeast)
  const most = moneyText(laterMost)
  const vatNow = moneyText(quote.vat_now)
  const held = moneyText(quote.held)
  const feeWaiting = moneyText(quote.fee_waiting)
  const hasVat = !isNothing(quote.vat_now)
  return (
    <>
      <Card className="mt-4">
        <Row
          title={t`Refunded now`}
          detail={hasVat && <Trans>with {vatNow} of VAT</Trans>}
          trailing={<Amount amount={now} size="large" />}
        />
        {!isNothing(laterMost) && (
          <Row
            title={t`Refunded later`}
            detail={
              <Plural
                value={open}
                one="when the order with # open visit ends: the least if it is earned, the most if it is not"
                other="when the orders with # open visits end: the least if all are earned, the most if none is"
              />
            }
            trailing={
              // A range is set on two lines, to leave room for the text beside it.
              <span className="figures font-bold">
                {least !== most && <span className="block whitespace-nowrap">{least} –</span>}
                <span className="block whitespace-nowrap">{most}</span>
              </span>
            }
          />
        )}
        <Row
          quiet
          title={t`Spent so far`}
          detail={<Trans>for delivered visits, including the fee</Trans>}
          trailing={<Amount amount={spent} />}
        />
      </Card>
      {open > 0 && (
        <p className="mt-3 text-small text-quiet">
          <Trans>Members keep the orders they have taken: {held} stays reserved for their rewards.</Trans>
          <Gap />
          <Trans>
            The rest of the service fee, {feeWaiting}, is settled when the last of them ends: what is not
            earned is refunded, also for visits that nobody has taken.
          </Trans>
          {!isNothing(quote.vat_later_most) && (
            <>
              <Gap />
              <Trans>Both come back with their VAT.</Trans>
            </>
          )}
        </p>
      )}
    </>
  )
}
