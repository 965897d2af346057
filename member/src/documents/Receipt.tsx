import { Button } from '@fairturn/ui/Button.tsx'
// The receipt of one payment: all its figures, to read, select and copy.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { deviceZone } from '../shell/device.ts'
import { Dialog } from '../shell/Dialog.tsx'
import { copyText } from '../tracking/copy.ts'
import { FileButton } from './FileButton.tsx'

export interface ReceiptLine {
  label: string
  text: string
  /** The main figure of the receipt. */
  main?: boolean
}

interface ReceiptProps {
  title: string
  lines: readonly ReceiptLine[]
  onClose: () => void
  /** The same receipt as a document. */
  file: { path: string; name: string; label?: string }
  /** Of the button that copies a document of another name than receipt, and what it says then. */
  copying?: { label: string; done: string }
  /** An additional action besides copying, such as opening the payment. */
  action?: ReactNode
}

export function Receipt({ title, lines, onClose, file, copying, action }: ReceiptProps) {
  const { t } = useLingui()
  const { label: copyLabel, done } = copying ?? { label: t`Copy receipt`, done: t`Receipt copied` }
  const whole = [title, ...lines.map(({ label, text }) => `${label}: ${text}`)].join('\n')
  return (
    <Dialog
      onClose={onClose}
      title={title}
      maxWidth={440}
      actions={
        <>
          <Button
            variant={action ? 'secondary' : 'primary'}
            icon="copy"
            onClick={() => void copyText(whole, done)}
          >
            {copyLabel}
          </Button>
          <FileButton
            label={file.label ?? t`Receipt (PDF)`}
            path={`${file.path}?${new URLSearchParams(deviceZone())}`}
            name={file.name}
          />
          {action}
        </>
      }
    >
      <dl className="mt-3 divide-y divide-line border-y border-line">
        {lines.map(({ label, text, main }) => (
          <div
            key={`${label} ${text}`}
            className="flex items-baseline justify-between gap-4 py-2.5 large-text:block"
          >
            <dt className="min-w-0 text-small text-quiet">{label}</dt>
            <dd
              className={`figures max-w-2/3 shrink-0 text-right wrap-anywhere large-text:max-w-none large-text:text-left select-all ${main ? 'text-title font-bold' : 'font-semibold'}`}
            >
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** The lines that have a text. */
export const linesOf = (
  lines: readonly (Omit<ReceiptLine, 'text'> & { text: string | null | undefined })[],
): ReceiptLine[] => lines.flatMap((line) => (line.text ? [{ ...line, text: line.text }] : []))
