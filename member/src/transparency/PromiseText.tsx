import type { PromiseFigure } from '@fairturn/contract/transparency'
import { count } from '@fairturn/ui/formats.ts'
// The figure of each promise in a whole sentence, so that each language can choose the position of the
// figure.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

const Figure = ({ children }: { children: ReactNode }) => (
  <b className="figures whitespace-nowrap large-text:whitespace-normal">{children}</b>
)

type Sentence = (part: string, whole: string) => ReactNode

const sentences: Readonly<Record<PromiseFigure, Sentence>> = {
  awards_that_cost: (part, whole) => (
    <Trans comment="As in all of these: part is of those that are spoken of, whole is all there are. The figure may stand last: “Awards that took something: 0 of 12”.">
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      awards cost a member anything
    </Trans>
  ),
  levels_not_to_be_earned: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      levels can be bought but not earned
    </Trans>
  ),
  taken_unasked: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      deductions from balances were neither the member’s own payment nor an adjustment
    </Trans>
  ),
  orders_refused_otherwise: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      refusals to give, start or pay an order had a reason outside the published list
    </Trans>
  ),
  offers_funded: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      offers were fully funded when offered
    </Trans>
  ),
  escrows_covering: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      campaign escrows cover everything promised
    </Trans>
  ),
  awards_in_ledger: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      awards have a ledger entry
    </Trans>
  ),
  balances_that_differ: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      balances differ from the sum of their postings
    </Trans>
  ),
  corrections_by_two: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      adjustments were approved by a second person
    </Trans>
  ),
  awards_taken_back: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      awards were taken back
    </Trans>
  ),
  withdrawals_after_paying: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      withdrawals required a deposit, level or order first
    </Trans>
  ),
  withdrawals_refused: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      withdrawals were refused by staff, each with a reason
    </Trans>
  ),
  withdrawals_refused_otherwise: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      withdrawal requests that were not accepted had a reason outside the published list
    </Trans>
  ),
  withdrawals_late: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      withdrawals waited more than 72 hours for a decision
    </Trans>
  ),
  level_refunds_in_full: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      levels cancelled within 14 days were refunded in full
    </Trans>
  ),
  level_fees_taken_early: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      level fees paid in the last 13 days were used
    </Trans>
  ),
  entries_between_members: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      entries other than adjustments moved money from one member to another
    </Trans>
  ),
  corrections_between_members: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      adjustments moved money from one member to another
    </Trans>
  ),
  days_published: (part, whole) => (
    <Trans>
      <Figure>
        {part} of {whole}
      </Figure>{' '}
      days before that one have their figures published
    </Trans>
  ),
}

export function PromiseText({ figure, part, whole }: { figure: PromiseFigure; part: number; whole: number }) {
  return sentences[figure](count(part), count(whole))
}
