// Header of every screen but Home: back link, title, and at most one action.
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

interface PageHeaderProps {
  title: ReactNode
  /** null: not known yet, but its space is reserved. */
  subtitle?: ReactNode
  back?: { href: string; label: string }
  action?: ReactNode
}

/** A name that somebody chose may be longer than the screen is wide; our own words are never broken. */
const hasLongWord = (title: ReactNode): boolean => typeof title === 'string' && /\S{14}/.test(title)

/** Between two buttons of that size a title would be a narrow column, and a long word would not fit on a phone. */
const OWN_LINE =
  'large-text:*:[div]:nth-2:col-span-3 large-text:*:[div]:nth-2:row-start-2 large-text:*:[div]:last:col-start-3'

export function PageHeader({ title, subtitle, back, action }: PageHeaderProps) {
  return (
    <header
      className={`grid grid-cols-[2.75rem_1fr_2.75rem] items-center gap-1 pt-3 pb-4 low-screen:pt-0 low-screen:pb-1 ${OWN_LINE}`}
    >
      <div className="-ml-2 print:hidden">
        {back && <IconButton icon="back" label={back.label} href={back.href} />}
      </div>
      <div className="grid min-h-target min-w-0 content-center text-center">
        <h1 className={`text-title text-balance ${hasLongWord(title) ? 'wrap-anywhere' : ''}`}>{title}</h1>
        {subtitle !== undefined && (
          <p className="text-small text-balance text-quiet">{subtitle ?? '\u00a0'}</p>
        )}
      </div>
      <div className="-mr-2 justify-self-end print:hidden">{action}</div>
    </header>
  )
}
