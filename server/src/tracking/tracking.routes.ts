import { fileCalls } from '@fairturn/contract/files'
import { trackingCalls } from '@fairturn/contract/tracking'
import { ownCampaign } from '../campaigns/campaigns.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { exportVisits } from './export.ts'
import { previewPage } from './preview.ts'
import { periodOf, resultsOf } from './results.ts'

export function trackingRoutes(routes: Routes): void {
  const { database, config } = routes.app

  bind(routes, trackingCalls.preview, async ({ body, request }) => {
    const origin = config.publicOrigin ?? `${request.protocol}://${request.host}`
    return { data: { html: previewPage(body, { origin, demo: config.demo }) } }
  })

  bind(routes, trackingCalls.results, async ({ viewer, params, query, now }) => {
    const campaign = await ownCampaign(database, { ...viewer, ...params })
    return { data: await resultsOf(database, campaign, periodOf(campaign, query, now)) }
  })

  bindFile(routes, fileCalls.tracking.exportVisits, async ({ viewer, params, query, now }) => {
    const campaign = await ownCampaign(database, { ...viewer, ...params })
    return {
      name: `visits-${campaign.id}.csv`,
      body: await exportVisits(database, campaign, periodOf(campaign, query, now)),
    }
  })
}
