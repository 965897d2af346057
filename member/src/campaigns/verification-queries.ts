import { queryOptions } from '@tanstack/react-query'
import { call, queries } from '../shell/client.ts'
import { pagesQuery } from '../shell/pages-query.ts'
import { keys } from '../shell/queries.ts'

export const verificationQuery = (campaign_id: string) =>
  queryOptions({
    queryKey: [...keys.campaigns, 'verification', campaign_id],
    queryFn: async ({ signal }) =>
      (await call('GET campaigns/:campaign_id/verification', { params: { campaign_id }, signal })).data,
  })

export const deliveriesQuery = (campaign_id: string) =>
  pagesQuery([...keys.campaigns, 'deliveries', campaign_id], (query, signal) =>
    call('GET campaigns/:campaign_id/postback-deliveries', { params: { campaign_id }, query, signal }),
  )

export const refreshVerification = (campaign_id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: verificationQuery(campaign_id).queryKey }),
    queries.invalidateQueries({ queryKey: deliveriesQuery(campaign_id).queryKey }),
  ])
