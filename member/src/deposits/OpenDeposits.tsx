// Deposits that were announced and have not arrived, so that nobody announces the same one twice.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Deposit } from '@fairturn/contract/deposits'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Amount } from '../Amount.tsx'
import { paths } from '../paths.ts'
import { depositsQuery } from '../payment-queries.ts'
import { ALWAYS } from '../history/period.ts'
import { depositMethodText } from '../documents/labels.ts'
import { Section } from '../shell/Section.tsx'

const SHOWN = 3

/** A checkout closes before the deposit is given up. */
const openUntil = ({ instructions, expires_at }: Deposit): string =>
  instructions && 'checkout_url' in instructions ? instructions.checkout_expires_at : expires_at

export function OpenDeposits() {
  const { t } = useLingui()
  const { data } = useInfiniteQuery(depositsQuery('awaiting', ALWAYS))
  const list = data?.pages[0]?.list.slice(0, SHOWN) ?? []
  if (list.length === 0) return null
  return (
    <Section title={t`Awaiting payment`} className="mt-6">
      <Card as="ul">
        {list.map((deposit) => (
          <Row
            as="li"
            key={deposit._id}
            href={paths.depositOf(deposit._id)}
            title={<span className="figures">{deposit.reference}</span>}
            detail={
              <Trans>
                {depositMethodText(deposit.method)}, open until <DateTime value={openUntil(deposit)} day />
              </Trans>
            }
            trailing={<Amount amount={deposit.amount} />}
          />
        ))}
      </Card>
    </Section>
  )
}
