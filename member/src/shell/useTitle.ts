import { useEffect } from 'react'
import { useSettings } from './useSession.ts'

/** Pass '' for the site's name alone (Home and the sign-in). */
export function useTitle(title: string): void {
  const site = useSettings()?.site_title.value || 'Fairturn'
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site
  }, [title, site])
}
