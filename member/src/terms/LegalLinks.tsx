import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { useLingui } from '@lingui/react/macro'
import { paths } from '../shell/paths.ts'

const LOOK = 'inline-flex min-h-11 items-center px-2 underline'

/** Terms, privacy notice and imprint, in one quiet line. */
export function LegalLinks() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Legal`} className="mt-6 flex flex-wrap justify-center text-small text-quiet">
      <Anchor href={paths.terms} className={LOOK}>
        {t`Terms`}
      </Anchor>
      <Anchor href={paths.privacyNotice} className={LOOK}>
        {t`Privacy notice`}
      </Anchor>
      <Anchor href={paths.imprint} className={LOOK}>
        {t`Imprint`}
      </Anchor>
    </nav>
  )
}
