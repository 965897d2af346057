import type { Deposit } from '@fairturn/contract/deposits'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
// Announced deposits that have not arrived, so that nobody announces the same one twice.
import { Trans, useLingui } from '@lingui/react/macro'
import { depositMethodText } from '../documents/labels.ts'
import { Amount } from '../shell/Amount.tsx'
import { paths } from '../shell/paths.ts'
import { Section } from '../shell/Section.tsx'

const SHOWN = 3

/** A checkout session closes before the deposit expires. */
const openUntil = ({ instructions, expires_at }: Deposit): string =>
  instructions && 'checkout_url' in instructions ? instructions.checkout_expires_at : expires_at

export function OpenDeposits({ deposits }: { deposits: readonly Deposit[] }) {
  const { t } = useLingui()
  if (deposits.length === 0) return null
  return (
    <Section title={t`Awaiting payment`} className="mt-6">
      <Card as="ul">
        {deposits.slice(0, SHOWN).map((deposit) => (
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
