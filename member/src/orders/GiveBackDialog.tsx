// Giving an order back before it is started: what it means, asked once.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
import { useGiveBack } from './order-actions.ts'

export function GiveBackDialog({ order, onClose }: { order: Product; onClose: () => void }) {
  const { t } = useLingui()
  const giveBack = useGiveBack({ onDone: onClose })
  const { brand } = order
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Give this order back?`}
      closeLabel={t`Close`}
      busy={giveBack.busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={giveBack.busy}>
            {t`Keep order`}
          </Button>
          <Button busy={giveBack.busy} onClick={() => giveBack.start(order._id)}>
            {t`Give back`}
          </Button>
        </>
      }
    >
      <p className="mt-2">
        <Trans>
          The order from <bdi>{brand}</bdi> is offered to other members. This costs nothing, and you get the
          turn back today.
        </Trans>
      </p>
    </Dialog>
  )
}
