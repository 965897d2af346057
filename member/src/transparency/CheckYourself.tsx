// What is proved, what is only stated, what nothing here proves, and where to check it oneself.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '@fairturn/contract/transparency'
import { buttonLook } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { apiBase } from '../client.ts'
import { paths } from '../paths.ts'
import { Checked } from './Books.tsx'

export function CheckYourself({ books }: { books: Figures['books'] }) {
  const { t } = useLingui()
  return (
    <>
      <Checked books={books} />
      <Card padded className="divide-y-0!">
        <h3 className="font-semibold">{t`Proved`}</h3>
        <p className="mt-1 text-pretty text-quiet">
          <Trans>
            What is owed, awards, refunds and corrections: each is the sum of ledger entries that are linked
            by hashes, so that none can be changed or left out later without it showing. Each line of the
            award list opens to its entry. What is owed is signed every day, and each member can check in
            their own browser that their balance is in it.
          </Trans>
        </p>
        <h3 className="mt-4 font-semibold">{t`Only stated`}</h3>
        <p className="mt-1 text-pretty text-quiet">
          <Trans>
            The bank’s balance, withdrawal times, objections and how visits were judged: we say so, and an
            auditor could look, but you cannot check it from here.
          </Trans>
        </p>
        <h3 className="mt-4 font-semibold">{t`Not proved by anything here`}</h3>
        <p className="mt-1 text-pretty text-quiet">
          <Trans>
            That the money at the bank is nobody else’s, that the operator is honest tomorrow, or that the
            product earns a profit. Money you could not bear to lose should not be here.
          </Trans>
        </p>
      </Card>
      <LinkButton href={paths.proof} variant="primary" wide icon="check" className="mt-4">
        {t`Check that your balance is in the proof`}
      </LinkButton>
      <a
        href={`${apiBase}transparency`}
        target="_blank"
        rel="noreferrer"
        className={`mt-2.5 ${buttonLook({ variant: 'secondary', wide: true })}`}
      >
        <span className="inline-flex items-center gap-2">
          <Icon name="external" />
          {t`The same figures as JSON`}
        </span>
      </a>
    </>
  )
}
