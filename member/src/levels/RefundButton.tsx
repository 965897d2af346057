import type { Level } from '@fairturn/contract/levels'
import { Button } from '@fairturn/ui/Button.tsx'
import { date } from '@fairturn/ui/formats.ts'
import { serverNow } from '@fairturn/ui/server-time.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMoneyText } from '../shell/Amount.tsx'
import { levelRefundQuery, type RefundStatement } from '../shell/queries.ts'

/** On the current level's row; hidden if it was not bought. */
export default function RefundButton({
  level,
  onOpen,
}: {
  level: Level
  onOpen: (statement: RefundStatement) => void
}) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const { data } = useQuery(levelRefundQuery)
  if (data?.purchase_id == null || data.level_id !== level._id) return null
  const amount = moneyText(data.refundable)
  const full = data.full_refund_until !== null && serverNow() < new Date(data.full_refund_until)
  const until = full ? date(data.full_refund_until!) : ''
  return (
    <Button variant="quiet" onClick={() => onOpen(data)} className="mt-1 w-full text-small!">
      <span>
        <span className="block">{t`Withdraw from contract here`}</span>
        <span className="block font-normal text-quiet">
          {full ? t`Full refund ${amount} until ${until}` : t`Refund ${amount} at any time`}
        </span>
      </span>
    </Button>
  )
}
