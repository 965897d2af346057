import type { Level } from '@fairturn/contract/levels'
import { Button } from '@fairturn/ui/Button.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isMore } from '../shell/cents.ts'
import { levelRefundQuery } from '../shell/queries.ts'

export type Statement = DataOf<'GET level-refund'>

/** On the current level's row; hidden if it was not bought. */
export function RefundButton({ level, onOpen }: { level: Level; onOpen: (statement: Statement) => void }) {
  const { t } = useLingui()
  const { data } = useQuery({ ...levelRefundQuery, enabled: isMore(level.joining_fee, '0.00') })
  if (data?.purchase_id == null || data.level_id !== level._id) return null
  return (
    <Button variant="quiet" onClick={() => onOpen(data)} className="ml-8.5 text-small!">
      {t`Withdraw from contract here`}
    </Button>
  )
}
