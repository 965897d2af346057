import { Suspense, useState } from 'react'
import { Route, useLocation } from 'wouter'
import { AuthenticatedLayout } from './AuthenticatedLayout.tsx'
import { BlankLayout } from './BlankLayout.tsx'
import { PageOutline } from './PageOutline.tsx'
import { type Screen, useScreens } from './screens.ts'
import { useRouteEffects } from './useRouteEffects.ts'
import { useSignedIn } from './useSession.ts'

export function Routes() {
  const [path] = useLocation()
  useRouteEffects()
  const found = useScreens().at(path)
  const signedIn = useSignedIn()
  const withNavigation = found.layout === 'authenticated' || (found.layout === 'either' && signedIn)
  const Layout = withNavigation ? AuthenticatedLayout : BlankLayout
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
