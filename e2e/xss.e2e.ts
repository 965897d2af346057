// XSS vectors in a real browser in every place where text of users becomes part of a page: nothing runs, nothing is
// fetched from elsewhere, and no page of ours violates its own CSP.
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sanitise } from '../server/src/content/pages.ts'
import { renderPage, renderErrorPage } from '../server/src/tracking/page.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { approveWaiting, openBackOfficeAs } from './back-office.ts'
import { packed, watched } from './canary.ts'
import { contextFor, ownOrigin, registerByApi, signIn } from './members.ts'
import { VECTORS } from './vectors.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
/** A site without a CSP. */
const PLAIN = 'http://plain.test'
const MAX_PAGE_LENGTH = 15_000
const ADVERTISED = ['development-cooperation', 'foundation-rules'] as const
let office: Page
let officeBreaches: Set<string>

/** One of `of`; all of them with `npm run test:all`. */
const selected = <T>(all: readonly T[], of: number): readonly T[] =>
  RUN_ALL ? all : all.filter((_, i) => i % of === 0)

/** A page without any CSP, so that safety depends on the text alone. */
async function plainPage(body = '<p>plain</p>'): Promise<{ page: Page; breaches: Set<string> }> {
  const context = await browser.newContext()
  const breaches = await watched(context)
  const page = await context.newPage()
  await page.route('**/*', (route) =>
    route.request().url().startsWith(`${PLAIN}/page`)
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body })
      : route.abort(),
  )
  await page.goto(`${PLAIN}/page`)
  return { page, breaches }
}

/**
 * Inserts each into its own element, as the app inserts pages, then waits for everything that fires without
 * interaction.
 */
const put = (page: Page, htmls: readonly string[]): Promise<void> =>
  page.evaluate(`(async () => {
    for (const html of ${JSON.stringify(htmls)}) document.body.appendChild(document.createElement('div')).innerHTML = html
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 50))
  })()`)

const named = VECTORS.map((vector, i) => vector.replaceAll('__xss(1)', `__xss(${i})`))

test('the control: inserted unsanitised, hundreds of the vectors call the canary', async () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(1300)
  const { page, breaches } = await plainPage()
  await put(
    page,
    named.filter((vector) => !/http-equiv|srcdoc|autofocus|location=/i.test(vector)),
  )
  const ran = [...breaches].filter((breach) => breach.startsWith('canary: ran'))
  expect(ran.length).toBeGreaterThan(200)
  expect([...breaches].some((breach) => breach.startsWith('asked'))).toBe(true)
  await page.context().close()
})

// ASVS V1.3.1
test('sanitised vectors do nothing, even without a CSP', async () => {
  const { page, breaches } = await plainPage()
  await put(page, named.map(sanitise))
  // A second serialisation round trip: the text must also be safe when it is parsed again (mutation XSS).
  await page.evaluate(`{ const again = document.body.innerHTML; document.body.innerHTML = again }`)
  await put(page, [])
  expect([...breaches]).toEqual([])
  await page.context().close()
})

// ASVS V1.2.1
test('the page of a link shows every vector as text', async () => {
  const all = named.join(' ')
  const code = 'AAAAAAAA'
  const now = new Date()
  const link = {
    id: '019a0000-0000-7000-8000-000000000001',
    code,
    brand: all,
    tagline: { en: all },
    creative: '/files/x.webp',
    landing: { scheme: 'https:', host: all, path: '/', query: '', fragment: '' },
    opened_at: now,
    ends_at: now,
    ended_at: null,
  } as unknown as Parameters<typeof renderPage>[0]
  const site = { locale: 'en' as const, origin: PLAIN, filesOrigin: PLAIN, demo: true }
  const rendered = renderPage(link, site)
  const trouble = renderErrorPage('retry', { locale: 'en', retryPath: `/r/${all}`, demo: true })
  for (const { beforeToken, afterToken } of [rendered, trouble]) {
    const { page, breaches } = await plainPage(beforeToken.toString() + afterToken.toString())
    expect(await page.locator('main').count()).toBe(1)
    expect(await page.locator('script, iframe, object, embed, base, svg, [onerror]').count()).toBe(0)
    await put(page, [])
    expect([...breaches]).toEqual([])
    await page.context().close()
  }
})

