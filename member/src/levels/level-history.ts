import type { LevelEvent } from '@fairturn/contract/personal-data'
import { t } from '@lingui/core/macro'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'

export const levelHistoryQuery = queryOptions({
  queryKey: ['account', 'levels'],
  queryFn: async ({ signal }) => (await call('GET account/levels', { signal })).data.list,
})

const events: Readonly<Record<LevelEvent['event'], (level: string) => string>> = {
  bought: (level) => t`${level}: bought`,
  earned: (level) => t`${level}: earned free of charge`,
  given_back: (level) => t`${level}: cancelled`,
  replaced: (level) => t`${level}: replaced by a higher level`,
  fee_returned: (level) => t`${level}: fee refunded, level now earned free of charge`,
}
export const levelEventText = ({ event, level }: LevelEvent): string => events[event](level.name)
