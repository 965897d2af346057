// All awards of the public list, newest first; Home shows six of them in turn.
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AwardRow } from '../orders/AwardRow.tsx'
import { Page } from '../shell/Page.tsx'
import { paths } from '../shell/paths.ts'
import { awardsQuery } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'

export default function AwardsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Award recipients`}>
      <p className="mb-3 text-small text-quiet">
        <Trans>
          Each award is a ledger entry. Tap one to see it.{' '}
          <Anchor href={paths.transparency} className="py-1 font-semibold text-action underline">
            Transparency
          </Anchor>
        </Trans>
      </p>
      <QueryResult query={useQuery(awardsQuery)} outline={['h-96']}>
        {(awards) =>
          awards.length === 0 ? (
            <Card>
              <EmptyState
                icon="gift"
                title={t`No awards yet`}
                body={<Trans>Only awards actually paid are listed here. Yours could be the first.</Trans>}
              />
            </Card>
          ) : (
            <Card as="ul">
              {awards.map((award) => (
                <AwardRow key={award._id} award={award} />
              ))}
            </Card>
          )
        }
      </QueryResult>
    </Page>
  )
}