/** As the back office's own code sends it. */
const asOperator = (path: string, body: object): Promise<{ status: number; code?: string }> =>
  office.evaluate(
    async ([address, sent]) => {
      const answer = await fetch(`/api/backoffice/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-staff': '1' },
        body: sent,
      })
      const { code } = (await answer.json()) as { code?: string }
      return { status: answer.status, ...(code !== undefined && { code }) }
    },
    [path, JSON.stringify(body)] as const,
  )

describe('stored by an operator', () => {
  test('an operator is signed in to the back office', async () => {
    const opened = await openBackOfficeAs('demo.content')
    office = opened.page
    officeBreaches = await watched(office.context(), [office])
    await office.getByRole('menuitem', { name: 'Pages' }).waitFor()
    expect([...officeBreaches]).toEqual([])
  })

  /** Characters that the API refuses in any text. */
  const REFUSED = /\ufeff/
  const chunks = packed(
    VECTORS.filter((vector) => !REFUSED.test(vector)),
    MAX_PAGE_LENGTH,
  )
  const homes = ADVERTISED.flatMap((name) => LOCALES.map((locale) => ({ name, locale }))).slice(
    0,
    chunks.length,
  )
  const save = async (home: { name: string; locale: Locale }, html: string | null) => {
    const key = `${home.name}/${home.locale}`
    const expected = await versionOf(key)
    const answer = await asOperator(`pages/${key}`, { html, expected, reason: 'To see what it does.' })
    expect([key, answer]).toEqual([key, { status: 200 }])
  }
  const versionOf = (key: string) =>
    office.evaluate(async (address) => {
      const answer = await fetch(`/api/backoffice/pages/${address}`)
      return ((await answer.json()) as { data: { version: number } }).data.version
    }, key)

  test(`in ${RUN_ALL ? 'every page' : 'one page in six'}: read by members, and by operators in the preview`, async () => {
    expect(homes.length).toBe(chunks.length)
    const pages = selected(
      homes.map(({ name, locale }, i) => ({ name, locale, html: chunks[i]! })),
      6,
    )
    for (const page of pages) await save(page, page.html)
    await approveWaiting('demo.owner')
    const reader = await registerByApi(origin, 'who reads pages')
    for (const locale of new Set(pages.map((home) => home.locale))) {
      const context = await contextFor(browser, reader, { locale })
      const breaches = await watched(context)
      const page = await context.newPage()
      for (const { name } of pages.filter((home) => home.locale === locale)) {
        await page.goto(`${origin}/${name}`)
        await page.locator('article.prose').waitFor({ state: 'attached' })
      }
      expect([locale, ...breaches]).toEqual([locale])
      await context.close()
    }
    for (const { name, locale } of pages) {
      await moveTo(office, `/admin/pages/${name}.${locale}/show`)
      await office.frameLocator('iframe').locator('article.prose').waitFor({ state: 'attached' })
    }
    expect([...officeBreaches]).toEqual([])
    for (const page of pages) await save(page, null)
  })

  test('in a page with U+FEFF: refused, and the page stays as it was', async () => {
    const refused = VECTORS.filter((vector) => REFUSED.test(vector))
    expect(refused.length).toBeGreaterThan(0)
    const expected = await versionOf('foundation-rules/en')
    for (const html of refused) {
      const answer = await asOperator('pages/foundation-rules/en', {
        html,
        expected,
        reason: 'To see what it does.',
      })
      expect([html, answer]).toEqual([html, { status: 422, code: 'field_is_invalid' }])
    }
    expect(await versionOf('foundation-rules/en')).toBe(expected)
  })

  // ASVS V3.2.2
  test('in a broadcast: written, listed, previewed', async () => {
    const fitting = VECTORS.filter(
      (vector) =>
        vector.length <= 60 &&
        !/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u.test(vector) &&
        !/:\/\/|www\.|[\w-]\.[a-z]{2,}/i.test(vector),
    )
    expect(fitting.length).toBeGreaterThan(300)
    const texts = packed(fitting, 500)
    for (let at = 0; at < texts.length; at += LOCALES.length) {
      const translations = LOCALES.map((locale, i) => [
        locale,
        { title: fitting[at + i]!.trim(), text: (texts[at + i] ?? fitting[i]!).trim() },
      ])
      const draft = {
        texts: Object.fromEntries(translations) as object,
        path: null,
        audience: { level_id: null, locale: null, active_days: null },
      }
      expect(await asOperator('broadcasts', draft)).toEqual({ status: 200 })
    }
    await moveTo(office, '/admin/broadcasts')
    await office.getByRole('row').nth(1).waitFor()
    await office.getByRole('row').nth(1).click()
    await office.frameLocator('iframe').locator('body *').first().waitFor()
    expect([...officeBreaches]).toEqual([])
  })
})

/** A client-side navigation, without loading the page again. */
const moveTo = (page: Page, address: string): Promise<void> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    new Promise((resolve) => setTimeout(resolve, 30))`)

const PARAMETERS = [
  'next',
  'code',
  'tab',
  'state',
  'deposit',
  'withdrawal',
  'amount',
  'change',
  'from',
  'to',
  'token',
  'q',
]

/** URLs below these paths with every vector in a parameter, the fragment or the path itself. */
function addresses(paths: readonly string[], parameters: readonly string[]): string[] {
  const many = parameters.length
  return Array.from({ length: Math.ceil(VECTORS.length / many) }, (_, i) => {
    const vectors = VECTORS.slice(i * many, (i + 1) * many)
    const query = new URLSearchParams(
      vectors.map((vector, k): [string, string] => [parameters[k]!, vector.toWellFormed()]),
    )
    return `${paths[i % paths.length]}?${query.toString()}#${encodeURIComponent(vectors[0]!)}`
  })
}

// ASVS V3.2.2
test('in the URL of every screen of the member app and of the screen that follows', async () => {
  const session = await registerByApi(origin, 'who follows links')
  const context = await contextFor(browser, session)
  const breaches = await watched(context)
  const page = await context.newPage()
  const { screensOf } = await import('./screens.ts')
  const screens = await screensOf(origin, await signIn(origin, 'thuha.dn'))
  const paths = [...new Set(screens.map(({ path }) => path))]
  await page.goto(origin)
  await page.getByRole('navigation').first().waitFor()
  for (const address of selected(addresses(paths, PARAMETERS), 8)) await moveTo(page, address)
  for (const vector of selected(VECTORS, 40))
    await moveTo(page, `/order-detail/${encodeURIComponent(vector.toWellFormed())}`)
  await page.getByRole('navigation').first().waitFor()
  expect([...breaches]).toEqual([])
  await context.close()
})

test('in the address of every screen of the back office, signed in', async () => {
  const links = await office.locator('a[role=menuitem]').all()
  const menu = await Promise.all(links.map((link) => link.getAttribute('href')))
  const paths = [
    ...new Set([
      ...menu.filter((path) => path !== null),
      '/admin/pages/x.en/show',
      '/admin/campaigns/x/show',
      '/admin/setup',
    ]),
  ]
  expect(paths.length).toBeGreaterThan(5)
  const visited = addresses(paths, [
    'filter',
    'sort',
    'order',
    'page',
    'perPage',
    'displayedFilters',
    'source',
    'code',
  ])
  for (const address of selected(visited, 24)) await moveTo(office, address)
  for (const vector of selected(VECTORS, 60)) {
    const filter = JSON.stringify({ q: vector, state: vector })
    await moveTo(
      office,
      `${paths[0]}?${new URLSearchParams({ filter, displayedFilters: '{"q":true}' }).toString()}`,
    )
  }
  expect([...officeBreaches]).toEqual([])
})

test('in URLs that load a page: sign-in, errors, links, files, the API and its documentation', async () => {
  const context = await browser.newContext()
  const breaches = await watched(context)
  const page = await context.newPage()
  const few = [`"><script>__xss(1)</script>`, `javascript:__xss(1)`, `<img src=x onerror=__xss(1)>`]
  const roots = [
    '/login?next=',
    '/register?code=',
    '/nothing/',
    '/r/',
    '/files/',
    '/api/',
    '/api/orders/',
    '/admin/login?redirect=',
    '/admin/',
    '/api/docs/?url=',
    '/api/docs/?configUrl=',
    '/api/mail/unsubscribe/',
    '/awards/',
    '/confirm-email?token=',
  ]
  for (const [i, root] of roots.entries())
    for (const vector of RUN_ALL ? few : [few[i % few.length]!]) {
      const answer = await page.goto(origin + root + encodeURIComponent(vector), { waitUntil: 'load' })
      const type = answer?.headers()['content-type'] ?? ''
      expect([root, /^(text\/html|application\/json)/.test(type)]).toEqual([root, true])
    }
  expect([...breaches]).toEqual([])
  await context.close()
})
