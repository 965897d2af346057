import { Card } from '@fairturn/ui/Card.tsx'
import type { DataOf } from '@fairturn/ui/client.ts'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Note } from '@fairturn/ui/Note.tsx'
import { Row } from '@fairturn/ui/Row.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// The ledger entry behind a line of the award list: its postings, its position in the hash chain, and its
// link, recomputed in this browser.
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
import { linkOf } from './link.ts'
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
          {entry.type === 'award_claimed' ? t`Award claimed` : t`Added after an objection`}
        </p>
        <p className="mt-1">
          <Amount amount={entry.amount} size="balance" />
        </p>
        <p className="mt-1 text-small text-quiet">
          <Trans>
            including bonus <Amount amount={entry.bonus} tone="award" />
          </Trans>{' '}
          · <DateTime value={entry.at} />
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
      <h2 className="mt-6 mb-3 text-title">{t`Position in the chain`}</h2>
      <Linked entry={entry} />
      <Card padded className="mt-4 divide-y-0!">
        <dl className="figures grid gap-3 text-small">
          <Fact name={t`Chain and number`} value={`${entry.chain} · ${entry.entry_no}`} />
          <Fact name={t`Recorded`} value={<DateTime value={entry.written_at} />} />
          <Fact name={t`Previous link`} value={entry.previous_hash} />
          <Fact name={t`Content hash`} value={entry.content_hash} />
          <Fact name={t`Link`} value={entry.hash} />
        </dl>
      </Card>
      <p className="mt-2 text-small text-pretty text-quiet">
        <Trans>The content hash fixes the accounts without revealing whose they are.</Trans>
      </p>
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

/** Recomputed here; only the content hash is taken from the server. */
function Linked({ entry }: { entry: Entry }) {
  const { data: link } = useQuery({
    queryKey: ['transparency', 'link', entry.hash],
    queryFn: () => linkOf(entry),
    staleTime: Infinity,
  })
  if (link === undefined) return <Skeleton aria-busy className="h-13 rounded-control" />
  if (link === null) {
    return (
      <Note tone="action">
        <Trans>This browser computes hashes on secure pages only, so the link was not checked.</Trans>
      </Note>
    )
  }
  return link === entry.hash ? (
    <Note tone="action" icon="check">
      <Trans>Recomputed in this browser: the link is correct.</Trans>
    </Note>
  ) : (
    <Note tone="loss">
      <Trans>
        Recomputed in this browser: the link is different. Save this page and report it to us and to others.
      </Trans>
    </Note>
  )
}

/** The path from what this page shows to the signed root, recomputed here. */
function Signed({ entry }: { entry: Entry }) {
  const { t } = useLingui()
  const { data, error } = useQuery(awardProofQuery(entry))
  if (error) return <Note tone="action">{stepReasonText('not_possible_here')}</Note>
  if (data === undefined) return <Skeleton aria-busy className="h-13 rounded-control" />
  const { verdict, number } = data
  if (verdict === 'proved')
    return (
      <Note tone="action" icon="check">
        <Trans>
          Recomputed in this browser: amount, bonus and time lead to the signed root of proof {number}.
        </Trans>
      </Note>
    )
  if (verdict === 'waiting')
    return (
      <Note tone="action">
        <Trans>Will be in proof {number}. A proof is made once a day.</Trans>
      </Note>
    )
  if (verdict === 'older_form' || verdict === 'not_possible_here')
    return <Note tone="action">{stepReasonText(verdict)}</Note>
  return (
    <Note tone="loss">
      {verdict === 'award_is_in_no_proof'
        ? t`This award is in no proof, although one has been made since.`
        : verdict === 'award_leads_elsewhere'
          ? t`Recomputed in this browser: this award does not lead to the signed root.`
          : stepReasonText(verdict)}{' '}
      <Trans>Save this page and report it to us and to others.</Trans>
    </Note>
  )
}
