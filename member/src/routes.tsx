import { Suspense, useState } from 'react'
import { Route, useLocation } from 'wouter'
import { screenAt, type Screen } from './screens.ts'
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

/** Keeps to one component while the screen stays, for another one, though the same code, would begin from nothing. */
function Shown({ screen }: { screen: Screen }) {
  const [Component] = useState(() => screen.loaded ?? screen.Lazy)
  return <Component />
}
