// Runs axe on the current page.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The contrast of a colour in transition is meaningless. */
const END_TRANSITIONS =
  'for (const one of document.getAnimations()) if (one.effect.getComputedTiming().endTime !== Infinity) one.finish()'

/**
 * Disables transitions from now on: a notification may start to fade while axe runs. As a constructed style sheet,
 * because the CSP forbids inline styles.
 */
const NO_TRANSITIONS = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
}`

/** Number of running animations that are not instantaneous. */
export const RUNNING_ANIMATIONS = `document.getAnimations().filter((animation) =>
  animation.playState === 'running' && animation.effect.getComputedTiming().duration > 50).length`

/** As if the device's setting had changed; resolves once all colours have changed. */
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
 * Each violated rule with its first element. Does not use `@axe-core/playwright`, which loads axe twice per analysis
 * and spends most of its time on describing passed rules.
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

/** The same for the back office, except frames: their content is the member app, or blocks scripts and so axe. */
export async function adminAccessible(page: Page): Promise<void> {
  await page.evaluate(NO_TRANSITIONS)
  expect([page.url(), ...(await brokenRules(page, ['iframe']))]).toEqual([page.url()])
}
