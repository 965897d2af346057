import { Suspense, useState } from 'react'
import { Route, useLocation } from 'wouter'
import { screenAt, type Screen } from './shell/screens.ts'
import { AuthenticatedLayout } from './shell/AuthenticatedLayout.tsx'
import { BlankLayout } from './shell/BlankLayout.tsx'
import { PageOutline } from './shell/PageOutline.tsx'
import { useRouteEffects } from './shell/useRouteEffects.ts'

export function Routes() {
  const [path] = useLocation()
  useRouteEffects()
  const found = screenAt(path)
  const Layout = found.layout === 'authenticated' ? AuthenticatedLayout : BlankLayout
  return (
    <Layout>
      <Suspense fallback={<PageOutline />}>
        <Route path={found.path}>
          <Shown key={found.path} screen={found} />
        </Route>
      </Suspense>
    </Layout>
  )
}

/**
 * Keeps the same component while the screen is shown: switching from the lazy to the loaded one would remount
 * it and lose its state.
 */
function Shown({ screen }: { screen: Screen }) {
  const [Component] = useState(() => screen.loaded ?? screen.Lazy)
  return <Component />
}
