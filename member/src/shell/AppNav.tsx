// The bottom navigation: home, warehouse, the round receive button, support when there is one, individual.
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { BottomNav, type NavItem } from '@fairturn/ui/BottomNav.tsx'
import { paths } from '../paths.ts'
import { prefetchPage } from '../screens.ts'
import { useSettings } from '../useSession.ts'

const AHEAD = [paths.home, paths.warehouse, paths.receive, paths.individual]

export function AppNav() {
  const { t } = useLingui()
  const [path] = useLocation()
  const support = useSettings()?.link_support.value

  useEffect(() => {
    // When the page has come to rest, the screens one tap away are fetched.
    const timer = setTimeout(() => AHEAD.forEach((next) => void prefetchPage(next)), 2500)
    return () => clearTimeout(timer)
  }, [])

  const item = (href: string, label: string, icon: NavItem['icon'], active: boolean): NavItem => ({
    href,
    label,
    icon,
    active,
    onIntent: () => void prefetchPage(href),
  })
  const within = (root: string) => path === root || path.startsWith(`${root}/`)
  return (
    <BottomNav
      label={t`Main`}
      left={[
        item(paths.home, t`Home`, 'home', path === paths.home),
        item(
          paths.warehouse,
          t({ message: 'Orders', context: 'navigation: the screen with all my orders' }),
          'box',
          within(paths.warehouse),
        ),
      ]}
      center={item(paths.receive, t`Receive an order`, 'turn', within(paths.receive))}
      right={[
        ...(support ? [{ href: support, label: t`Support`, icon: 'support' as const }] : []),
        item(
          paths.individual,
          t({ message: 'Me', context: 'navigation: the personal area' }),
          'person',
          within(paths.individual),
        ),
      ]}
    />
  )
}
