// More visits for a campaign that runs: quoted first, paid as quoted.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '@fairturn/contract/campaigns'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { Field } from '@fairturn/ui/Field.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { useTopUp } from './campaign-actions.ts'
import { topUpQuoteQuery } from './campaign-queries.ts'
import { isNothing } from './cents.ts'
import { useMessageTexts } from '../MessageText.tsx'
import { InsufficientFunds } from './InsufficientFunds.tsx'
import { countOf, LIMITS } from './placing.ts'
import { PriceBreakdown } from './PriceBreakdown.tsx'
import { useSettled } from './useSettled.ts'

export function TopUpDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { t } = useLingui()
  const texts = useMessageTexts()
  const [typed, setTyped] = useState(String(campaign.order_visits))
  const counted = countOf(typed)
  const visits = counted !== undefined && counted >= 1 && counted <= LIMITS.visits ? counted : undefined
  const asked = useSettled(visits)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    topUpQuoteQuery(campaign._id, asked),
  )
  const topUp = useTopUp({ onDone: onClose })
  const quote = asked === undefined ? undefined : data
  const current = quote && !isPlaceholderData && asked === visits
  const missing = quote && !isNothing(quote.missing) ? quote.missing : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Add visits`}
      closeLabel={t`Close`}
      maxWidth={480}
      busy={topUp.busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={topUp.busy}>
            {t`Not now`}
          </Button>
          {missing ? (
            <LinkButton href={paths.depositAmount(missing)} icon="deposit">{t`Deposit`}</LinkButton>
          ) : (
            <Button
              busy={topUp.busy}
              disabled={!current}
              onClick={() =>
                quote &&
                visits !== undefined &&
                topUp.start({ campaign_id: campaign._id, visits, total: quote.total })
              }
            >
              {t({ message: 'Pay', context: 'a campaign' })}
            </Button>
          )}
        </>
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
        {error && !quote ? (
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        ) : quote && asked !== undefined ? (
          <div aria-busy={!current} className="divide-y divide-line">
            <PriceBreakdown quote={quote} visits={asked} price={campaign.price} />
            <Row quiet title={t`Available`} trailing={<Amount amount={quote.account_balance} />} />
          </div>
        ) : visits === undefined ? (
          <p className="p-4 text-small text-quiet">
            <Trans>Enter a number to see the price.</Trans>
          </p>
        ) : (
          <Skeleton className="h-72" />
        )}
      </Card>
      {missing && (
        <div className="mt-3">
          <InsufficientFunds missing={missing} />
        </div>
      )}
    </Dialog>
  )
}
