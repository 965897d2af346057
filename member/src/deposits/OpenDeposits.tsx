import type { Deposit } from '@fairturn/contract/deposits'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// Announced deposits that have not arrived, so that nobody announces the same one twice.
import { Trans, useLingui } from '@lingui/react/macro'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { depositMethodText, depositOutcomeText, isBeingChecked } from '../documents/labels.ts'
import { Amount } from '../shell/Amount.tsx'
import { LoadMore } from '../shell/LoadMore.tsx'
import { paths } from '../shell/paths.ts'
import { Section } from '../shell/Section.tsx'

/** A checkout session closes before the deposit expires. */
const openUntil = ({ instructions, expires_at }: Deposit): string =>
  instructions && 'checkout_url' in instructions ? instructions.checkout_expires_at : expires_at

interface OpenDepositsProps {
  deposits: readonly Deposit[]
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}

export function OpenDeposits({ deposits, query }: OpenDepositsProps) {
  const { t } = useLingui()
  if (deposits.length === 0) return null
  return (
    <Section title={t`Awaiting payment`} className="mt-6">
      <Card as="ul">
        {deposits.map((deposit) => (
          <Row
            as="li"
            key={deposit._id}
            href={paths.depositOf(deposit._id)}
            title={<span className="figures">{deposit.reference}</span>}
            detail={
              isBeingChecked(deposit) ? (
                depositOutcomeText(deposit)
              ) : (
                <Trans>
                  {depositMethodText(deposit.method)}, open until <DateTime value={openUntil(deposit)} day />
                </Trans>
              )
            }
            trailing={<Amount amount={deposit.amount} />}
          />
        ))}
      </Card>
      {query.hasNextPage && (
        <LoadMore
          busy={query.isFetchingNextPage}
          byItself={!query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </Section>
  )
}
