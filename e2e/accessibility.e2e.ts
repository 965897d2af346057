// Every screen in both themes has no violation that axe knows of, and nothing sticks out of the narrowest phone.
// AXE_LOCALES=all walks all seven languages.
import { AxeBuilder } from '@axe-core/playwright'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenRules } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { contextFor, ownOrigin, signIn } from './people.ts'
import { screensOf } from './screens.ts'

const origin = ownOrigin()
const locales: readonly Locale[] = process.env['AXE_LOCALES'] === 'all' ? LOCALES : ['vn']
let browser: Browser
/** A colour that is still changing has a contrast that nobody reads. */
const END_TRANSITIONS =
  'for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish()'

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

for (const locale of locales) {
  test(`no screen has a violation, light or dark, ${locale}`, { timeout: 300_000 }, async () => {
    const session = await signIn(origin, 'thuha.dn')
    const faults: string[] = []
    // One window for each who looks, so that the app is not fetched and compiled for every screen.
    const windows = new Map<string | null, Page>()
    for (const screen of await screensOf(origin, session)) {
      const who = screen.signed_out === true ? null : (screen.as ?? session.user.username)
      const page = windows.get(who) ?? (await windowOf(who, locale))
      windows.set(who, page)
      await page.goto(origin + screen.path)
      await settled(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(END_TRANSITIONS)
        for (const [id, html = ''] of await brokenRules(new AxeBuilder({ page })))
          faults.push(`${screen.name}, ${colorScheme}: ${id} ${html.slice(0, 300)}`)
      }
      const sticks_out = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
      if (sticks_out) faults.push(`${screen.name}: wider than 360 px`)
    }
    await Promise.all([...windows.values()].map((page) => page.context().close()))
    expect(faults).toEqual([])
  })
}

async function windowOf(username: string | null, locale: Locale): Promise<Page> {
  const session = username === null ? null : await signIn(origin, username)
  const context = await contextFor(browser, session, { locale, width: 360 })
  return await context.newPage()
}

/** Nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2, form').first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
