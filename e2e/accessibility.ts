// Every screen and dialog has no axe violation, nothing overflows the narrowest phone, nothing animates with reduced
// motion, and every touch target is large enough. By default one screen in three, in alternating themes and in
// Vietnamese; with `npm run test:all` every screen in both themes and all languages, a third of which in each test
// file, so that three workers share them.
import { LOCALES } from '@fairturn/contract/locales'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { RUN_ALL } from '../testing/run-all.ts'
import { applyTheme, brokenRules, RUNNING_ANIMATIONS } from './axe.ts'
import { contextFor, ownOrigin, signIn, type ViewOptions } from './members.ts'
import { dialogsOf, screensOf } from './screens.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const THEMES = ['light', 'dark'] as const
const FILES = 3

/**
 * Touch targets lower than 24 px, and primary buttons that are not 44 to 48 px high, which happens if the text wraps.
 * A radio button or a checkbox is pressed by its label; links in operators' texts are exempt.
 */
const INVALID_TARGETS = `(() => {
  const faults = []
  const action = document.createElement('i')
  action.style.color = 'var(--color-action)'
  document.body.append(action)
  const main = getComputedStyle(action).color
  action.remove()
  for (const target of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]')) {
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
    if (width <= 1 || target.closest('.prose, [aria-hidden=true], :disabled') || !target.checkVisibility()) continue
    const size = (target.innerText || target.getAttribute('aria-label') || target.name) + ' is ' + height + ' px high'
    if (height < 24) faults.push(size)
    const round = width === height
    if (!round && target.matches('a, button') && target.innerText && getComputedStyle(target).backgroundColor === main)
      if (height < 44 || height > 48) faults.push('main action ' + size)
  }
  return faults
})()`

export function walkInThirdOfLanguages(file: 0 | 1 | 2): void {
  test.each(RUN_ALL ? LOCALES.filter((_, i) => i % FILES === file) : (['vn'] as const))(
    `${RUN_ALL ? 'every screen' : 'one screen in three'} has no accessibility violation, ${RUN_ALL ? 'light and dark' : 'light or dark in turn'}, %s`,
    async (locale) => {
      const session = await signIn(origin, 'thuha.dn')
      const faults: string[] = []
      // One page per member, so that the app is not fetched and compiled for every screen.
      const windows = new Map<string, Page>()
      const all = [...(await screensOf(origin, session)), ...(await dialogsOf(origin, session))]
      const screens = RUN_ALL ? all : all.filter((_, i) => i % 3 === 0)
      for (const [i, screen] of screens.entries()) {
        const who = screen.signedOut === true ? null : (screen.as ?? session.user.username)
        const window = `${who} ${screen.popup}`
        const page = windows.get(window) ?? (await windowOf(who, { locale, popup: screen.popup }))
        windows.set(window, page)
        await page.goto(origin + screen.path)
        await settled(page)
        if (screen.press !== undefined) await page.locator(screen.press).first().click()
        if ((screen.press !== undefined || screen.popup) && !(await opens(page))) {
          faults.push(`${screen.name}: did not open`)
          continue
        }
        if ((await page.evaluate<number>(RUNNING_ANIMATIONS)) > 0) faults.push(`${screen.name}: moves`)
        for (const colorScheme of RUN_ALL ? THEMES : [THEMES[i % 2]!]) {
          await applyTheme(page, colorScheme)
          for (const [id, html = ''] of await brokenRules(page))
            faults.push(`${screen.name}, ${colorScheme}: ${id} ${html.slice(0, 300)}`)
        }
        for (const target of await page.evaluate<string[]>(INVALID_TARGETS))
          faults.push(`${screen.name}: ${target}`)
        const sticksOut = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
        if (sticksOut) faults.push(`${screen.name}: wider than 360 px`)
      }
      await Promise.all([...windows.values()].map((page) => page.context().close()))
      expect(faults).toEqual([])
    },
  )
}

async function windowOf(username: string | null, look: ViewOptions): Promise<Page> {
  const session = username === null ? null : await signIn(origin, username)
  const context = await contextFor(browser, session, { ...look, width: 360 })
  return await context.newPage()
}

/** Whether a dialog or menu opens over the screen. */
const opens = (page: Page): Promise<boolean> =>
  page
    .locator('dialog[open], [role=menu]')
    .first()
    .waitFor({ timeout: 30_000 })
    .then(
      () => true,
      () => false,
    )

/** Waits until nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1, main h2, form').first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
}
