import type { Product } from '@fairturn/contract/orders'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Amount } from '../shell/Amount.tsx'
import { isMore } from '../shell/cents.ts'
import { levelsQuery, viewerQuery } from '../shell/queries.ts'
import { useSettings } from '../shell/useSession.ts'

/** Why an order does not count towards a level, or a small offer would not; empty if it counts. */
export function NotCounted({ award, over_share }: Pick<Product, 'award' | 'over_share'>) {
  const least = useSettings()?.least_counted_award.value
  const names = useLevelsAhead(over_share)
  if (least && isMore(least, award))
    return (
      <Trans>
        Below <Amount amount={least} />: does not count towards a level
      </Trans>
    )
  if (names === '') return null
  return <Trans>Does not count towards {names}: orders of this advertiser already fill their share.</Trans>
}

/** Names of those of the levels that the member has not reached. */
function useLevelsAhead(ids: readonly string[]): string {
  const { data: viewer } = useQuery({ ...viewerQuery, enabled: ids.length > 0 })
  const { data: levels } = useQuery({ ...levelsQuery, enabled: ids.length > 0 })
  if (viewer === undefined || levels === undefined) return ''
  const ahead = levels.slice(levels.findIndex(({ _id }) => _id === viewer.level_id) + 1)
  return ahead
    .filter(({ _id }) => ids.includes(_id))
    .map(({ name }) => name)
    .join(', ')
}
