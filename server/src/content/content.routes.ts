// Content over HTTP: settings, pages, popup, avatar upload.
import { contentCalls, type PageName, type Settings } from '@fairturn/contract/content'
import { formatMoney } from '@fairturn/contract/money'
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { Routes } from '../http/app.ts'
import { bind } from '../http/bind.ts'
import { pageOf } from './pages.ts'
import { settingsOf } from './settings.ts'
import { takeUploads, uploadHandler } from './uploads.ts'

const popupOf = statement<{ image: string | null; updated_at: Date }>(
  'content_popup',
  `select image, updated_at from popup where locale = $1`,
)

const pages = [
  [contentCalls.companyProfile, 'company-profile'],
  [contentCalls.developmentCooperation, 'development-cooperation'],
  [contentCalls.foundationRules, 'foundation-rules'],
  [contentCalls.orderingRules, 'ordering-rules'],
  [contentCalls.receiveAccount, 'receive-account'],
] as const satisfies readonly (readonly [unknown, PageName])[]

export async function contentRoutes(routes: Routes): Promise<void> {
  const { app, fastify } = routes
  bind(routes, contentCalls.settings, async () => ({
    data: await publicSettings(app.database, app.config.demo),
  }))
  bind(routes, contentCalls.popup, async ({ locale }) => {
    const own = await popupOf.maybe(app.database, locale)
    if (own === undefined) return { data: { image: `/popup/${locale}.webp`, version: 'default' } }
    return { data: { image: own.image, version: own.updated_at.toISOString() } }
  })
  for (const [call, name] of pages)
    bind(routes, call, async ({ locale }) => ({ data: await pageOf(app.database, name, locale) }))

  // In a context of its own: no other call takes multipart.
  await fastify.register(async (uploads) => {
    await takeUploads(uploads)
    uploads.post('/api/upload', uploadHandler(app))
  })
}

/** The settings as everybody may see them. */
export async function publicSettings(on: Queryable, demo: boolean): Promise<Settings> {
  const values = await settingsOf(on)
  return {
    site_title: { value: values.site_title },
    link_support: { value: values.link_support },
    link_deposit: { value: values.link_deposit },
    currency: { value: values.currency },
    banner_video: { value: values.banner_video },
    banner_poster: { value: values.banner_poster },
    min_withdrawal: { value: formatMoney(values.min_withdrawal_minor) },
    time_zone: { value: values.time_zone },
    demo: { value: demo },
  }
}
