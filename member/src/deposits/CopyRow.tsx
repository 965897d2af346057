import { IconButton } from '@fairturn/ui/IconButton.tsx'
// A value that must be entered exactly elsewhere: label, value and a copy button.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { copyText } from '../tracking/copy.ts'

interface CopyRowProps {
  label: string
  /** The text to copy; also displayed, unless `children` replaces it. */
  text: string
  children?: ReactNode
  /** Machine-readable text: may wrap anywhere and is never translated. */
  code?: boolean
}

export function CopyRow({ label, text, code = false, children }: CopyRowProps) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-14 items-center gap-3 py-1.5 pr-1.5 pl-3.5">
      <dl className="min-w-0 flex-1">
        <dt className="text-small text-quiet">{label}</dt>
        <dd className="figures font-semibold break-words select-all">
          {code ? (
            <code translate="no" className="text-small break-all">
              {text}
            </code>
          ) : (
            (children ?? text)
          )}
        </dd>
      </dl>
      <IconButton
        icon="copy"
        label={t`Copy: ${label}`}
        onClick={() => void copyText(text, t`${label}: copied`)}
      />
    </div>
  )
}
