// What is proved, what is only stated, what nothing here proves, and where to check it oneself.
import { Trans, useLingui } from '@lingui/react/macro'
import type { Figures } from '@fairturn/contract/transparency'
import { Card } from '@fairturn/ui/Card.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
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
            award list opens to its entry.
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
      <LinkButton
        href="/api/transparency"
        target="_blank"
        variant="secondary"
        wide
        icon="external"
        className="mt-4"
      >
        {t`The same figures as JSON`}
      </LinkButton>
    </>
  )
}
