import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
// A screen with its heading; used by every screen but Home.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { paths } from './paths.ts'
import { useTitle } from './useTitle.ts'

interface PageProps {
  title: string
  subtitle?: ReactNode
  /** Target of the back arrow; Home by default. null: no arrow, for the screens of the navigation. */
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
