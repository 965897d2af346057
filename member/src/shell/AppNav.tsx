import { BottomNav, type NavItem } from '@fairturn/ui/BottomNav.tsx'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { whenIdle } from './idle.ts'
import { paths } from './paths.ts'
import { overviewQuery } from './queries.ts'
import { useScreens } from './screens.ts'
import { useSettings } from './useSession.ts'

const AHEAD = [paths.home, paths.warehouse, paths.receive, paths.individual]

/** The navigation tab that a screen belongs to. */
export function rootOf(path: string): string {
  const within = (...roots: string[]) => roots.some((root) => path === root || path.startsWith(`${root}/`))
  if (path === paths.receive) return paths.receive
  if (within(paths.warehouse, paths.receive)) return paths.warehouse
  if (within(paths.support)) return paths.support
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

  const item = (href: string, label: string, active: boolean): Omit<NavItem, 'icon'> => ({
    href,
    label,
    active: active && (path === href ? 'page' : 'true'),
    onIntent: () => void prefetch(href),
  })
  const open = rootOf(path)
  // The navigation works without it.
  const { data: overview } = useQuery(overviewQuery)
  const claimable = overview?.success ?? 0
  const orders = t({ message: 'Orders', context: 'navigation: the screen with all my orders' })
  return (
    <BottomNav
      label={t`Main`}
      left={[
        { ...item(paths.home, t`Home`, open === paths.home), icon: 'home' },
        {
          ...item(paths.warehouse, orders, open === paths.warehouse),
          icon: 'box',
          badge: claimable,
          ...(claimable > 0 && {
            note: plural(claimable, { one: '# award to claim', other: '# awards to claim' }),
          }),
        },
      ]}
      center={{
        ...item(
          paths.receive,
          t({ message: 'Receive', context: 'navigation: the round button; at most ten letters' }),
          open === paths.receive,
        ),
        name: t`Receive an order`,
        share: overview && overview.turns.total > 0 ? overview.turns.left / overview.turns.total : 0.75,
      }}
      right={[
        support
          ? { href: support, label: t`Support`, icon: 'support' }
          : { ...item(paths.support, t`Support`, open === paths.support), icon: 'support' },
        {
          ...item(
            paths.individual,
            t({ message: 'Me', context: 'navigation: the personal area' }),
            // Where the tab leads out of the app, conversations are reached from here.
            open === paths.individual || (Boolean(support) && open === paths.support),
          ),
          icon: 'person',
        },
      ]}
    />
  )
}
