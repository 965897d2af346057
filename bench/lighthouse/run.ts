import { once } from 'node:events'
// Lighthouse (mobile) on the first screens against static pages of the same look: the painted content, without the
// app. Medians of interleaved rounds. Run: npm run bench:lighthouse [-- rounds [cold | again | slow-3g]]; CHROMIUM
// names the browser if none is found, ONLY=login,visitor selects screens. The goals apply to the cold visit.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { DEMO_SIGN_INS } from '../../server/src/demo/demo.ts'
import { signIn } from '../../testing/demo-web.ts'
import { startServer } from '../../testing/product.ts'
import { median } from '../http-load.ts'

/** The parts of Lighthouse used here; it is installed only in this folder, because nothing else needs it. */
interface Result {
  lhr: {
    categories: Record<string, { score: number | null }>
    audits: Record<string, { numericValue?: number; errorMessage?: string }>
  }
}
type Lighthouse = (
  url: string,
  flags: object,
  config: undefined,
  page: unknown,
) => Promise<Result | undefined>
interface PuppeteerPage {
  evaluateOnNewDocument(work: (kept: string) => void, kept: string): Promise<unknown>
  goto(url: string): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}
interface Puppeteer {
  launch(options: object): Promise<{ newPage(): Promise<PuppeteerPage>; close(): Promise<void> }>
}

const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const LATER_THAN_STATIC_MS = 400
const BLOCKED_LONGER_MS = 100
const PHONE = { width: 412, height: 823 }
const MAX_ATTEMPTS = 3

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const rounds = Number(process.argv[2] ?? 5)
const only = process.env['ONLY']?.split(',')

const SLOW_3G = { rttMs: 400, throughputKbps: 400, cpuSlowdownMultiplier: 4 }
const VISITS = {
  cold: {},
  slow_3g: { throttling: SLOW_3G },
  /** With the HTTP cache and the service worker of the previous visit. */
  again: { disableStorageReset: true },
}
const visit = (process.argv[3] ?? 'cold').replace('-', '_') as keyof typeof VISITS
if (!(visit in VISITS)) throw new Error(`no such visit: ${visit}`)

interface Subject {
  name: string
  url: string
  /** Initial content of session storage, as JSON. */
  session: string
  is_static: boolean
}
type Figures = Record<'lcp_ms' | 'fcp_ms' | 'tbt_ms' | 'cls' | (typeof CATEGORIES)[number], number>

async function measure(subject: Subject): Promise<Figures> {
  const { default: lighthouse } = (await import(
    new URL('node_modules/lighthouse/core/index.js', import.meta.url).href
  )) as { default: Lighthouse }
  const { default: puppeteer } = (await import(
    new URL('node_modules/puppeteer-core/lib/puppeteer/puppeteer-core.js', import.meta.url).href
  )) as { default: Puppeteer }
  // A separate browser for each measurement, so that nothing is cached.
  const browser = await puppeteer.launch({ executablePath, args: ARGS })
  try {
    const page = await browser.newPage()
    await page.evaluateOnNewDocument((kept) => {
      for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
        sessionStorage.setItem(key, value)
    }, subject.session)
    if (visit === 'again') {
      await page.goto(subject.url)
      if (!subject.is_static) await page.evaluate('navigator.serviceWorker.ready')
    }
    const flags = { onlyCategories: [...CATEGORIES], ...VISITS[visit] }
    const result = await lighthouse(subject.url, flags, undefined, page)
    if (result === undefined) throw new Error(`no result for ${subject.name}`)
    const { audits, categories } = result.lhr
    // Rare: Lighthouse could not read the trace. The measurement is discarded.
    const value = (audit: string): number => {
      const { numericValue, errorMessage } = audits[audit] ?? {}
      if (numericValue === undefined) throw new Unmeasured(`${subject.name}: ${errorMessage ?? audit}`)
      return numericValue
    }
    return {
      lcp_ms: value('largest-contentful-paint'),
      fcp_ms: value('first-contentful-paint'),
      tbt_ms: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      ...(Object.fromEntries(
        CATEGORIES.map((category) => [category, (categories[category]?.score ?? 0) * 100]),
      ) as Record<(typeof CATEGORIES)[number], number>),
    }
  } finally {
    await browser.close()
  }
}

class Unmeasured extends Error {}

async function measureAgain(subject: Subject): Promise<Figures> {
  for (let tries = 1; ; tries += 1)
    try {
      return await measure(subject)
    } catch (error) {
      if (!(error instanceof Unmeasured) || tries === MAX_ATTEMPTS) throw error
      console.error(`measured again: ${error.message}`)
    }
}

