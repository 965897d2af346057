// The app with its providers. Also rendered at build; both trees must be equal, or hydration fails.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { App } from './App.tsx'
import { queries } from './client.ts'
import { type Screens, ScreensContext } from './screens.ts'

export const Root = ({ screens }: { screens: Screens }) => (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ScreensContext value={screens}>
          <App />
        </ScreensContext>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>
)
