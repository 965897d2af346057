// A screen with its heading: every screen but Home begins with this.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
import { paths } from '../paths.ts'
import { useTitle } from './useTitle.ts'

interface PageProps {
  title: string
  subtitle?: ReactNode
  /** Where the arrow leads; Home unless given. A screen of the navigation itself has none: null. */
  back?: string | null
  action?: ReactNode
  children: ReactNode
}

export function Page({ title, subtitle, back = paths.home, action, children }: PageProps) {
  const { t } = useLingui()
  useTitle(title)
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        {...(back !== null && { back: { href: back, label: t`Back` } })}
        action={action}
      />
      {children}
    </>
  )
}
