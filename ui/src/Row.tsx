// One row of a list: name on the left, value on the right. A link, a button or plain text.
import type { ReactNode } from 'react'
import { Anchor } from './Anchor.tsx'
import { Icon } from './Icon.tsx'

interface RowProps {
  title: ReactNode
  detail?: ReactNode
  /** An icon, a ring or an avatar. */
  leading?: ReactNode
  trailing?: ReactNode
  /** De-emphasised titles, for lists in which the figures matter. */
  quiet?: boolean
  href?: string
  onPress?: () => void
  as?: 'div' | 'li'
}

export function Row({
  title,
  detail,
  leading,
  trailing,
  quiet = false,
  href,
  onPress,
  as: Tag = 'div',
}: RowProps) {
  const content = (
    <>
      {leading}
      {/* In large text the value goes below the name, and both below what leads. */}
      <span className="flex min-w-0 flex-1 items-center gap-[inherit] large-text:basis-28">
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 flex-[1_1_6rem]">
            <span className={`block ${quiet ? 'text-quiet' : 'font-semibold'}`}>{title}</span>
            {detail && <span className="mt-0.5 block text-small text-quiet">{detail}</span>}
          </span>
          {trailing && (
            <span className="max-w-[max(55%,7rem)] text-right large-text:max-w-full large-text:text-left">
              {trailing}
            </span>
          )}
        </span>
        {(href !== undefined || onPress) && <Icon name="chevron" size={18} className="text-quiet" />}
      </span>
    </>
  )
  const look =
    'flex min-h-13 w-full items-center gap-3 px-3.5 py-3 text-left large-text:flex-wrap large-text:gap-2 large-text:px-2.5'
  const pressable = `${look} cursor-pointer -outline-offset-2 transition-colors duration-100 hover:bg-action-soft`
  if (href !== undefined) {
    return (
      <Tag>
        <Anchor href={href} className={pressable}>
          {content}
        </Anchor>
      </Tag>
    )
  }
  if (onPress) {
    return (
      <Tag>
        <button type="button" onClick={onPress} className={pressable}>
          {content}
        </button>
      </Tag>
    )
  }
  return <Tag className={look}>{content}</Tag>
}
