// A small phone in Vietnamese, whose labels are long: what goes on is in view, and fields beside each other align.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createCampaign } from '../server/src/campaigns/campaigns.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { inDatabaseOf } from './back-office.ts'
import { until } from './journeys.ts'
import { callApi, contextFor, ownOrigin, registerByApi, type Session, signIn } from './members.ts'
import { ownServer } from './servers.ts'
import { browser } from './worker-browser.ts'

const origin = ownOrigin()
const DAY_MS = 86_400_000

async function open(session: Session, path: string): Promise<Page> {
  const context = await contextFor(browser, session, { locale: 'vn', width: 360 })
  const page = await context.newPage()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(origin + path)
  await until(page, `document.querySelector('main [aria-busy=true]') === null`)
  return page
}

/** A picture that the demo's campaigns have. */
async function creativeIn(database: Database): Promise<string> {
  const { rows } = await database.query<{ creative: string }>({
    text: 'select creative from campaign limit 1',
  })
  return rows[0]!.creative
}

/** Whether the middle and both edges of the element are what a finger would meet there. */
const IS_IN_VIEW = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [top + 2, top + height / 2, top + height - 2].every((y) =>
    element.contains(document.elementFromPoint(left + width / 2, y)),
  )
}

test('the button that pays for a campaign is in view when its dialog opens, and what is focused is not below it', async () => {
  const placer = await registerByApi(origin, 'pays.on.a.phone')
  await inDatabaseOf(ownServer().dataDir, async (database) => {
    const creative = await creativeIn(database)
    await database.transaction((tx) =>
      createCampaign(tx, {
        member_id: placer.user._id,
        kind: 'visit',
        brand: 'Trà Thái Nguyên',
        tagline: { vn: 'Trà xuân' },
        caption: { vn: 'Trà xanh và trà đen.' },
        landing_url: 'https://www.example.com/teas',
        creative,
        verification: 'postback',
        languages: [],
        order_hours: 48,
        order_visits: 2,
        price_minor: 20n,
        visits: 500,
        ends_at: new Date(Date.now() + 30 * DAY_MS),
      }),
    )
  })
  const page = await open(placer, '/campaigns')
  await page.locator('main section button').first().click()
  const dialog = page.locator('dialog[open]')
  await until(page, `document.querySelector('dialog[open] [aria-busy=true]') === null`)
  const act = dialog.locator('.sticky > *').last()
  await expect.poll(() => act.evaluate(IS_IN_VIEW)).toBe(true)
  // Keyboards reach everything else above it.
  const controls = dialog.locator('a[href], button:not([disabled])')
  for (let i = 0; i < (await controls.count()); i += 1) {
    await controls.nth(i).focus()
    expect([i, await controls.nth(i).evaluate(IS_IN_VIEW)]).toEqual([i, true])
  }
  await page.context().close()
})

test.each(['account', 'address'])(
  'the button that saves the step %s of a withdrawal is above the navigation',
  async (step) => {
    const page = await open(await signIn(origin, 'thuha.dn'), `/withdraw?step=${step}`)
    const save = page.locator('main form [data-bar=actions] button')
    await save.waitFor()
    expect(await save.evaluate(IS_IN_VIEW)).toBe(true)
    await page.context().close()
  },
)

test('a Japanese address says before it is sent which letters banks read, a Vietnamese one says nothing', async () => {
  const page = await open(await registerByApi(origin, 'lives.in.japan'), '/individual/address')
  const hints = page.locator('main form').getByText(/Latinh/)
  await page.locator('main select').first().selectOption('VN')
  expect(await hints.count()).toBe(0)
  await page.locator('main select').first().selectOption('JP')
  expect(await hints.count()).toBe(2)
  await page.context().close()
})

test('fields beside each other stand at one height in the last step of a campaign, and its preview is whole', async () => {
  const drafts = await registerByApi(origin, 'places.on.a.phone')
  const creative = await inDatabaseOf(ownServer().dataDir, creativeIn)
  const draft = {
    step: 3,
    brand: 'Trà Thái Nguyên',
    kind: 'visit',
    verification: 'page',
    tagline: { vn: 'Trà xuân' },
    caption: { vn: 'Trà xanh và trà đen.' },
    landing_url: 'https://www.example.com/teas',
    creative,
  }
  await callApi(origin, 'campaigns/draft', { draft }, drafts.access_token)
  const page = await open(drafts, '/campaigns/new')
  const topOf = async (name: string) => (await page.locator(`input[name=${name}]`).boundingBox())!.y
  const labelsOf = (name: string) =>
    page.locator(`div:has(> div input[name=${name}]) > label`).evaluate((label) => label.clientHeight)
  // Otherwise this measures nothing.
  expect(await labelsOf('visits')).toBeGreaterThan(await labelsOf('budget'))
  expect(await topOf('visits')).toBe(await topOf('budget'))
  expect(await topOf('order_visits')).toBe(await topOf('order_hours'))
  const cut = `(() => {
    const frame = document.querySelector('main iframe')
    return frame === null ? null : frame.contentDocument.documentElement.scrollHeight - frame.clientHeight
  })()`
  await page.locator('main iframe').waitFor()
  await expect.poll(() => page.evaluate<number>(cut)).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('a new billing profile proposes the country of the phone, and its button is above the navigation', async () => {
  const session = await signIn(origin, 'haruka')
  expect(session.user.phone).toMatch(/^\+81/)
  const page = await open(session, '/individual/billing')
  const save = page.locator('main form [data-bar=actions] button')
  await save.waitFor()
  expect(await page.locator('main form select').nth(1).inputValue()).toBe('JP')
  expect(await save.evaluate(IS_IN_VIEW)).toBe(true)
  await page.context().close()
})
