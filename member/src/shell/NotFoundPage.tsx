import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from './paths.ts'
import { Preferences } from './Preferences.tsx'
import { useTitle } from './useTitle.ts'

export default function NotFoundPage() {
  const { t } = useLingui()
  useTitle(t`Not found`)
  return (
    <div className="grid min-h-[80dvh] place-content-center">
      <h1 className="sr-only">{t`Not found`}</h1>
      <EmptyState
        icon="document"
        title={t`Page not found`}
        body={<Trans>The link may be outdated or mistyped.</Trans>}
        action={
          <LinkButton href={paths.home} icon="home">
            {t`Home`}
          </LinkButton>
        }
      />
      <Preferences className="mt-8 justify-center" />
    </div>
  )
}
