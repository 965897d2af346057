import { BottomNav, type NavItem } from '@fairturn/ui/BottomNav.tsx'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { whenIdle } from './idle.ts'
import { paths } from './paths.ts'
import { useScreens } from './screens.ts'
import { useSettings } from './useSession.ts'

const AHEAD = [paths.home, paths.warehouse, paths.receive, paths.individual]

/** The navigation tab that a screen belongs to. */
export function rootOf(path: string): string {
  const within = (...roots: string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`))
  if (path === paths.receive) return paths.receive
  if (within(paths.warehouse, paths.receive)) return paths.warehouse
  return within(paths.individual, paths.accountDetail, paths.campaigns) ? paths.individual : paths.home
}

export function AppNav() {
  const { t } = useLingui()
  const [path] = useLocation()
  const { prefetch } = useScreens()
  const support = useSettings()?.link_support.value

  useEffect(() => {
    // Once the page is idle, prefetches the screens one tap away, one after the other.
    let cancel: () => void
    const fetchNext = ([next, ...others]: readonly string[]) => {
      if (next === undefined) return
      cancel = whenIdle(() => void prefetch(next).then(() => fetchNext(others)))
    }
    const timer = setTimeout(() => fetchNext(AHEAD), 2500)
    cancel = () => clearTimeout(timer)
    return () => cancel()
  }, [prefetch])

  const item = (href: string, label: string, icon: NavItem['icon'], active: boolean): NavItem => ({
    href,
    label,
    icon,
    active: active && (path === href ? 'page' : 'true'),
    onIntent: () => void prefetch(href),
  })
  const open = rootOf(path)
  return (
    <BottomNav
      label={t`Main`}
      left={[
        item(paths.home, t`Home`, 'home', open === paths.home),
        item(
          paths.warehouse,
          t({ message: 'Orders', context: 'navigation: the screen with all my orders' }),
          'box',
          open === paths.warehouse,
        ),
      ]}
      center={item(paths.receive, t`Receive an order`, 'turn', open === paths.receive)}
      right={[
        ...(support ? [{ href: support, label: t`Support`, icon: 'support' as const }] : []),
        item(
          paths.individual,
          t({ message: 'Me', context: 'navigation: the personal area' }),
          'person',
          open === paths.individual,
        ),
      ]}
    />
  )
}
