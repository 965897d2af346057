import { queryOptions } from '@tanstack/react-query'
import { call } from '../shell/client.ts'
import { chosenLocale } from '../shell/locale.ts'

export type AgreedPage = 'terms' | 'privacy-notice'

/** As in force, or of a version. */
export const agreedPageQuery = (name: AgreedPage, version?: number) =>
  queryOptions({
    queryKey: ['page', name, version ?? 'in force', chosenLocale()],
    queryFn: async ({ signal }) => {
      if (version !== undefined)
        return (await call('GET terms/:version/:name', { params: { version, name }, signal })).data
      return (await call(name === 'terms' ? 'GET terms' : 'GET privacy-notice', { signal })).data
    },
    staleTime: 10 * 60_000,
  })

export const memberTermsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async ({ signal }) => (await call('GET account/terms', { signal })).data,
  staleTime: 10 * 60_000,
})
