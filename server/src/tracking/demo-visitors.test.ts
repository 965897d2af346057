// In a demo on one machine a cookie identifies the visitor; everywhere else no cookie is set or trusted.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BROWSER, LINKS_SECRET, startLinks, type TestLinks, type VisitInput } from '../../test/links.ts'
import { openDevices } from './tracking.ts'

const COOKIE = /^visitor=([A-Za-z0-9_-]{22}); Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/

let links: TestLinks
afterEach(() => links.close())

/** The Cookie header that a browser sends back for a Set-Cookie. */
function cookieOf(setCookie: unknown): string {
  return String(setCookie).split(';')[0] as string
}

describe.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('a demo reached from %s', (address) => {
  beforeEach(async () => {
    links = await startLinks({ DEMO: 'true' })
  })

  test('treats every private window as another visitor, and one window as one visitor', async () => {
    const link = await links.link({ target: 100 })
    const window = async (cookie?: string) => {
      const headers: Record<string, string> = cookie === undefined ? {} : { cookie }
      const page = await links.get(link.code, { address, headers })
      const set = page.headers['set-cookie']
      links.database.clock.advance(3_000)
      await links.post(link.code, page.token, {
        address,
        headers: { ...headers, ...(set && { cookie: cookieOf(set) }) },
      })
      return set
    }
    const first = await window()
    expect(first).toMatch(COOKIE)
    expect(await window(cookieOf(first))).toBeUndefined()
    // More browsers than one network may have per hour: in a demo there is only one machine.
    for (let i = 0; i < 15; i += 1) expect(await window()).toMatch(COOKIE)
    expect(await links.counts(link.order_id)).toEqual({
      verified: 16,
      visits: 17,
      byReason: { repeated: 1 },
    })
  })

  test('does not count the member’s own window', async () => {
    const link = await links.link()
    const devices = openDevices(links.database, { demo: true, secret: LINKS_SECRET })
    const came: VisitInput = { address }
    const set = await devices.note(
      links.database,
      link.carrier_id,
      { address, agent: BROWSER, cookie: 'other=1' },
      links.database.clock.now(),
    )
    expect(set).toMatch(COOKIE)
    await links.visit(link.code, { ...came, headers: { cookie: `theme=dark; ${cookieOf(set)}` } })
    await links.visit(link.code, came)
    expect(await links.counts(link.order_id)).toEqual({ verified: 1, visits: 2, byReason: { own_visit: 1 } })
  })

  test('sets no cookie except on page views, and trusts only its own cookies', async () => {
    const link = await links.link()
    expect(
      (await links.get(link.code, { address, agent: 'curl/8.5.0' })).headers['set-cookie'],
    ).toBeUndefined()
    for (const value of ['', 'x', 'x'.repeat(23), '<script>', '%00']) {
      const page = await links.get(link.code, { address, headers: { cookie: `visitor=${value}` } })
      expect(page.headers['set-cookie']).toMatch(COOKIE)
    }
  })
})

describe.each([
  ['a demo reached from elsewhere', { DEMO: 'true' }, '203.0.113.5'],
  ['a demo reached from a neighbour', { DEMO: 'true' }, '192.168.1.5'],
  ['a real deployment on this machine', { DEMO: 'false' }, '127.0.0.1'],
])('%s', (_what, variables, address) => {
  beforeEach(async () => {
    links = await startLinks(variables)
  })

  test('sets no cookie and trusts none', async () => {
    const link = await links.link()
    const page = await links.get(link.code, { address })
    expect(page.headers['set-cookie']).toBeUndefined()
    for (const value of ['A', 'B', 'C']) {
      await links.visit(link.code, { address, headers: { cookie: `visitor=${value.repeat(22)}` } })
    }
    expect(await links.counts(link.order_id)).toMatchObject({ verified: 1, byReason: { repeated: 2 } })
    const devices = openDevices(links.database, { demo: variables['DEMO'] === 'true', secret: LINKS_SECRET })
    const came = { address, agent: BROWSER, cookie: undefined }
    expect(await devices.note(links.database, link.carrier_id, came, links.database.clock.now())).toBeNull()
  })
})
