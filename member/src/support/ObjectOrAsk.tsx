import type { SubjectKind } from '@fairturn/contract/support'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { useLingui } from '@lingui/react'
import { paths } from '../shell/paths.ts'
import { objectOrAskText } from './labels.ts'

interface ObjectOrAskProps {
  kind: SubjectKind
  /** Of what the refusal is about; of the member for a lock. */
  id: string
  /** What it is about, read after the label where several of these are on one screen. */
  about?: string
  variant?: 'secondary' | 'quiet'
  wide?: boolean
  className?: string
}

/** Beside every refusal that a member reads: a new conversation with its subject filled in. */
export function ObjectOrAsk({ kind, id, about, variant = 'secondary', ...look }: ObjectOrAskProps) {
  // Renders again in another language.
  useLingui()
  const label = objectOrAskText()
  return (
    <LinkButton
      {...look}
      href={paths.newConversation(kind, id)}
      variant={variant}
      icon="support"
      {...(about !== undefined && { 'aria-label': `${label}: ${about}` })}
    >
      {label}
    </LinkButton>
  )
}
