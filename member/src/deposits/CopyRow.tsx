// One line of something that has to be typed exactly elsewhere: what it is, what it says, and a button that copies it.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { IconButton } from '@fairturn/ui/IconButton.tsx'
import { copyText } from '../tracking/copy.ts'

interface CopyRowProps {
  label: string
  /** What is copied; shown too, unless `children` shows it better. */
  text: string
  children?: ReactNode
  /** For a program: it may break anywhere and is never translated. */
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
