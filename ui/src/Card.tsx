// A card: one hairline, one radius, no shadow. Rows inside it are separated by the same hairline.
import type { HTMLAttributes } from 'react'

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'ul' | 'ol' | 'article'
  /** Adds padding, for content other than rows. */
  padded?: boolean
}

export function Card({ as: Tag = 'div', padded = false, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={`divide-y divide-line overflow-hidden rounded-card border border-line bg-surface ${padded ? 'p-4' : ''} ${className ?? ''}`}
    />
  )
}
