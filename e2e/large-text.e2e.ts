import { LOCALES } from '@fairturn/contract/locales'
// Large text, landscape and paper: nothing is cut, hidden or wider than the screen, and no bar covers half of it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createCampaign } from '../server/src/campaigns/campaigns.ts'
import { RUN_ALL } from '../testing/run-all.ts'
import { inDatabaseOf } from './back-office.ts'
import { textSize, UNFITTING, UNREACHABLE } from './fitting.ts'
import { until } from './journeys.ts'
import { callApi, contextFor, ownOrigin, registerByApi, registerUnconfirmed, signIn } from './members.ts'
import { dialogsOf, type Screen, screensOf } from './screens.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const DAY_MS = 86_400_000

async function open(page: Page, path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('main h1').waitFor({ state: 'attached' })
  await until(page, `document.querySelector('main [aria-busy=true]') === null`)
  // Home renders its parts one after another.
  if (path === '/') await page.locator('[aria-labelledby=awards-title] li').first().waitFor()
}

/** How much of the screen bars cover that stay while the page scrolls, the most of three places of it. */
const COVERED = `(() => {
  const stays = (element) => element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement))
  const heights = Array.from({ length: 60 }, (_, i) => ((i + 0.5) / 60) * innerHeight)
  const end = document.documentElement.scrollHeight - innerHeight
  const covered = [0, end / 2, end].map((top) => {
    scrollTo({ top, behavior: 'instant' })
    return heights.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y))).length / heights.length
  })
  scrollTo({ top: 0, behavior: 'instant' })
  return Math.max(...covered)
})()`

/** Browsers of phones zoom into a field of less than 16 px; measured at the text size of 100 %. */
const SMALL_SELECTS = `(() => {
  const { style } = document.adoptedStyleSheets.at(-1).cssRules[0]
  const before = style.fontSize
  style.setProperty('font-size', '100%', 'important')
  const sizes = [...document.querySelectorAll('select')].map((select) => Number.parseFloat(getComputedStyle(select).fontSize))
  style.setProperty('font-size', before, 'important')
  return sizes.filter((size) => size < 16)
})()`

const LOOKS = [
  { locale: 'vn', width: 360, height: 640 },
  { locale: 'rs', width: 640, height: 360 },
  { locale: 'jp', width: 360, height: 640 },
] as const

test.each(LOOKS)(
  `at 200 % text size ${RUN_ALL ? 'every screen' : 'one screen in three'} fits, and bars leave half of it: $locale, $width × $height`,
  async ({ locale, width, height }) => {
    const session = await signIn(origin, 'thuha.dn')
    const all = await screensOf(origin, session)
    // Each look has another third of them.
    const third = LOOKS.findIndex((look) => look.locale === locale)
    const screens = all.filter((_, i) => RUN_ALL || i % 3 === third)
    const faults: [name: string, ...found: string[]][] = []
    for (const viewer of [null, 'thuha.dn', 'maisonlune']) {
      const own = viewer === null || viewer === 'thuha.dn' ? session : await signIn(origin, viewer)
      const context = await contextFor(browser, viewer === null ? null : own, { locale, width })
      await context.addInitScript(textSize(200))
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      for (const screen of screens) {
        if (viewerOf(screen) !== viewer) continue
        await open(page, screen.path)
        const found = await page.evaluate<string[]>(UNFITTING)
        const covered = await page.evaluate<number>(COVERED)
        if (covered > 0.5) found.push(`bars cover ${Math.round(covered * 100)} % of the height`)
        const small = await page.evaluate<number[]>(SMALL_SELECTS)
        if (small.length > 0) found.push(`a select of ${small.join(', ')} px`)
        if (found.length > 0) faults.push([screen.name, ...found])
      }
      await context.close()
    }
    expect(faults).toEqual([])
  },
)

