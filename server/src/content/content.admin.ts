import {
  adminBannerCalls,
  adminFileCalls,
  adminPageCalls,
  adminPopupCalls,
  type BannerContent,
  type PageContent,
  type PopupContent,
} from '@fairturn/contract/backoffice/content'
import type { Version } from '@fairturn/contract/backoffice/versions'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { changeOrProposeBanner, type IsServed, adminBanner } from './banner.ts'
import { takeFile, takeFiles } from './content.files.ts'
import { adminPage, allPages, changeOrProposePage, pageKey, proposePages } from './page-changes.ts'
import { droppedOf, sanitise } from './pages.ts'
import { allPopups, changeOrProposePopup } from './popups.ts'
import { versionOf, versionsOf } from './versions.ts'

/** Versions of a kind are written only by its own changes, so their content matches its schema. */
type History<Content> = { list: Version<Content>[]; cursor: string | null }

export async function contentAdminRoutes(routes: Routes): Promise<void> {
  bindPages(routes)
  bindPopups(routes)
  bindBanner(routes)
  // A separate Fastify scope: no other call of content accepts uploads from operators.
  await routes.fastify.register(async (fastify) => {
    await takeFiles({ ...routes, fastify })
    bind({ ...routes, fastify }, adminFileCalls.upload, async ({ app, query, operator, request }) => {
      const { operator_id } = operator
      return { data: { url: await takeFile(app, request, { ...query, operator_id }) } }
    })
  })
}

function bindPages(routes: Routes): void {
  const { database } = routes.app
  const calls = adminPageCalls
  bind(routes, calls.list, async () => ({ data: { list: await allPages(database) } }))
  bind(routes, calls.one, async ({ params }) => ({ data: await adminPage(database, params) }))
  bind(routes, calls.check, async ({ body: { html } }) => ({
    data: { html: sanitise(html), dropped: droppedOf(html) },
  }))
  bind(routes, calls.propose, async ({ body: { pages, reason }, operator, transaction }) => {
    const changes = pages.map(({ expected, ...value }) => ({ value, reason, expected }))
    return { data: { proposal_id: await transaction((tx) => proposePages(tx, changes, operator)) } }
  })
  bind(routes, calls.change, async ({ params, body, operator, transaction }) => {
    const { html, ...change } = body
    const work = { ...change, value: { ...params, html } }
    return { data: await transaction((tx) => changeOrProposePage(tx, work, operator)) }
  })
  bind(routes, calls.history, async ({ params, query }) => ({
    data: (await versionsOf(database, 'page', pageKey(params), query)) as History<PageContent>,
  }))
  bind(routes, calls.restore, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const { number, ...change } = body
      const { content } = await versionOf(tx, 'page', pageKey(params), number)
      const value = { ...params, ...(content as PageContent) }
      return await changeOrProposePage(tx, { ...change, value, restored_from: number }, operator)
    }),
  }))
}

function bindPopups(routes: Routes): void {
  const { database } = routes.app
  const calls = adminPopupCalls
  bind(routes, calls.list, async () => ({ data: { list: await allPopups(database) } }))
  bind(routes, calls.change, async ({ params, body, operator, transaction }) => {
    const { expected, reason, ...content } = body
    const change = { value: { ...params, ...content }, expected, reason }
    return { data: await transaction((tx) => changeOrProposePopup(tx, change, operator)) }
  })
  bind(routes, calls.history, async ({ params, query }) => ({
    data: (await versionsOf(database, 'popup', params.locale, query)) as History<PopupContent>,
  }))
  bind(routes, calls.restore, async ({ params, body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const { number, ...change } = body
      const { content } = await versionOf(tx, 'popup', params.locale, number)
      const value = { ...params, ...(content as PopupContent) }
      return await changeOrProposePopup(tx, { ...change, value, restored_from: number }, operator)
    }),
  }))
}

function bindBanner(routes: Routes): void {
  const { database } = routes.app
  const calls = adminBannerCalls
  /** Requested from the server itself, which alone knows its build. */
  const isServed: IsServed = async (url) => {
    const { statusCode, headers } = await routes.fastify.inject({ method: 'HEAD', url })
    return statusCode === 200 && /^(video|image)\//.test(String(headers['content-type']))
  }
  bind(routes, calls.one, async () => ({ data: await adminBanner(database) }))
  bind(routes, calls.change, async ({ body, operator, transaction }) => {
    const { expected, reason, ...value } = body
    const change = { value, expected, reason }
    return { data: await transaction((tx) => changeOrProposeBanner(tx, change, { operator, isServed })) }
  })
  bind(routes, calls.history, async ({ query }) => ({
    data: (await versionsOf(database, 'banner', 'home', query)) as History<BannerContent>,
  }))
  bind(routes, calls.restore, async ({ body, operator, transaction }) => ({
    data: await transaction(async (tx) => {
      const { number, ...change } = body
      const { content } = await versionOf(tx, 'banner', 'home', number)
      const work = { ...change, value: content as BannerContent, restored_from: number }
      return await changeOrProposeBanner(tx, work, { operator, isServed })
    }),
  }))
}
