import type { Figures } from '@fairturn/contract/transparency'
import { buttonLook } from '@fairturn/ui/Button.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
// What is proved, what is only stated, what cannot be proved here, and where to check it independently.
import { Trans, useLingui } from '@lingui/react/macro'
import { apiBase } from '../shell/client.ts'
import { paths } from '../shell/paths.ts'
import { Checked } from './LedgerCheck.tsx'

export function CheckYourself({ check }: { check: Figures['ledger_check'] }) {
  const { t } = useLingui()
  return (
    <>
      <Checked check={check} />
      <Card padded className="divide-y-0!">
        <h3 className="font-semibold">{t`Proved`}</h3>
        <p className="mt-1 text-quiet">
          <Trans>
            What we owe is signed every day as one total, with the day’s movements and awards, and cannot be
            changed later. A member whose device checks knows that what they are owed and their movements
            since the last check are in it. From the next proof on, the amount of each award in the list leads
            to a signed root, which does not say who was paid.
          </Trans>
        </p>
        <h3 className="mt-4 font-semibold">{t`Stated, not proved`}</h3>
        <p className="mt-1 text-quiet">
          <Trans>
            That members who never check are in the total, how much of it each type is, and what we owe at
            this moment, since the last proof; the cash, times, visits, appeals, the sums of awards, refunds
            and adjustments, and that this program came from us unchanged. We publish the figures and an
            auditor could verify them, but you cannot check them here.
          </Trans>
        </p>
        <h3 className="mt-4 font-semibold">{t`Not covered`}</h3>
        <p className="mt-1 text-quiet">
          <Trans>
            That nobody else has a claim on the money at the bank, that the operator stays honest, or that the
            business is profitable. Do not keep money here that you cannot afford to lose.
          </Trans>
        </p>
      </Card>
      <LinkButton href={paths.proof} variant="primary" wide icon="check" className="mt-4">
        {t`Check your balance`}
      </LinkButton>
      <a
        href={`${apiBase}transparency`}
        target="_blank"
        rel="noreferrer"
        className={`mt-2.5 ${buttonLook({ variant: 'secondary', wide: true })}`}
      >
        <span className="inline-flex items-center gap-2">
          <Icon name="external" />
          {t`Figures as JSON`}
        </span>
      </a>
    </>
  )
}
