import { unbroken } from '@fairturn/contract/unbroken'
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

/** What stands in one line; what is copied keeps its usual hyphens. */
const isReference = (text: string): boolean => unbroken(text) !== text

export function CopyRow({ label, text, code = false, children }: CopyRowProps) {
  const { t } = useLingui()
  return (
    <div className="flex min-h-14 items-center gap-x-3 py-1.5 pr-1.5 pl-3.5 large-text:flex-wrap large-text:pl-2.5">
      <dl className="min-w-0 flex-1 large-text:basis-28">
        <dt className="text-small text-quiet">{label}</dt>
        <dd
          className={`figures font-semibold select-all ${isReference(text) ? 'whitespace-nowrap' : 'break-words'}`}
        >
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