test.each([
  { locale: 'rs', width: 360, height: 640 },
  { locale: 'vn', width: 640, height: 360 },
] as const)(
  'at 200 % text size every dialog fits, and each of its controls can be reached: $locale, $width × $height',
  async ({ locale, width, height }) => {
    const session = await signIn(origin, 'thuha.dn')
    const faults: [name: string, ...found: string[]][] = []
    const dialogs: OpenedScreen[] = [...(await dialogsOf(origin, session)), ...(await dialogsOfNewMembers())]
    for (const viewer of new Set(dialogs.map(viewerOf))) {
      const own = viewer === null || viewer === 'thuha.dn' ? session : await signIn(origin, viewer)
      for (const popup of [false, true]) {
        const opened = dialogs.filter(
          (dialog) => viewerOf(dialog) === viewer && (dialog.popup ?? false) === popup,
        )
        if (opened.length === 0) continue
        const context = await contextFor(browser, viewer === null ? null : own, { locale, width, popup })
        await context.addInitScript(textSize(200))
        const page = await context.newPage()
        await page.setViewportSize({ width, height })
        for (const { name, path, press, attach } of opened) {
          // What is below is hidden while the page loads, and pressed once it shows.
          await open(page, path)
          if (attach !== undefined) await page.locator('input[type=file]').setInputFiles(attach)
          if (press !== undefined) await page.locator(press).first().click()
          await page.locator('dialog[open], [role=menu]').first().waitFor()
          await until(page, `document.querySelector('dialog[open] [aria-busy=true]') === null`)
          const found = await page.evaluate<string[]>(UNREACHABLE)
          found.push(...(await page.evaluate<string[]>(UNFITTING)))
          if (found.length > 0) faults.push([name, ...found])
        }
        await context.close()
      }
    }
    expect(faults).toEqual([])
  },
)

test.each(['rs', 'vn', 'jp'] as const)(
  'at 200 % text size nothing of Withdraw, Transparency, an order and the turns left is cut on a small phone: %s',
  async (locale) => {
    const session = await signIn(origin, 'thuha.dn')
    const sharing = await registerByApi(origin, `shares.in.${locale}`)
    const user_id = sharing.user._id
    const offer = await callApi<{ _id: string }>(origin, 'random-product', { user_id }, sharing.access_token)
    const taken = { user_id, offer_id: offer._id }
    const order = await callApi<{ _id: string }>(origin, 'orders', taken, sharing.access_token)
    await callApi(origin, `orders/${order._id}/start`, { user_id }, sharing.access_token)
    for (const [who, paths] of [
      [session, ['/withdraw', '/transparency', '/warehouse/not-received']],
      [sharing, [`/order-detail/${order._id}`]],
    ] as const) {
      const context = await contextFor(browser, who, { locale, width: 360 })
      await context.addInitScript(textSize(200))
      const page = await context.newPage()
      await page.setViewportSize({ width: 360, height: 640 })
      for (const path of paths) {
        await open(page, path)
        // What is folded counts too.
        await page.evaluate(`document.querySelectorAll('details').forEach((fold) => (fold.open = true))`)
        await until(page, `document.querySelector('main [aria-busy=true]') === null`)
        expect([path, await page.evaluate<string[]>(UNFITTING)]).toEqual([path, []])
      }
      await context.close()
    }
  },
)

test.each(['en', 'fr', 'rs'] as const)(
  'at 200 % text size the title of the notifications is beside no button: %s',
  async (locale) => {
    const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { locale, width: 360 })
    await context.addInitScript(textSize(200))
    const page = await context.newPage()
    await open(page, '/notification')
    expect(
      await page.evaluate<boolean>(`(() => {
        const range = document.createRange()
        range.selectNodeContents(document.querySelector('main h1'))
        const title = range.getBoundingClientRect()
        const button = document.querySelector('main header a[href="/individual/notifications"], main header > :last-child a').getBoundingClientRect()
        return title.right <= button.left || title.top >= button.bottom
      })()`),
    ).toBe(true)
    expect(await page.evaluate<string[]>(UNFITTING)).toEqual([])
    await context.close()
  },
)

test.each([
  { width: 360, height: 640 },
  { width: 640, height: 360 },
])('at 200 % text size the amount offered is beside Take: $width × $height', async ({ width, height }) => {
  const session = await registerByApi(origin, 'reads.large')
  const context = await contextFor(browser, session, { locale: 'vn', width })
  await context.addInitScript(textSize(200))
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await open(page, '/order-detail')
  const bar = page.locator('[data-bar=actions]')
  const take = (await bar.getByRole('button').last().boundingBox())!
  const amount = (await bar.getByText(/^\$/).filter({ visible: true }).boundingBox())!
  // Both are in view, or neither: together they take less than half of the height.
  const top = Math.min(take.y, amount.y)
  const bottom = Math.max(take.y + take.height, amount.y + amount.height)
  expect(bottom - top).toBeLessThan(height / 2)
  expect(await page.evaluate<string[]>(UNFITTING)).toEqual([])
  await context.close()
})

interface OpenedScreen extends Screen {
  /** A file that is chosen before. */
  readonly attach?: string
}

