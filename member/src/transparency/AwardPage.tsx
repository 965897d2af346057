import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { ApiFailure } from '@fairturn/ui/failure.ts'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// The ledger entry behind a line of the award list, its path to a signed root, recomputed in this browser, and what is only
// stated.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { Amount } from '../shell/Amount.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { QueryResult } from '../shell/QueryResult.tsx'
import { awardProofQuery } from './award-proof.ts'
import { awardEntryQuery } from './figures-query.ts'
import { accountText } from './labels.ts'
import { stepReasonText } from './proof/labels.ts'

type Entry = DataOf<'GET awards/:entry_id'>

export default function AwardPage() {
  const { t } = useLingui()
  const { entry_id } = useParams<{ entry_id: string }>()
  return (
    <Page title={t`Ledger entry of an award`} back={paths.home}>
      <QueryResult
        query={useQuery(awardEntryQuery(entry_id))}
        outline={['h-80']}
        unknown={{
          codes: ['award_is_unknown', 'id_is_invalid'],
          shown: (
            <EmptyState
              icon="gift"
              title={t`Not in the public list`}
              body={<Trans>This award does not exist, or the member is not listed publicly.</Trans>}
            />
          ),
        }}
      >
        {(entry) => <EntryShown entry={entry} />}
      </QueryResult>
      <Preferences className="mt-8 justify-center" />
    </Page>
  )
}

function EntryShown({ entry }: { entry: Entry }) {
  const { t } = useLingui()
  return (
    <>
      <Card padded className="divide-y-0!">
        <p className="text-quiet">
          {entry.type === 'award_claimed' ? t`Award claimed` : t`Added after an appeal`}
        </p>
        <p className="mt-1">
          <Amount amount={entry.amount} size="balance" />
        </p>
        <p className="mt-1 text-small text-quiet">
          <Trans>
            including bonus <Amount amount={entry.bonus} tone="award" />
          </Trans>
          <span className="block">
            <DateTime value={entry.at} />
          </span>
        </p>
      </Card>
      <h2 className="mt-6 mb-3 text-title">{t`Postings`}</h2>
      <Card as="ul">
        {entry.postings.map(({ kind, amount }) => (
          <Row
            as="li"
            key={kind + amount}
            quiet
            title={accountText(kind)}
            trailing={<Amount amount={amount} signed />}
          />
        ))}
      </Card>
      <h2 className="mt-6 mb-3 text-title">{t`Signed proof`}</h2>
      <Signed entry={entry} />
      <h2 className="mt-6 mb-3 text-title">{t`Stated, not checked`}</h2>
      <Card padded className="divide-y-0!">
        <p className="text-quiet">
          <Trans>
            When it was paid, who was paid, that it was a member who is independent of us, the postings, and
            the place in the ledger: we state them, and nothing here proves them. The signed list of awards
            contains the amount, bonus and kind of each award and the time that we state, which nobody can
            change later, but no recipient.
          </Trans>
        </p>
        <dl className="figures mt-4 grid gap-3 text-small">
          <Fact name={t`Chain and number`} value={`${entry.chain} · ${entry.entry_no}`} />
          <Fact name={t`Recorded`} value={<DateTime value={entry.written_at} />} />
          <Fact name={t`Previous link`} value={entry.previous_hash} />
          <Fact name={t`Content hash`} value={entry.content_hash} />
          <Fact name={t`Link`} value={entry.hash} />
        </dl>
      </Card>
      <LinkButton href={paths.transparency} variant="quiet" wide className="mt-4">
        {t`Transparency`}
      </LinkButton>
    </>
  )
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt className="text-quiet">{name}</dt>
      <dd className="break-all">{value}</dd>
    </div>
  )
}

/** The amount that is hashed is the one above, which the member's posting must be. */
const paidAsShown = ({ amount, postings }: Entry): boolean =>
  postings.some((posting) => posting.kind === 'member_available' && posting.amount === amount)

/** The path from what this page shows to the signed root, recomputed here. */
function Signed({ entry }: { entry: Entry }) {
  const { t } = useLingui()
  const { data, error } = useQuery(awardProofQuery(entry))
  if (!paidAsShown(entry))
    return (
      <Note tone="loss">
        {t`The amount shown is not what the entry’s postings paid.`}{' '}
        <Trans>Save this page and report it to us and to others.</Trans>
      </Note>
    )
  if (error)
    return (
      <Note tone="action">
        {error instanceof ApiFailure && error.code === 'proof_is_too_old'
          ? t`Not checked: the proof with this award is older than 92 days, and its paths are deleted.`
          : t`Not checked: the server did not send the proof.`}
      </Note>
    )
  if (data === undefined) return <Skeleton aria-busy className="h-13 rounded-control" />
  const { verdict, number, newest } = data
  if (verdict === 'proved')
    return (
      <Note tone="action" icon="check">
        <Trans>
          Recomputed in this browser: amount, bonus and kind lead to the signed root of proof {number}.
        </Trans>
      </Note>
    )
  if (verdict === 'waiting')
    return (
      <Note tone="action">
        <Trans>
          Not checked yet: there is no proof since this award. We say that it will be in proof {number}; open
          this page again when that has been made.
        </Trans>
      </Note>
    )
  if (verdict === 'made_since')
    return (
      <Note tone="loss">
        <Trans>
          Not checked: proof {newest} was made after this award and should contain it, but the server does not
          show it there. Open this page again in a few minutes; if it still says so, save it and report it.
        </Trans>
      </Note>
    )
  if (verdict === 'older_form' || verdict === 'not_possible_here')
    return <Note tone="action">{stepReasonText(verdict)}</Note>
  return (
    <Note tone="loss">
      {verdict === 'award_is_in_no_proof'
        ? t`This award is in no proof, although one has been made since.`
        : verdict === 'award_is_of_the_future'
          ? t`This award is dated in the future, by the clock of this device.`
          : verdict === 'award_came_late'
            ? t`This award is dated before a proof that does not have it, and was put into a later one.`
            : verdict === 'award_is_later_than_its_proof'
              ? t`This award is dated after the proof that is said to have it.`
              : verdict === 'award_leads_elsewhere'
                ? t`Recomputed in this browser: this award does not lead to the signed root.`
                : stepReasonText(verdict)}{' '}
      <Trans>Save this page and report it to us and to others.</Trans>
    </Note>
  )
}
