import { useEffect } from 'react'
import { useSettings } from '../useSession.ts'

/** Home and the sign-in bear the site's name alone: pass ''. */
export function useTitle(title: string): void {
  const site = useSettings()?.site_title.value || 'Fairturn'
  useEffect(() => {
    document.title = title ? `${title} · ${site}` : site
  }, [title, site])
}
