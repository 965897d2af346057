import type { Objection, Product } from '@fairturn/contract/orders'
import { TextArea } from '@fairturn/ui/TextArea.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ConfirmDialog } from '../shell/Dialog.tsx'
import { useObject } from './order-actions.ts'

const MAX_NOTE_LENGTH = 500

interface ObjectDialogProps {
  order: Product
  objection: Objection
  onClose: () => void
}

export function ObjectDialog({ order, objection, onClose }: ObjectDialogProps) {
  const { t } = useLingui()
  const [note, setNote] = useState('')
  const object = useObject({ onDone: onClose })
  const { visits, upheld_percent } = objection
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t`Appeal the refused visits?`}
      busy={object.busy}
      keep={t({ message: 'Not now', context: 'do not object' })}
      confirm={t({ message: 'Appeal', context: 'to refused visits' })}
      onConfirm={() => object.start({ order_id: order._id, note })}
    >
      <p className="mt-2">
        <Plural
          value={visits}
          one="A different reviewer checks # refused visit and decides within 72 hours."
          other="A different reviewer checks # refused visits and decides within 72 hours."
        />
      </p>
      <p className="mt-2">
        <Trans>
          Until then the money stays reserved. If there is no decision in time, your appeal is upheld.
          Appealing is free and possible once per order.
        </Trans>
      </p>
      {upheld_percent !== null && (
        <p className="mt-2 text-small text-quiet">
          <Trans>{upheld_percent}% of all appeals so far were upheld, in whole or in part.</Trans>
        </p>
      )}
      <TextArea
        label={t`Comment (optional)`}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        className="mt-4"
      />
    </ConfirmDialog>
  )
}