/** Dialogs whose state none of the demo's members has: an order is taken, an order waits, a campaign is unpaid. */
async function dialogsOfNewMembers(): Promise<OpenedScreen[]> {
  const first = await registerUnconfirmed(origin, 'takes.first')
  const waits = await registerByApi(origin, 'has.one.waiting')
  const user_id = waits.user._id
  const offer = await callApi<{ _id: string }>(origin, 'random-product', { user_id }, waits.access_token)
  const order = await callApi<{ _id: string }>(origin, 'orders', { offer_id: offer._id }, waits.access_token)
  const placer = await registerByApi(origin, 'places.unpaid')
  // Of a form that was left in its second step, with countries chosen.
  const drafts = await registerByApi(origin, 'left.a.draft')
  const draft = {
    step: 2,
    brand: 'Großhandelsgesellschaft Weiß',
    kind: 'visit',
    verification: 'page',
    tagline: { en: 'Teas of the spring' },
    caption: { en: 'Green and black teas.' },
    countries: ['VN'],
    landing_url: 'https://www.example.com/teas',
  }
  await inDatabaseOf(ownServer().dataDir, async (database) => {
    const { rows } = await database.query<{ creative: string }>({
      text: 'select creative from campaign limit 1',
    })
    const { creative } = rows[0]!
    await callApi(origin, 'campaigns/draft', { draft: { ...draft, creative } }, drafts.access_token)
    await database.query({
      text: 'update member set email = $2 where id = $1',
      values: [drafts.user._id, 'a.rather.long.address@mail.example.com'],
    })
    await database.transaction((tx) =>
      createCampaign(tx, {
        member_id: placer.user._id,
        kind: 'visit',
        brand: 'Großhandelsgesellschaft Weiß',
        tagline: { en: 'Teas of the spring' },
        caption: { en: 'Green and black teas, sent on the day they arrive.' },
        landing_url: 'https://www.example.com/teas',
        creative,
        verification: 'postback',
        languages: [],
        order_hours: 48,
        order_visits: 2,
        price_minor: 20n,
        visits: 500,
        ends_at: new Date(Date.now() + 30 * DAY_MS),
      }),
    )
  })
  const { list } = await callApi<{ list: { _id: string }[] }>(
    origin,
    'campaigns',
    undefined,
    placer.access_token,
  )
  const { _id: campaign_id } = list[0]!
  await callApi(origin, `campaigns/${campaign_id}/postback-keys`, {}, placer.access_token)
  return [
    { name: 'level-refund', path: '/', press: '[aria-labelledby=levels-title] li:nth-child(2) button' },
    {
      name: 'crop',
      path: '/campaigns/new',
      attach: new URL('../server/demo-assets/creative-1.webp', import.meta.url).pathname,
    },
    {
      name: 'countries',
      path: '/campaigns/new?step=2',
      as: drafts.user.username,
      press: 'main p[aria-live=polite] + button',
    },
    {
      name: 'email',
      path: '/individual/security',
      as: drafts.user.username,
      press: 'main button:has-text("@")',
    },
    {
      name: 'end-verification-key',
      path: `/campaigns/${campaign_id}`,
      as: placer.user.username,
      press: 'main li:has(code) button',
    },
    {
      name: 'confirm-phone',
      path: '/order-detail',
      as: first.user.username,
      press: 'main [data-bar=actions] button >> nth=1',
    },
    {
      name: 'give-back',
      path: `/order-detail/${order._id}`,
      as: waits.user.username,
      press: 'main .side-by-side button',
    },
    { name: 'pay', path: '/campaigns', as: placer.user.username, press: 'main section button' },
  ]
}

test('in landscape the button of Withdraw is in view, and bars leave half of the screen', async () => {
  const session = await signIn(origin, 'thuha.dn')
  for (const height of [360, 320]) {
    const context = await contextFor(browser, session, { locale: 'vn', width: 640 })
    const page = await context.newPage()
    await page.setViewportSize({ width: 640, height })
    await open(page, '/withdraw')
    const button = page.locator('form button[type=submit]')
    await button.waitFor()
    expect(await page.evaluate<boolean>(IS_ON_TOP)).toBe(true)
    expect(await page.evaluate<number>(COVERED)).toBeLessThanOrEqual(0.5)
    await context.close()
  }
})

/** Whether all of the button of a form is in view, covered by nothing. */
const IS_ON_TOP = `(() => {
  const button = document.querySelector('form button[type=submit]')
  const { left, top, bottom, width } = button.getBoundingClientRect()
  return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + width / 2, y)))
})()`

