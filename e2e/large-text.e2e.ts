// Large text, landscape and paper: nothing is cut, hidden or wider than the screen, and no bar covers half of it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { until } from './journeys.ts'
import { contextFor, ownOrigin, signIn } from './members.ts'
import { screensOf } from './screens.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()

/** As the reader's own text size of the browser, which every length in rem follows. */
const textSize = (percent: number) => `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { font-size: ${percent}% !important }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(origin + path)
  await page.locator('main h1').waitFor({ state: 'attached' })
  await until(page, `document.querySelector('main [aria-busy=true]') === null`)
}

/** What does not fit: the page scrolls sideways, text is cut or leaves its box, or a bar covers half of the screen. */
const unfitting = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const page_width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > page_width)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element)
      // What only screen readers read is one pixel wide.
      if (element.offsetWidth <= 1 || style.visibility === 'hidden' || style.clipPath !== 'none') continue
      const box = element.getBoundingClientRect()
      const add = (fault: string) =>
        found.push(`${fault}: <${element.tagName.toLowerCase()}> ${element.textContent.trim().slice(0, 40)}`)
      const floats = style.position === 'fixed' || style.position === 'sticky'
      if (floats && style.pointerEvents !== 'none' && box.height > innerHeight / 2)
        add(`a bar of ${Math.round(box.height)} px`)
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === 3 && node.nodeValue!.trim() !== '',
      )
      if (texts.length === 0) continue
      if (/hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
        add('cut at the side')
      if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2)
        add('cut below')
      if (element.closest('[class*=overflow-x-]') !== null) continue
      const range = document.createRange()
      for (const text of texts) {
        range.selectNodeContents(text)
        const { right } = range.getBoundingClientRect()
        if (right > page_width + 1) add('beyond the edge')
        else if (style.display !== 'inline' && right > box.right + 2) add('text beyond its box')
      }
    }
    return [...new Set(found)]
  })

const LOOKS = [
  { locale: 'vn', width: 360, height: 640 },
  { locale: 'rs', width: 640, height: 360 },
  { locale: 'jp', width: 390, height: 844 },
] as const

test.each(LOOKS)(
  `at 200 % text size ${RUN_ALL ? 'every screen' : 'one screen in five'} fits: $locale, $width × $height`,
  async ({ locale, width, height }) => {
    const session = await signIn(origin, 'thuha.dn')
    const screens = (await screensOf(origin, session)).filter((_, i) => RUN_ALL || i % 5 === 0)
    const faults: [name: string, ...found: string[]][] = []
    for (const signed_out of [false, true]) {
      const context = await contextFor(browser, signed_out ? null : session, { locale, width })
      await context.addInitScript(textSize(200))
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      for (const screen of screens) {
        if (screen.as !== undefined || (screen.signed_out ?? false) !== signed_out) continue
        await open(page, screen.path)
        const found = await unfitting(page)
        if (found.length > 0) faults.push([screen.name, ...found])
      }
      await context.close()
    }
    expect(faults).toEqual([])
  },
)

test('the navigation has its labels up to 130 % text size, above that its icons alone, and no select is smaller than 16 px', async () => {
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
    const seen = await page.locator('nav[data-bar=navigation] a span').evaluateAll((spans) =>
      spans
        .map((span) => span as unknown as HTMLElement)
        .filter((span) => span.offsetWidth > 1 && span.childElementCount === 0)
        .map((span) => span.innerText)
        .filter((text) => /\p{L}/u.test(text)),
    )
    expect([percent, seen.length > 0]).toEqual([percent, labelled])
    expect(await page.locator('nav[data-bar=navigation] a').count()).toBe(5)
    const sizes = await page
      .locator('select')
      .evaluateAll((selects) => selects.map((select) => Number.parseFloat(getComputedStyle(select).fontSize)))
    expect([percent, ...sizes.filter((size) => size < 16)]).toEqual([percent])
    await context.close()
  }
})

test('printed, a page has no navigation, dark text on white, and every award of the moving list once', async () => {
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
