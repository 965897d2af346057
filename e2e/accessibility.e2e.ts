// Every screen in both themes has no violation that axe knows of, and nothing sticks out of the narrowest phone.
// AXE_LOCALES=all walks all seven languages.
import { AxeBuilder } from '@axe-core/playwright'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { contextFor, signIn } from './people.ts'
import { screensOf } from './screens.ts'

const origin = inject('origin')
const locales: readonly Locale[] = process.env['AXE_LOCALES'] === 'all' ? LOCALES : ['vn']
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

for (const locale of locales) {
  for (const theme of ['light', 'dark'] as const) {
    test(`no screen has a violation, ${theme}, ${locale}`, { timeout: 300_000 }, async () => {
      const session = await signIn(origin, 'thuha.dn')
      const faults: string[] = []
      for (const screen of await screensOf(origin, session)) {
        const shown = screen.as === undefined ? session : await signIn(origin, screen.as)
        const context = await contextFor(browser, screen.signed_out === true ? null : shown, {
          locale,
          theme,
          width: 360,
        })
        const page = await context.newPage()
        await page.goto(origin + screen.path)
        await settled(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        faults.push(
          ...violations.map(
            ({ id, nodes }) =>
              `${screen.name}: ${id} ${nodes
                .map((node) => node.html)
                .join(' ')
                .slice(0, 300)}`,
          ),
        )
        const sticks_out = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
        if (sticks_out) faults.push(`${screen.name}: wider than 360 px`)
        await context.close()
      }
      expect(faults).toEqual([])
    })
  }
}

/** Nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2, form').first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