test('in seven languages no award of the moving list is cut on a phone', async () => {
  const session = await signIn(origin, 'thuha.dn')
  for (const locale of LOCALES)
    for (const width of [360, 390]) {
      const context = await contextFor(browser, session, { locale, width })
      const page = await context.newPage()
      await open(page, '/')
      const cut = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[aria-labelledby=awards-title] li *')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(getComputedStyle(element).overflowX))
          .map((element) => element.textContent)`,
      )
      expect([locale, width, cut]).toEqual([locale, width, []])
      await context.close()
    }
})

const viewerOf = ({ signedOut, as }: Screen): string | null =>
  signedOut === true ? null : (as ?? 'thuha.dn')

test('the navigation has its labels up to 130 % text size, above that its icons alone', async () => {
  const session = await signIn(origin, 'thuha.dn')
  for (const [percent, labelled] of [
    [100, true],
    [130, true],
    [145, false],
    [200, false],
  ] as const) {
    const context = await contextFor(browser, session, { locale: 'vn' })
    await context.addInitScript(textSize(percent))
    const page = await context.newPage()
    await open(page, '/individual')
    const seen = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav[data-bar=navigation] a span')]
        .filter((span) => span.offsetWidth > 1 && span.childElementCount === 0)
        .map((span) => span.innerText)`,
    )
    const labels = seen.filter((text) => /\p{L}/u.test(text))
    expect([percent, labels.length > 0]).toEqual([percent, labelled])
    expect(await page.locator('nav[data-bar=navigation] a').count()).toBe(5)
    await context.close()
  }
})

test.each([
  ['the statement', '/account-detail?tab=statement', 'main li'],
  ['the proof', '/individual/proof', 'main ol > li'],
  ['the list of all awards', '/awards', 'main li'],
])('printed, %s has its rows on paper and nothing that floats', async (_name, path, rows) => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { theme: 'dark', width: 794 })
  const page = await context.newPage()
  await open(page, path)
  await page.locator(rows).first().waitFor()
  const before = await page.locator(rows).filter({ visible: true }).count()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.locator('nav[data-bar]').isVisible()).toBe(false)
  const floating = await page.evaluate<string[]>(
    `[...document.querySelectorAll('body *')]
      .filter((element) => getComputedStyle(element).position === 'fixed' && element.offsetHeight > 1 && element.offsetWidth > 1)
      .map((element) => element.outerHTML.slice(0, 120))`,
  )
  expect(floating).toEqual([])
  expect(await page.locator(rows).filter({ visible: true }).count()).toBe(before)
  expect(before).toBeGreaterThan(1)
  expect(await page.evaluate<string[]>(UNFITTING)).toEqual([])
  await context.close()
})

test('printed, the statement says the period in place of its choices', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { width: 794 })
  const page = await context.newPage()
  await open(page, '/account-detail?tab=statement')
  const choices = page.locator('search button')
  expect(await choices.first().isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await choices.filter({ visible: true }).count()).toBe(0)
  const handles = page.locator('main [role=tablist], main header a, main header button')
  expect(await handles.count()).toBeGreaterThan(1)
  expect(await handles.filter({ visible: true }).count()).toBe(0)
  await page.getByText('Period: everything until today').waitFor()
  await page.emulateMedia({ media: 'screen' })
  expect(await page.getByText('Period: everything until today').isVisible()).toBe(false)
  await page.getByRole('button', { name: '7 days' }).click()
  await page.emulateMedia({ media: 'print' })
  await page.getByText(/^Period: \d\d.\d\d.\d{4} – \d\d.\d\d.\d{4}$/).waitFor()
  await context.close()
})

test('printed, Home has no navigation, dark text on white, and every award of the moving list once', async () => {
  const context = await contextFor(browser, await signIn(origin, 'thuha.dn'), { theme: 'dark' })
  const page = await context.newPage()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await open(page, '/')
  const list = page.getByRole('list', { name: 'Award recipients' })
  await list.waitFor()
  expect(await page.locator('nav[data-bar]').isVisible()).toBe(false)
  const rows = list.locator('li').filter({ visible: true })
  expect(await rows.count()).toBe(18)
  const parent = (await list.locator('..').boundingBox())!
  const last = (await rows.last().boundingBox())!
  expect(last.y + last.height).toBeLessThanOrEqual(parent.y + parent.height + 1)
  const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
  expect(ink).toBe('rgb(20, 24, 31)')
  await context.close()
})
