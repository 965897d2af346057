// Staff's acts on this account, with their reasons.
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { StaffAct } from '@fairturn/contract/account'
import { Anchor } from '@fairturn/ui/Anchor.tsx'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { paths } from '../paths.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { More } from '../shell/More.tsx'
import { actsQuery, actText } from './account-queries.ts'

export function StaffActs() {
  const { t } = useLingui()
  const { data, error, refetch, isFetching, ...more } = useInfiniteQuery(actsQuery)
  const acts = data?.pages.flatMap((page) => page.list)
  return (
    <section aria-labelledby="acts-title">
      <h2 id="acts-title" className="text-title">
        {t`Staff activity`}
      </h2>
      <p className="mt-1 mb-3 text-small text-quiet text-pretty">
        <Trans>Every time staff viewed or changed your account, and why. This log is tamper-evident.</Trans>
      </p>
      {error && !acts ? (
        <Card>
          <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
        </Card>
      ) : !acts ? (
        <Skeleton className="h-32 rounded-card" />
      ) : acts.length === 0 ? (
        <Card>
          <EmptyState
            icon="eye"
            title={t`No staff activity`}
            body={<Trans>If staff ever view your account, it will be shown here immediately.</Trans>}
          />
        </Card>
      ) : (
        <Card as="ul">
          {acts.map((act) => (
            <Act key={act._id} act={act} />
          ))}
        </Card>
      )}
      {more.hasNextPage && (
        <More
          busy={more.isFetchingNextPage}
          byItself={!more.isFetchNextPageError}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </section>
  )
}

function Act({ act }: { act: StaffAct }) {
  const href = pathOf(act)
  if (href === undefined) {
    return (
      <li className="px-3.5 py-3">
        <Lines act={act} />
      </li>
    )
  }
  return (
    <li>
      <Anchor
        href={href}
        className="block px-3.5 py-3 -outline-offset-2 transition-colors duration-100 hover:bg-action-soft"
      >
        <Lines act={act} />
      </Anchor>
    </li>
  )
}

function Lines({ act }: { act: StaffAct }) {
  const { t } = useLingui()
  return (
    <>
      <span className="block font-semibold">{actText(act)}</span>
      {act.reason !== null && <bdi className="mt-0.5 block break-words">{act.reason}</bdi>}
      <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-small text-quiet">
        <DateTime value={act.at} />
        <span>{act.by === 'colleague' ? t`a staff member` : t`automatic`}</span>
      </span>
    </>
  )
}

/** Where what it concerns can be seen; nowhere for the account itself. */
function pathOf({ object: { kind, _id } }: StaffAct): string | undefined {
  if (kind === 'deposit') return paths.depositOf(_id)
  if (kind === 'withdrawal') return paths.withdrawalOf(_id)
  if (kind === 'order') return paths.order(_id)
  return undefined
}
