import type { Figures, Liability } from '@fairturn/contract/transparency'
import { Badge } from '@fairturn/ui/Badge.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { type BarPart, StackedBar } from '@fairturn/ui/StackedBar.tsx'
// Liabilities by kind, and the cash that covers them: by our ledger, and by the bank's last statement.
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../shell/Amount.tsx'
import { Gap } from '../shell/Gap.tsx'
import { WhyTheyDiffer } from './AtTheBank.tsx'
import { FigureRow } from './FigureRow.tsx'
import { dayText, exactPercent, liabilityText } from './labels.ts'

export function LiabilitiesAndCash({ figures: { liabilities, cash, at } }: { figures: Figures }) {
  const { t } = useLingui()
  return (
    <>
      <Card as="section" aria-labelledby="owed" padded className="divide-y-0!">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 id="owed" className="font-normal text-quiet">
            {t`Owed to members and advertisers`}
          </h3>
          <Stated />
        </div>
        <p className="mt-1">
          <Amount amount={liabilities.total} size="balance" />
        </p>
        <p className="mt-1 mb-4 text-small text-quiet">
          <Trans>
            As of now, by our ledger. Once a day the total is signed. Members who check prove that their own
            part is in it; for members who never check, nothing does.
          </Trans>
        </p>
        <Parts parts={liabilities.parts} />
      </Card>
      <Cash cash={cash} at={at} />
      <Card className="mt-4">
        {liabilities.parts.map(({ kind, amount }) => (
          <FigureRow
            key={kind}
            figure={`liabilities.${kind}`}
            title={liabilityText(kind).title}
            detail={liabilityText(kind).why}
            value={<Amount amount={amount} />}
          />
        ))}
      </Card>
    </>
  )
}

function Cash({ cash, at }: Pick<Figures, 'cash' | 'at'>) {
  const { t } = useLingui()
  return (
    <Card className="mt-4">
      <FigureRow
        figure="cash.ledger"
        title={t`Cash at the bank, by our ledger`}
        detail={<Coverage percent={cash.ledger_coverage} />}
        value={<Amount amount={cash.ledger} />}
      />
      {cash.bank === null ? (
        <p className="px-3.5 py-3 text-quiet">
          <Trans>No bank statement has been imported yet, so this figure is from our own ledger only.</Trans>
        </p>
      ) : (
        <FigureRow
          figure="cash.bank"
          bars={t`By day: the last statement that had been imported by its end`}
          title={
            <span className="flex flex-wrap items-center gap-2">
              {t`Cash at the bank, by its statement`} <Stated />
            </span>
          }
          detail={
            <>
              {cash.bank.day === at.slice(0, 10) ? (
                <Trans>
                  Statement of today, {dayText(cash.bank.day)} ({cash.bank.source}). So far today our ledger
                  shows <Amount amount={cash.bank.ledger_then} tone="inherit" />, with{' '}
                  <Amount amount={cash.bank.liabilities_then} tone="inherit" /> owed.
                </Trans>
              ) : (
                <Trans>
                  Statement of {dayText(cash.bank.day)} ({cash.bank.source}). At the end of that day our
                  ledger showed <Amount amount={cash.bank.ledger_then} tone="inherit" />, with{' '}
                  <Amount amount={cash.bank.liabilities_then} tone="inherit" /> owed.
                </Trans>
              )}
              <Gap />
              <Coverage percent={cash.bank.coverage} />
            </>
          }
          value={<Amount amount={cash.bank.amount} />}
        />
      )}
      {cash.bank && <WhyTheyDiffer bank={cash.bank} />}
    </Card>
  )
}

function Coverage({ percent }: { percent: number | null }) {
  if (percent === null) return <Trans>Nothing is owed.</Trans>
  return (
    <Trans>
      That is <strong className="figures text-ink">{exactPercent(percent)}</strong> of what is owed.
    </Trans>
  )
}

/** Only we say the figure. */
const Stated = () => (
  <Badge tone="quiet">
    <Trans context="a figure that only we say">stated</Trans>
  </Badge>
)

/** Related kinds share a colour; the rows below list each kind. */
const GROUPS: readonly { key: string; kinds: readonly Liability[]; tone: BarPart['tone'] }[] = [
  { key: 'members', kinds: ['available', 'held'], tone: 'action' },
  { key: 'awards', kinds: ['open_awards'], tone: 'award' },
  { key: 'escrow', kinds: ['escrow'], tone: 'control' },
  { key: 'fees', kinds: ['campaign_fees', 'level_fees'], tone: 'quiet' },
  { key: 'unmatched', kinds: ['unmatched', 'campaign_vat', 'vat'], tone: 'track' },
]

function Parts({ parts }: { parts: Figures['liabilities']['parts'] }) {
  const { t } = useLingui()
  const labels: Record<string, string> = {
    members: t`members’ money`,
    awards: t`awards to be claimed`,
    escrow: t`escrow`,
    fees: t`fees not yet earned`,
    unmatched: t`unmatched payments and VAT`,
  }
  const sumOf = (kinds: readonly Liability[]) =>
    parts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + Number(amount), 0)
  return (
    <StackedBar
      label={t`Liabilities by type`}
      parts={GROUPS.map(({ key, kinds, tone }) => ({
        key,
        label: labels[key]!,
        // Determines only the width of the part; the figures are in the rows.
        value: sumOf(kinds),
        tone,
      }))}
    />
  )
}
