import { TurnMark } from '@fairturn/ui/Logo.tsx'
import type { ReactNode } from 'react'
import { Preferences } from '../../shell/Preferences.tsx'
import { useSettings } from '../../shell/useSession.ts'
import { LegalLinks } from '../../terms/LegalLinks.tsx'

interface SignInFrameProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  const site = useSettings()?.site_title.value || 'Fairturn'
  return (
    <div className="mx-auto w-full max-w-105">
      <header className="flex flex-wrap items-center justify-between gap-2 pt-4">
        <span className="inline-flex items-center gap-2.5">
          <TurnMark size={30} />
          <span className="text-title tracking-tight">{site}</span>
        </span>
        <Preferences />
      </header>
      <h1 className="mt-9 text-heading text-balance">{title}</h1>
      <p className="mt-1.5 text-quiet">{lead}</p>
      {children}
      <LegalLinks />
    </div>
  )
}
