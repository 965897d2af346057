// How a campaign's visits are confirmed, as its screens ask for it and change it.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, queries } from '../client.ts'
import { keys } from '../queries.ts'

export const verificationQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'verification', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET campaigns/:campaign_id/verification', { params: { campaign_id }, signal })).data,
  })

export const deliveriesQuery = (campaign_id: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.campaigns, 'deliveries', campaign_id],
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam ? { cursor: pageParam } : {}
      const sent = { params: { campaign_id }, query, signal }
      return (await call('GET campaigns/:campaign_id/postback-deliveries', sent)).data
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.cursor,
  })

export const refreshVerification = (campaign_id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: verificationQuery(campaign_id).queryKey }),
    queries.invalidateQueries({ queryKey: deliveriesQuery(campaign_id).queryKey }),
  ])
