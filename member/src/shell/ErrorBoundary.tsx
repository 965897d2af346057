import { Button } from '@fairturn/ui/Button.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
// Catches errors thrown while a screen renders, and offers ways back. Never shows the error's details.
import { Trans, useLingui } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { paths } from './paths.ts'

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}

function ErrorPage() {
  const { t } = useLingui()
  return (
    <main id="main" className="page-column grid min-h-[80dvh] place-items-center">
      <h1 className="sr-only">{t`Error`}</h1>
      <EmptyState
        icon="warning"
        title={t`This screen could not be shown`}
        body={<Trans>Your data is safe. Reload the page or go back to Home.</Trans>}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button icon="refresh" onClick={() => location.reload()}>
              {t`Reload`}
            </Button>
            <Button variant="secondary" icon="home" onClick={() => location.assign(paths.home)}>
              {t`Home`}
            </Button>
          </div>
        }
      />
    </main>
  )
}
