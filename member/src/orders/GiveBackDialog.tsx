import type { Product } from '@fairturn/contract/orders'
import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { useGiveBack } from './order-actions.ts'

export function GiveBackDialog({ order, onClose }: { order: Product; onClose: () => void }) {
  const { t } = useLingui()
  const giveBack = useGiveBack({ onDone: onClose })
  const { brand } = order
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Give this order back?`}
      busy={giveBack.busy}
      keep={t`Keep order`}
      confirm={t`Give back`}
      onConfirm={() => giveBack.start(order._id)}
    >
      <p className="mt-2">
        <Trans>
          The order from <bdi>{brand}</bdi> is offered to other members. This costs nothing, and you get the
          turn back today.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
