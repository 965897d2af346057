import type { CampaignQuote } from '@fairturn/contract/campaigns'
import { count } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { billingQuery } from '../invoices/queries.ts'
import { rateText } from '../levels/rates.ts'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { isNothing, sum } from '../shell/cents.ts'

/** The price of a payment not made yet, so VAT is at today’s rate. */
interface PriceBreakdownProps {
  quote: Omit<CampaignQuote, 'account_balance' | 'missing'>
  visits: number
  /** Price per visit. */
  price: string
}

export function PriceBreakdown({ quote, visits, price }: PriceBreakdownProps) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const feeRate = rateText({ bonus_ads: quote.service_fee_percent })
  const discountRate = rateText({ bonus_ads: quote.discount_percent })
  const vat_percent = useQuery(billingQuery).data?.vat_percent
  const reserve = moneyText(quote.bonus_reserve)
  return (
    <>
      <Row
        title={t`Budget`}
        detail={
          <Trans>
            {count(visits)} × {moneyText(price)}, paid to the members who bring the visits
          </Trans>
        }
        trailing={<Amount amount={quote.budget} />}
      />
      <Row
        title={<Trans>Service fee {feeRate}</Trans>}
        detail={
          <Trans>
            For running and checking the campaign. Includes {reserve} reserved for member bonuses, which
            depend on visit quality.
          </Trans>
        }
        trailing={<Amount amount={sum(quote.service_fee, quote.discount)} />}
      />
      {!isNothing(quote.discount) && (
        <Row
          title={<Trans>Level discount {discountRate}</Trans>}
          trailing={<Amount amount={`-${quote.discount}`} />}
        />
      )}
      {!isNothing(quote.vat) && (
        <Row
          title={vat_percent === undefined ? t`VAT` : t`VAT ${vat_percent}%`}
          trailing={<Amount amount={quote.vat} />}
        />
      )}
      <Row title={t`Total, paid in advance`} trailing={<Amount amount={quote.payable} size="large" />} />
      <div className="p-3.5">
        <Note>
          <Trans>
            Any unspent amount is refunded to the cent: visits not delivered, with their share of the fee, and
            bonuses not earned.
          </Trans>
        </Note>
      </div>
    </>
  )
}
