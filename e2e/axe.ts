// Runs axe on a page as it is.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A colour that is still changing has a contrast that nobody reads. */
const END_TRANSITIONS =
  'for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish()'

/** From now on: a notification may begin to fade while axe reads it. As a constructed sheet, for the policy allows no inline style. */
const NO_TRANSITIONS = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
}`

/** As if the device's setting had been changed, once everything has its new colours. */
export async function applyTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`(async () => {
    for (let i = 0; i < 3; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      ${END_TRANSITIONS}
    }
  })()`)
}

/** Each rule that the page breaks, with the first place. In the page itself: another tab for it would only take time. */
export const brokenRules = async (axe: AxeBuilder): Promise<[id: string, html: string | undefined][]> =>
  (await axe.setLegacyMode(true).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])

export const accessible = async (page: Page): Promise<void> =>
  expect(await brokenRules(new AxeBuilder({ page }))).toEqual([])

/** The same for the back office, but for frames: what is shown in them is the member app, or runs no script to answer. */
export async function adminAccessible(page: Page): Promise<void> {
  await page.evaluate(NO_TRANSITIONS)
  const axe = new AxeBuilder({ page }).exclude('iframe')
  expect([page.url(), ...(await brokenRules(axe))]).toEqual([page.url()])
}
