// Shows operators a campaign's page as visitors will see it, with the real renderer.
import { previewCalls } from '@fairturn/contract/backoffice/reviews'
import { campaignsOf } from '../campaigns/campaigns.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { previewPage } from './preview.ts'
import { reportAdminRoutes } from './reports.admin.ts'

export function trackingAdminRoutes(routes: Routes): void {
  const { database, config } = routes.app

  reportAdminRoutes(routes)

  bind(routes, previewCalls.campaign, async ({ params: { campaign_id }, query: { locale }, request }) => {
    const campaigns = await campaignsOf(database, [campaign_id])
    const campaign = orRefuse(campaigns.get(campaign_id), 'campaign_is_unknown')
    const origin = config.publicOrigin ?? `${request.protocol}://${request.host}`
    // The back office's CSP allows images of its own host only.
    const filesOrigin = config.apiOrigin ?? origin
    return {
      data: { html: previewPage({ ...campaign, locale }, { origin, filesOrigin, demo: config.demo }) },
    }
  })
}
