// Renders every screen and dialog in the languages, themes and widths asked for into one folder, for looking at:
// npm run sheet -- --locales vn,jp,rs --themes light,dark --widths 360,390,570 --out /tmp/sheet
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCALES } from '@fairturn/contract/locales'
import { launchBrowser } from './browser.ts'
import { contextFor, signIn } from './people.ts'
import { dialogsOf, screensOf } from './screens.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({
  options: {
    locales: { type: 'string', default: LOCALES.join() },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '390' },
    screens: { type: 'string', default: '' },
    out: { type: 'string', default: 'sheet' },
  },
})

const server = await startServer()
const browser = await launchBrowser()
try {
  await mkdir(values.out, { recursive: true })
  const session = await signIn(server.origin, 'thuha.dn')
  const wanted = values.screens.split(',').filter(Boolean)
  const screens = [...(await screensOf(server.origin, session)), ...(await dialogsOf(server.origin, session))]
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue
    const shown = screen.as === undefined ? session : await signIn(server.origin, screen.as)
    for (const locale of values.locales.split(',')) {
      for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
        for (const width of values.widths.split(',').map(Number)) {
          const context = await contextFor(browser, screen.signed_out === true ? null : shown, {
            locale,
            theme,
            width,
            popup: screen.popup,
          })
          const page = await context.newPage()
          await page.goto(server.origin + screen.path)
          await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
          if (screen.press !== undefined) await page.locator(screen.press).first().click()
          await page.waitForTimeout(350)
          await page.screenshot({
            path: join(values.out, `${screen.name}.${locale}.${theme}.${width}.png`),
            fullPage: screen.press === undefined && !screen.popup,
          })
          await context.close()
        }
      }
    }
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await server.stop()
}
