// Terms, privacy notice and imprint: for everybody, signed in or not. Of the first two also the version that is announced.
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { Button } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { date } from '@fairturn/ui/formats.ts'
import { Note } from '@fairturn/ui/Note.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ContentBlock } from '../content/ContentBlock.tsx'
import { toastFailure } from '../shell/failure-text.ts'
import { switchLocale } from '../shell/locale.ts'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { session } from '../shell/session.ts'
import { useLocale, useSignedIn } from '../shell/useSession.ts'
import { LegalLinks } from './LegalLinks.tsx'
import { type AgreedPage, agreedPageQuery } from './terms-queries.ts'

export default function TermsPage() {
  const { t } = useLingui()
  const [path] = useLocation()
  const signedIn = useSignedIn()
  useLanguageOfLink()
  const here = path.replace(/\/$/, '')
  const title = { [paths.terms]: t`Terms`, [paths.privacyNotice]: t`Privacy notice` }[here] ?? t`Imprint`
  return (
    <Page title={title} back={signedIn ? paths.individual : paths.login}>
      <div className="mb-4 flex justify-end print:hidden">
        <Preferences />
      </div>
      {here === paths.imprint ? (
        <Card padded>
          <ContentBlock name="GET imprint" />
        </Card>
      ) : (
        <Agreed key={here} name={here === paths.terms ? 'terms' : 'privacy-notice'} />
      )}
      <LegalLinks />
    </Page>
  )
}

/** A visitor comes from a page in their language (`?locale=`), and has not chosen another here. */
function useLanguageOfLink(): void {
  const search = new URLSearchParams(useSearch())
  const requested = LOCALES.find((each: Locale) => each === search.get('locale'))
  useEffect(() => {
    if (requested !== undefined && session.locale() === null) void switchLocale(requested).catch(toastFailure)
  }, [requested])
}

function Agreed({ name }: { name: AgreedPage }) {
  const { t } = useLingui()
  // Re-renders on a change of language, because each language has its own text.
  useLocale()
  const [chosen, setChosen] = useState<number>()
  const { data: in_force } = useQuery(agreedPageQuery(name))
  const next = in_force?.next ?? undefined
  return (
    <>
      {next && (
        <div className="mb-4">
          <Note tone="action">
            <p>
              <Trans>A new version applies from {date(next.in_force_at)}.</Trans>
            </p>
            <Button
              variant="quiet"
              onClick={() => setChosen(chosen === undefined ? next.version : undefined)}
            >
              {chosen === undefined ? t`Read the new version` : t`Back to the version in force`}
            </Button>
          </Note>
        </div>
      )}
      <Card padded>
        <AgreedText name={name} version={chosen} />
      </Card>
    </>
  )
}

/** The text of a version, or of the one in force, and which one it is. */
export function AgreedText({ name, version }: { name: AgreedPage; version: number | undefined }) {
  return (
    <QueryResult
      bare
      query={useQuery(agreedPageQuery(name, version))}
      outline={['h-5 w-2/3 rounded-small', 'mt-3 h-20 rounded-small', 'my-3 h-20 rounded-small']}
    >
      {(page) => (
        <>
          <p className="mb-3 text-small text-quiet">
            <Trans>
              Version {page.version}, applies from {date(page.in_force_at)}
            </Trans>
          </p>
          <article className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />
        </>
      )}
    </QueryResult>
  )
}
