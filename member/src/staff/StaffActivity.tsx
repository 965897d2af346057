import type { StaffAction } from '@fairturn/contract/personal-data'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { HistoryList } from '../shell/history/HistoryList.tsx'
import { LinkedRow } from '../shell/LinkedRow.tsx'
import { pathOf } from '../shell/paths.ts'
import { Section } from '../shell/Section.tsx'
import { ObjectOrAsk } from '../support/ObjectOrAsk.tsx'
import { isGranted, staffActionsQuery, staffActionText } from './staff-actions.ts'

export function StaffActivity() {
  const { t } = useLingui()
  const query = useInfiniteQuery(staffActionsQuery)
  return (
    <Section title={t`Staff activity`} look="text-title">
      <p className="mt-1 mb-3 text-small text-quiet">
        <Trans>
          What staff changed on your account, and why, and when they saw your full details: at most one line
          an hour for each of them and each kind of detail, and one each time they give a reason. The head of
          this log is in the signed proof of each day.
        </Trans>
      </p>
      <HistoryList
        query={query}
        list={query.data?.pages.flatMap((page) => page.list)}
        renderRow={(action) => <ActionRow key={action._id} action={action} />}
        empty={
          <EmptyState
            icon="eye"
            title={t`No staff activity`}
            body={<Trans>If staff change your account or see your full details, it is shown here.</Trans>}
          />
        }
      />
    </Section>
  )
}

function ActionRow({ action }: { action: StaffAction }) {
  const { t } = useLingui()
  return (
    <LinkedRow
      href={pathOf(action.object)}
      below={
        action.by === 'colleague' &&
        !isGranted(action) && (
          <ObjectOrAsk
            kind="staff_action"
            id={action._id}
            about={staffActionText(action)}
            variant="quiet"
            className="-mt-1.5 mb-1"
          />
        )
      }
    >
      <span className="block font-semibold">{staffActionText(action)}</span>
      {action.reason !== null && <bdi className="mt-0.5 block wrap-anywhere">{action.reason}</bdi>}
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-small text-quiet">
        <DateTime value={action.at} />
        <span>{action.by === 'colleague' ? t`a staff member` : t`automatic`}</span>
      </span>
    </LinkedRow>
  )
}
