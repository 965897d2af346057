import type { Campaign } from '@fairturn/contract/campaigns'
import { Card } from '@fairturn/ui/Card.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Amount } from '../shell/Amount.tsx'
import { isNothing } from '../shell/cents.ts'
import { useMessageTexts } from '../shell/MessageText.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useTopUp } from './campaign-actions.ts'
import { topUpQuoteQuery } from './campaign-queries.ts'
import { InsufficientFunds } from './InsufficientFunds.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { countOf, LIMITS } from './placing.ts'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { useDebounced } from './useDebounced.ts'

export function TopUpDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const texts = useMessageTexts()
  const [typed, setTyped] = useState(String(campaign.order_visits))
  const counted = countOf(typed)
  const visits = counted !== undefined && counted >= 1 && counted <= LIMITS.visits ? counted : undefined
  const settled = useDebounced(visits)
  const query = useQuery(topUpQuoteQuery(campaign._id, settled))
  const topUp = useTopUp({ onDone: onClose })
  const quote = settled === undefined ? undefined : query.data
  const current = quote && !query.isPlaceholderData && settled === visits
  const missing = quote && !isNothing(quote.missing) ? quote.missing : null
  return (
    <PaymentDialog
      onClose={onClose}
      title={t`Add visits`}
      maxWidth={480}
      busy={topUp.busy}
      missing={missing}
      disabled={!current}
      onConfirm={() =>
        quote &&
        visits !== undefined &&
        topUp.start({ campaign_id: campaign._id, visits, total: quote.total, payable: quote.payable })
      }
    >
      <Field
        label={t`Additional visits`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={visits === undefined && typed !== '' ? texts?.field_is_invalid : undefined}
        className="mt-4"
      />
      <Card className="mt-4">
        {visits === undefined && !quote && !query.error ? (
          <p className="p-4 text-small text-quiet">
            <Trans>Enter a number to see the price.</Trans>
          </p>
        ) : (
          <QueryResult bare query={{ ...query, data: quote }} outline={['h-72 rounded-small']}>
            {(shown) => (
              <div aria-busy={!current} className="divide-y divide-line">
                <PriceBreakdown quote={shown} visits={settled!} price={campaign.price} />
                <Row quiet title={t`Available`} trailing={<Amount amount={shown.account_balance} />} />
              </div>
            )}
          </QueryResult>
        )}
      </Card>
      {missing && (
        <div className="mt-3">
          <InsufficientFunds missing={missing} />
        </div>
      )}
    </PaymentDialog>
  )
}
