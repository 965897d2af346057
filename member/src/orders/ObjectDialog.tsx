// Objecting to the refused visits of an order: what happens, by when, how often it is of use; one press does it.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { Objection, Product } from '@fairturn/contract/orders'
import { Button } from '@fairturn/ui/Button.tsx'
import { Dialog } from '@fairturn/ui/Dialog.tsx'
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
  const note_id = useId()
  const object = useObject({ onDone: onClose })
  const { visits, upheld_percent } = objection
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Object to the refused visits?`}
      closeLabel={t`Close`}
      busy={object.busy}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} disabled={object.busy}>
            {t({ message: 'Not now', context: 'do not object' })}
          </Button>
          <Button busy={object.busy} onClick={() => object.start({ order_id: order._id, note })}>
            {t({ message: 'Object', context: 'to refused visits' })}
          </Button>
        </>
      }
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
          Until then the money stays reserved. If there is no decision in time, your objection is upheld.
          Objecting is free and possible once per order.
        </Trans>
      </p>
      {upheld_percent !== null && (
        <p className="mt-2 text-small text-quiet">
          <Trans>{upheld_percent}&nbsp;% of all objections so far were upheld, in whole or in part.</Trans>
        </p>
      )}
      <label htmlFor={note_id} className="mt-4 mb-1.5 block text-small font-semibold">
        {t`Comment (optional)`}
      </label>
      <textarea
        id={note_id}
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        // 16 px at least: anything smaller makes a phone zoom into the page.
        className="w-full rounded-control border border-control bg-surface px-3.5 py-2.5 text-[1rem] text-ink"
      />
    </Dialog>
  )
}
