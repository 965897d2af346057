import { contentCalls, type PageName, type Settings } from '@fairturn/contract/content'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import type { Config } from '../platform/config.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { refuse } from '../platform/http/refusal.ts'
import { captionsOf } from './banner.ts'
import { pageOf } from './pages.ts'
import { shownPopup } from './popups.ts'
import { hasConfiguredHost, priceLimitsOf, settingsOf, type SettingValues } from './settings.ts'
import { acceptUploads, uploadHandler } from './uploads.ts'

const pages = [
  [contentCalls.companyProfile, 'company-profile'],
  [contentCalls.developmentCooperation, 'development-cooperation'],
  [contentCalls.foundationRules, 'foundation-rules'],
  [contentCalls.orderingRules, 'ordering-rules'],
  [contentCalls.receiveAccount, 'receive-account'],
  [contentCalls.imprint, 'imprint'],
] as const satisfies readonly (readonly [unknown, PageName])[]

export async function contentRoutes(routes: Routes): Promise<void> {
  const { app, fastify } = routes
  bindPublic(routes, contentCalls.settings, () => publicSettings(app.database, app.config))
  bindPublic(routes, contentCalls.popup, (locale) => shownPopup(app.database, locale))
  for (const [call, name] of pages)
    bindPublic(routes, call, async (locale) => {
      const { content, updated_at } = await pageOf(app.database, name, locale)
      return { content, updated_at }
    })
  captions(routes)

  // In a separate Fastify scope: no other call accepts multipart.
  await fastify.register(async (uploads) => {
    await acceptUploads(uploads)
    uploads.post('/api/upload', uploadHandler(app))
  })
}

/** Beside an uploaded film, where the app looks for them; those of the product's own film are files. */
function captions({ app, fastify }: Routes): void {
  fastify.get<{ Params: { film: string; locale: string } }>(
    '/files/:film(^[0-9a-f]{32}).:locale(^[a-z]{2}).vtt',
    async ({ params }, reply) => {
      const vtt = await captionsOf(app.database, params.film, params.locale as Locale)
      if (vtt === undefined) throw refuse('route_is_unknown')
      return reply.type('text/vtt; charset=utf-8').header('cache-control', 'public, max-age=60').send(vtt)
    },
  )
}

function limitsOnWire(values: SettingValues): Settings['campaign_limits']['value'] {
  const onWire = ({ price_minor, order_minor }: { price_minor: bigint; order_minor: bigint | null }) => ({
    price: formatMoney(price_minor),
    order: order_minor === null ? null : formatMoney(order_minor),
  })
  const { page, beacon, postback } = priceLimitsOf(values)
  return { page: onWire(page), beacon: onWire(beacon), postback: onWire(postback) }
}

/** A stored deposit link to a host that is not configured is omitted: members then see the app's own page. */
export async function publicSettings(
  on: Queryable,
  { demo, bankFeedDir, deposit_link_hosts }: Pick<Config, 'demo' | 'bankFeedDir' | 'deposit_link_hosts'>,
): Promise<Settings> {
  const values = await settingsOf(on)
  const { link_deposit } = values
  const mayLead = link_deposit !== null && hasConfiguredHost(link_deposit, deposit_link_hosts)
  return {
    site_title: { value: values.site_title },
    link_support: { value: values.link_support },
    link_deposit: { value: mayLead ? link_deposit : null },
    currency: { value: values.currency },
    banner_video: { value: values.banner_video },
    banner_poster: { value: values.banner_poster },
    min_withdrawal: { value: formatMoney(values.min_withdrawal_minor) },
    least_counted_award: { value: formatMoney(values.least_counted_award_minor) },
    campaign_limits: { value: limitsOnWire(values) },
    time_zone: { value: values.time_zone },
    demo: { value: demo, bank: demo && bankFeedDir === undefined },
  }
}
