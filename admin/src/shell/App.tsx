import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { Suspense } from 'react'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { BrowserRouter, Route } from 'react-router-dom'
import { DashboardPage, RingPage, SCREENS, SetupPage, TemplatesPage } from '../routes.tsx'
import { createAuthProvider } from '../staff/session.ts'
import { SignInPage } from '../staff/SignInPage.tsx'
import { createDataProvider } from './data-provider.ts'
import { Frame, Loading } from './Frame.tsx'
import { i18nProvider } from './i18n.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Offered } from './Offered.tsx'
import { PAGE_ACTIONS, type Screen } from './screen.ts'
import { store } from './store.ts'
import { darkTheme, lightTheme } from './theme.ts'

/** Styles inserted at run time need the nonce that the server wrote into this page, or the CSP blocks them. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
const styles = createCache({ key: 'admin', ...(nonce && { nonce }) })

// On narrow windows the menu starts collapsed to icons.
const ROOM_FOR_MENU = '(min-width: 1000px)'
if (store.getItem('sidebar.open') === undefined && !matchMedia(ROOM_FOR_MENU).matches)
  store.setItem('sidebar.open', false)

const authProvider = createAuthProvider(SCREENS)
const dataProvider = createDataProvider(SCREENS)

/** Components read the options from the framework's definition of the resource (`useScreenOptions`). */
function resourceOf([name, screen]: [string, Screen]) {
  const { group, reads, changes, side, source, icon, recordRepresentation } = screen
  const options = { group, reads, changes, side, source }
  const pages = PAGE_ACTIONS.flatMap((action) => {
    const page = screen[action]
    return page === undefined ? [] : [[action, <Offered key={action} action={action} page={page} />]]
  })
  return (
    <Resource
      key={name}
      name={name}
      icon={icon}
      {...(Object.fromEntries(pages) as object)}
      {...(recordRepresentation !== undefined && { recordRepresentation })}
      options={options}
    />
  )
}

export const App = () => (
  <CacheProvider value={styles}>
    <BrowserRouter basename="/admin">
      <Admin
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        layout={Frame}
        store={store}
        loginPage={SignInPage}
        loading={Loading}
        theme={lightTheme}
        darkTheme={darkTheme}
        title="Fairturn"
        dashboard={DashboardPage}
        catchAll={NotFoundPage}
        requireAuth
        disableTelemetry
      >
        {Object.entries(SCREENS).map(resourceOf)}
        <CustomRoutes>
          <Route
            path="/rings/:member_id"
            element={<Offered action="show" page={RingPage} like="members" />}
          />
          <Route
            path="/answer-templates"
            element={<Offered action="list" page={TemplatesPage} like="conversations" />}
          />
        </CustomRoutes>
        <CustomRoutes noLayout>
          <Route
            path="/setup"
            element={
              <Suspense fallback={<Loading />}>
                <SetupPage />
              </Suspense>
            }
          />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  </CacheProvider>
)
