// Renders every screen and dialog in the given languages, themes and widths into one folder, for review:
// npm run sheet -- --locales vn,jp,rs --themes light,dark --widths 360,390,570 --out /tmp/sheet
// With --app admin every screen of the back office instead, with its first record, in en and vi; with --empty before
// the first day.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LOCALES } from '@fairturn/contract/locales'
import type { Page } from 'playwright-core'
import { createDemoOperators } from '../server/src/demo/staff.ts'
import { loadConfig } from '../server/src/platform/config.ts'
import { freePort } from '../testing/free-port.ts'
import { type RunningServer, startServer, untilBuilt } from '../testing/product.ts'
import { inDatabaseOf, openBackOfficeAs } from './back-office.ts'
import { contextFor, signIn } from './members.ts'
import { dialogsOf, screensOf } from './screens.ts'
import { browser } from './worker-browser.ts'

const { values } = parseArgs({
  options: {
    locales: { type: 'string', default: LOCALES.join() },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '390' },
    screens: { type: 'string', default: '' },
    out: { type: 'string', default: 'sheet' },
    app: { type: 'string', default: 'member' },
    empty: { type: 'boolean', default: false },
  },
})

type Theme = 'light' | 'dark'
const wanted = values.screens.split(',').filter(Boolean)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
const looks = values.locales
  .split(',')
  .flatMap((locale) =>
    (values.themes.split(',') as Theme[]).flatMap((theme) =>
      values.widths.split(',').map((width) => ({ locale, theme, width: Number(width) })),
    ),
  )
const fileOf = (name: string, { locale, theme, width }: (typeof looks)[number]) =>
  join(values.out, `${name}.${locale}.${theme}.${width}.png`)

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
  const loading = page.locator('.RaLoadingIndicator-loader, .MuiLinearProgress-root').first()
  await loading.waitFor({ state: 'detached', timeout: 30_000 }).catch(() => undefined)
  await page.waitForTimeout(350)
}

const FORMS = [
  'bank-mappings/create',
  'broadcasts/create',
  'settings/service_fee/show',
  'adjustments?act=payout_account',
]

/** Every screen of the menu, the first record of each list, and forms that no record links to. */
async function backOffice(server: RunningServer): Promise<void> {
  if (values.empty)
    await inDatabaseOf(server.dataDir, (database) => createDemoOperators(database, loadConfig({})))
  await untilBuilt(server.origin)
  for (const look of looks) {
    const { locale, theme: colorScheme, width } = look
    const options = { locale, colorScheme, viewport: { width, height: 800 } }
    const { page } = await openBackOfficeAs('demo.owner', '/admin/', server, options)
    const take = async (path: string, name = path || 'dashboard') => {
      await page.goto(`${server.origin}/admin/${path}`)
      await settle(page)
      await page.screenshot({ path: fileOf(name.replaceAll(/[/?]/g, '-'), look), fullPage: true })
    }
    await page.locator('a[role=menuitem]').first().waitFor()
    const links = await page.locator('a[role=menuitem]').all()
    const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
    for (const path of paths.map((each) => each!.replace(/^[/]admin[/]?/, ''))) {
      if (!isWanted(path || 'dashboard')) continue
      await take(path)
      const row = page.locator('tbody tr.RaDataTable-clickableRow').first()
      if (!(await row.isVisible())) continue
      await row.click()
      await page.waitForURL(/[/]show$/, { timeout: 3000 }).catch(() => undefined)
      if (page.url().endsWith('/show')) await take(new URL(page.url()).pathname.slice(7), `${path}-show`)
    }
    for (const path of FORMS.filter(isWanted)) await take(path)
    await page.context().close()
    console.log(Object.values(look).join(' '))
  }
}
async function memberApp(server: RunningServer): Promise<void> {
  const session = await signIn(server.origin, 'thuha.dn')
  const screens = [...(await screensOf(server.origin, session)), ...(await dialogsOf(server.origin, session))]
  for (const screen of screens.filter(({ name }) => isWanted(name))) {
    const shown = screen.as === undefined ? session : await signIn(server.origin, screen.as)
    for (const look of looks) {
      const context = await contextFor(browser, screen.signedOut === true ? null : shown, {
        ...look,
        popup: screen.popup,
      })
      const page = await context.newPage()
      await page.goto(server.origin + screen.path)
      await settle(page)
      if (screen.press !== undefined) {
        await page.locator(screen.press).first().click()
        await settle(page)
      }
      await page.screenshot({
        path: fileOf(screen.name, look),
        fullPage: screen.press === undefined && !screen.popup,
      })
      await context.close()
    }
    console.log(screen.name)
  }
}

const port = String(await freePort())
const server = await startServer(
  values.empty ? { PORT: port, PUBLIC_ORIGIN: `http://localhost:${port}`, DEMO: 'false' } : {},
)
try {
  await mkdir(values.out, { recursive: true })
  await (values.app === 'admin' ? backOffice(server) : memberApp(server))
} finally {
  await browser.close()
  await server.stop()
}
