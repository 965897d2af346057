// Runs axe on a page as it is.
import axe from 'axe-core'
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

/** What is under way and takes longer than an instant. */
export const MOVING = `document.getAnimations().filter((animation) =>
  animation.playState === 'running' && animation.effect.getComputedTiming().duration > 50).length`

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

/**
 * Each rule that the page breaks, with the first place. Without `@axe-core/playwright`, which loads axe twice for every look at a
 * page and describes everything that is right, for most of the time it takes.
 */
export async function brokenRules(
  page: Page,
  exclude: string[] = [],
): Promise<[id: string, html: string | undefined][]> {
  for (const frame of exclude.includes('iframe') ? [page.mainFrame()] : page.frames())
    if (!(await frame.evaluate<boolean>(`'axe' in globalThis`))) await frame.evaluate(axe.source)
  return await page.evaluate(async (excluded) => {
    const there = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await there.run({ exclude: excluded }, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
  }, exclude)
}

export const accessible = async (page: Page): Promise<void> => expect(await brokenRules(page)).toEqual([])

/** The same for the back office, but for frames: what is shown in them is the member app, or runs no script to answer. */
export async function adminAccessible(page: Page): Promise<void> {
  await page.evaluate(NO_TRANSITIONS)
  expect([page.url(), ...(await brokenRules(page, ['iframe']))]).toEqual([page.url()])
}