/** A page without scripts that shows what the app has painted, served from memory with its files. */
async function staticCopy(url: string, session: string): Promise<{ server: Server; url: string }> {
  const browser = await chromium.launch({ executablePath, args: ARGS })
  const files = new Map<string, { type: string; body: Buffer }>()
  const page = await browser.newPage({ viewport: PHONE, isMobile: true, serviceWorkers: 'block' })
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
      sessionStorage.setItem(key, value)
  }, session)
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!['image', 'font', 'media'].includes(response.request().resourceType())) return
    response
      .body()
      .then((body) => files.set(pathname, { type: response.headers()['content-type'] ?? '', body }))
      .catch(() => undefined)
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(1500)
  const html = await page.evaluate<string>(WITHOUT_SCRIPTS)
  await browser.close()
  const packed = brotliCompressSync(html)
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://static').pathname)
    if (file === undefined)
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
        .end(packed)
    else response.writeHead(200, { 'content-type': file.type }).end(file.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` }
}

/** A string, because it is evaluated in the page, whose `document` is not typed here. */
const WITHOUT_SCRIPTS = `(() => {
  const style = document.createElement('style')
  style.textContent = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .join('\\n')
  for (const element of document.querySelectorAll('script, link[rel=stylesheet], link[rel*=preload], style'))
    element.remove()
  document.head.append(style)
  return '<!doctype html>' + document.documentElement.outerHTML
})()`

/** Of an order in distribution; its page has no scripts, and shows the campaign's picture. */
async function trackedLink(headers: Record<string, string>, user_id: string): Promise<string> {
  const body = JSON.stringify({ user_id, state: 'distributing' })
  const answer = await fetch(`${server.origin}/api/list-product`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const { data } = (await answer.json()) as { data: { list_product: { link: string | null }[] } }
  return data.list_product.find(({ link }) => link !== null)!.link!
}

const server = await startServer()
const statics: Server[] = []
try {
  const { session, headers, user_id } = await signIn(server.origin, DEMO_SIGN_INS[0])
  const { access_token, refresh_token, user } = session
  const signedIn = JSON.stringify({
    access_token,
    authToken: access_token,
    refresh_token,
    user: JSON.stringify(user),
  })
  const screens: Subject[] = [
    { name: 'login', url: `${server.origin}/login`, session: '{}', is_static: false },
    { name: 'home', url: `${server.origin}/`, session: signedIn, is_static: false },
    { name: 'visitor', url: await trackedLink(headers, user_id), session: '{}', is_static: false },
  ].filter(({ name }) => only === undefined || only.includes(name))
  const subjects: Subject[] = []
  for (const screen of screens) {
    const copy = await staticCopy(screen.url, screen.session)
    statics.push(copy.server)
    subjects.push({ name: `${screen.name}, static`, url: copy.url, session: '{}', is_static: true }, screen)
  }
  const measured = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects) measured.get(subject.name)!.push(await measureAgain(subject))

  const figureOf = (name: string, figure: keyof Figures) =>
    median(measured.get(name)!.map((figures) => figures[figure]))
  console.log(`Lighthouse mobile, ${visit} visit, medians of ${rounds}`)
  console.log(
    '| page | LCP ms | FCP ms | TBT ms | CLS | performance | accessibility | best practices | SEO |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const { name } of subjects) {
    const figures = (['lcp_ms', 'fcp_ms', 'tbt_ms', 'cls', ...CATEGORIES] as const).map((figure) =>
      figureOf(name, figure).toFixed(figure === 'cls' ? 3 : 0),
    )
    console.log(`| ${[name, ...figures].join(' | ')} |`)
  }
  const missed = screens.filter(
    ({ name }) =>
      figureOf(name, 'lcp_ms') > figureOf(`${name}, static`, 'lcp_ms') + LATER_THAN_STATIC_MS ||
      figureOf(name, 'tbt_ms') > figureOf(`${name}, static`, 'tbt_ms') + BLOCKED_LONGER_MS ||
      figureOf(name, 'cls').toFixed(3) !== '0.000' ||
      figureOf(name, 'performance') < 98 ||
      // The visitor's page is not indexed on purpose.
      CATEGORIES.slice(1, name === 'visitor' ? -1 : undefined).some(
        (category) => figureOf(name, category) < 100,
      ),
  )
  if (visit === 'cold') {
    console.log(
      missed.length === 0 ? 'Goals met.' : `Goals missed: ${missed.map(({ name }) => name).join(', ')}`,
    )
    if (missed.length > 0) process.exitCode = 1
  }
} finally {
  statics.forEach((each) => each.close())
  await server.stop()
}
