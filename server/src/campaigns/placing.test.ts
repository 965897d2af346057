import { readdir } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
// Placing campaigns through the API: each refusal, charges, statuses and refunds.
import { campaignCalls, type SentCampaignForm } from '@fairturn/contract/campaigns'
import { memberCalls } from '@fairturn/contract/members'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { noticeCalls } from '@fairturn/contract/notices'
import { orderCalls } from '@fairturn/contract/orders'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import {
  answered,
  carry,
  expectLedgerCorrect,
  claim,
  deposit,
  placeCampaign,
  take,
  draw,
} from '../../test/carrying.ts'
import { levelsOf } from '../levels/levels.ts'
import { lockMember, setLevel } from '../members/members.ts'
import { openFiles } from '../platform/files/files.ts'
import { cleanUpPlacing } from './campaigns.jobs.ts'
import {
  approveCampaign,
  endDueCampaigns,
  pauseByOperator,
  placingCleanupHandler,
  rejectCampaign,
  resumeByOperator,
} from './campaigns.ts'
import { checkLanding, reachesAny } from './landing.ts'

const DAY_MS = 86_400_000
const OPERATOR = 'operator:first'

let app: TestApp
let site: Server
let origin: string
let answer: RequestListener
let requests = 0
let members = 0
let keys = 0

beforeAll(async () => {
  app = await startApp({ variables: { SAFE_FETCH_ALLOW_LOOPBACK: 'true' } })
  site = createServer((request, reply) => {
    requests += 1
    answer(request, reply)
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  answer = page('Spring at the pottery')
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await app.close()
})

const page =
  (title: string): RequestListener =>
  (_request, reply) =>
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<title>${title}</title>`)

const newMember = () => app.member(`placer ${++members}`)
const nextKey = () => `key-of-placing-${++keys}`
const balanceOf = async (member: TestMember) =>
  answered(await app.call(memberCalls.me, { token: member.token })).account_balance

function uploadForm(parts: Record<string, string>, file: Buffer | string) {
  const head = Object.entries(parts).map(
    ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const opened = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  return Buffer.concat([Buffer.from(head.join('') + opened), Buffer.from(file), Buffer.from('\r\n--x--\r\n')])
}

let photo: Buffer | undefined
async function upload(member: TestMember, crop: Record<string, string> = {}, file?: Buffer | string) {
  photo ??= await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/campaigns/creative',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': 'multipart/form-data; boundary=x',
      langcode: 'en',
    },
    payload: uploadForm({ user_id: member._id, ...crop }, file ?? photo),
  })
  const { data, code } = response.json() as { data?: { creative: string }; code?: string }
  return { status: response.statusCode, creative: data?.creative ?? '', code }
}

async function formOf(
  member: TestMember,
  changed: Partial<SentCampaignForm> = {},
): Promise<SentCampaignForm> {
  return {
    brand: 'Nhà Gốm',
    kind: 'visit',
    tagline: { en: 'Hand-made pottery', vn: 'Gốm thủ công' },
    caption: { en: 'See the new pottery.', vn: 'Ghé xem gốm mới.' },
    creative: changed.creative ?? (await upload(member)).creative,
    landing_url: `${origin}/spring`,
    price: '0.40',
    visits: 10,
    order_visits: 2,
    order_hours: 48,
    ends_at: new Date(app.clock.now().getTime() + 30 * DAY_MS).toISOString(),
    ...changed,
  }
}

/** More than any campaign here costs. */
const MUCH = '1000000000.00'

const place = async (member: TestMember, changed: Partial<SentCampaignForm> = {}, key = nextKey()) =>
  app.call(campaignCalls.create, { token: member.token, key, body: await formOf(member, changed) })
const on = (member: TestMember, campaign_id: string) => ({ token: member.token, params: { campaign_id } })
const pay = async (member: TestMember, id: string) => {
  await app.confirm(member, MUCH)
  return await app.call(campaignCalls.pay, on(member, id))
}
const get = async (member: TestMember, id: string) =>
  answered(await app.call(campaignCalls.get, on(member, id)))
const approve = (campaign_id: string) =>
  app.database.transaction((tx) => approveCampaign(tx, { campaign_id, actor: OPERATOR }))
/** Signs in again, after time has passed. */
async function again(member: TestMember): Promise<TestMember> {
  const body = { username: member.username, password: TEST_PASSWORD }
  return { ...member, token: answered(await app.call(memberCalls.login, { body })).access_token }
}
const noticesOf = async (member: TestMember) =>
  answered(
    await app.call(noticeCalls.list, { token: member.token, body: { user_id: member._id } }),
  ).list.filter((notice) => notice.kind.startsWith('campaign_'))

describe('placing', () => {
  test('a campaign goes from the form to review, and exactly the quote is charged', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 10_000n)
    const quote = answered(
      await app.call(campaignCalls.quote, { token: member.token, body: { price: '0.40', visits: 10 } }),
    )
    expect(quote).toMatchObject({ budget: '4.00', service_fee: '0.92', discount: '0.08', total: '4.92' })
    expect(quote).toMatchObject({ account_balance: '100.00', missing: '0.00' })
    const campaign = answered(await place(member))
    expect(campaign).toMatchObject({
      status: 'unpaid',
      total: '4.92',
      can: { change: true, pay: true, cancel: true },
    })
    const paid = await pay(member, campaign._id)
    expect(paid.message).toBe('order_payment_successful')
    expect(paid.data).toMatchObject({
      account_balance: '95.08',
      campaign: { status: 'review', remaining: '4.92' },
    })
    app.clock.advance(5 * 3_600_000)
    expect(await get(await again(member), campaign._id)).toMatchObject({
      review_hours: 5,
      left: 10,
      can: { pay: false },
    })
  })

  test('a second campaign is refused you_have_an_outstanding_order_please_pay_in_advance while another is unpaid', async () => {
    const member = await newMember()
    answered(await place(member))
    expect(await place(member)).toMatchObject({
      status: 409,
      code: 'you_have_an_outstanding_order_please_pay_in_advance',
    })
  })

  test('an insufficient balance is refused with the missing amount', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 400n)
    const { _id } = answered(await place(member))
    expect(await pay(member, _id)).toMatchObject({
      code: 'your_account_is_insufficient_please_add_more_money',
      details: { missing: '0.92' },
    })
  })

  test('fifty concurrent payments charge once', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 50_000n)
    const { _id } = answered(await place(member))
    const paid = await Promise.all(Array.from({ length: 50 }, () => pay(member, _id)))
    expect(new Set(paid.map((each) => each.status))).toEqual(new Set([200]))
    expect(await balanceOf(member)).toBe('495.08')
  })

  test('for any price, number and level exactly the quote is charged', async () => {
    const levels = await levelsOf(app.database)
    const cases = fc.record({
      cents: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constantFrom(1, 33, 100_000)),
      visits: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.constantFrom(1, 7, 100_000)),
      level: fc.integer({ min: 0, max: levels.length - 1 }),
    })
    const member = await newMember()
    const { creative } = await upload(member)
    await fc.assert(
      fc.asyncProperty(cases, async ({ cents, visits, level }) => {
        await app.database.transaction((tx) => setLevel(tx, member._id, levels[level]!.id))
        const price = formatMoney(BigInt(cents))
        const { data: quote } = await app.call(campaignCalls.quote, {
          token: member.token,
          body: { price, visits },
        })
        const campaign = answered(await place(member, { creative, price, visits, order_visits: 1 }))
        await deposit(app.database, member._id, parseMoney(quote.total))
        const before = parseMoney(await balanceOf(member))
        const { account_balance } = answered(await pay(member, campaign._id))
        expect(before - parseMoney(account_balance)).toBe(parseMoney(quote.total))
        const back = answered(await app.call(campaignCalls.cancel, on(member, campaign._id)))
        expect(parseMoney(back.account_balance)).toBe(before)
      }),
      { numRuns: 25 },
    )
    await expectLedgerCorrect(app)
  })

  const wrong: [string, string, Partial<Record<keyof SentCampaignForm, unknown>>][] = [
    ['likes', 'kind_cannot_be_placed', { kind: 'like' }],
    ['reviews', 'kind_cannot_be_placed', { kind: 'review' }],
    ['a purchase without postbacks', 'this_kind_needs_postbacks', { kind: 'purchase' }],
    ['no brand', 'field_is_required', { brand: ' \u00a0 ' }],
    ['a brand that is too long', 'field_is_too_long', { brand: 'x'.repeat(61) }],
    ['a brand with a bidirectional override', 'field_has_unseen_characters', { brand: 'Nhà \u202eGốm' }],
    ['a brand with a control character', 'field_has_unseen_characters', { brand: 'Nhà\u0007Gốm' }],
    ['a language without texts', 'field_is_required', { languages: ['vn', 'fr'] }],
    ['a caption in only one of the languages', 'field_is_required', { caption: { en: 'See.' } }],
    ['no texts', 'field_is_required', { tagline: {}, caption: {} }],
    ['an unknown language', 'language_is_unknown', { languages: ['xx'] }],
    ['a language twice', 'field_is_invalid', { languages: ['vn', 'vn'] }],
    ['an unknown country', 'country_is_unknown', { countries: ['XX'] }],
    ['a price of zero', 'amount_is_invalid', { price: '0.00' }],
    ['a negative price', 'amount_is_invalid', { price: '-1.00' }],
    ['a price in scientific notation', 'amount_is_invalid', { price: '1e3' }],
    ['a price above the maximum', 'price_is_too_high', { price: '1000.01' }],
    ['no visits', 'field_is_invalid', { visits: 0 }],
    ['a fractional number of visits', 'field_is_invalid', { visits: 1.5 }],
    ['more visits than the maximum', 'field_is_invalid', { visits: 10_000_001 }],
    ['orders larger than the campaign', 'order_visits_exceed_the_campaign', { order_visits: 11 }],
    ['orders of no hours', 'field_is_invalid', { order_hours: 0 }],
    ['an end in the past', 'end_is_not_in_the_future', { ends_at: '2020-01-01T00:00:00Z' }],
    ['an end too far away', 'end_is_too_far_away', { ends_at: '2099-01-01T00:00:00Z' }],
    ['an invalid end date', 'field_is_invalid', { ends_at: '2026-02-30T00:00:00Z' }],
    [
      'an image that was never uploaded',
      'creative_is_unknown',
      { creative: `/files/${'ab'.repeat(16)}.webp` },
    ],
    ['an image of another site', 'creative_is_unknown', { creative: 'https://elsewhere.example/a.webp' }],
  ]
  // ASVS V2.2.3
  test.each(wrong)('%s is refused %s, and nothing is stored', async (_name, code, changed) => {
    const member = await newMember()
    const form = { ...(await formOf(member)), ...changed } as SentCampaignForm
    const refused = await app.call(campaignCalls.create, { token: member.token, key: nextKey(), body: form })
    expect([refused.status >= 400, refused.code]).toEqual([true, code])
    expect(answered(await app.call(campaignCalls.list, { token: member.token })).list).toEqual([])
  })

  test('HTML is treated as plain text; spaces and letters are normalised', async () => {
    const member = await newMember()
    const brand = '  <script>alert(1)</script> "Gô\u0302\u0301m" & Co  '.replace('ô\u0302', 'o\u0302')
    const campaign = answered(await place(member, { brand, caption: { en: 'One\r\ntwo', vn: 'Một' } }))
    expect(campaign.brand).toBe('<script>alert(1)</script> "Gốm" & Co')
    expect(campaign.caption).toEqual({ en: 'One\ntwo', vn: 'Một' })
  })

  test('another member’s image is creative_is_unknown', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const { creative } = await upload(other)
    expect(await place(member, { creative })).toMatchObject({ status: 422, code: 'creative_is_unknown' })
  })

  test('a locked account may read, pause and cancel, but not place, pay, resume or add', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 10_000n)
    const { _id } = answered(await place(member))
    const { creative } = await upload(member)
    const lock = {
      member_id: member._id,
      actor: OPERATOR,
      kind: 'conduct',
      reason: 'It seemed so. It is written down.',
    } as const
    await app.database.transaction((tx) => lockMember(tx, lock))
    const locked = await again(member)
    for (const refused of [await place(locked, { creative }), await pay(locked, _id)])
      expect(refused).toMatchObject({ status: 423, code: 'your_account_has_been_locked' })
    expect(answered(await app.call(campaignCalls.cancel, on(locked, _id))).campaign.status).toBe('cancelled')
  })
})

describe('landing pages', () => {
  const check = async (member: TestMember, landing_url: string) =>
    answered(await app.call(campaignCalls.checkLanding, { token: member.token, body: { landing_url } }))

  test('a reachable page is accepted, with its title as text, and not fetched again when the campaign is placed', async () => {
    const member = await newMember()
    answer = page('Tea &amp; \n <b>&#x1F375;</b>\u0007')
    const found = await check(member, `${origin}/spring`)
    expect(found).toMatchObject({ passed: true, problem: null, title: 'Tea & <b>🍵</b>' })
    expect(found.remarks.map(({ code }) => code)).toEqual(['landing_page_is_not_encrypted'])
    const before = requests
    answered(await place(member))
    expect(requests).toBe(before)
    answer = page('Spring')
  })

  const served: [string, string, RequestListener][] = [
    ['landing_page_answers_with_an_error', 'missing', (_request, reply) => reply.writeHead(404).end()],
    ['landing_page_answers_with_an_error', 'broken', (_request, reply) => reply.writeHead(500).end()],
    [
      'landing_page_is_not_a_page',
      'a file',
      (_request, reply) => reply.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
    ],
    ...[
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/',
      'http://[::ffff:10.0.0.1]/',
      'http://router.lan/',
      'file:///etc/passwd',
    ].map((location): [string, string, RequestListener] => [
      'landing_redirect_is_not_public',
      location,
      (_request, reply) => reply.writeHead(302, { location }).end(),
    ]),
    [
      'landing_page_redirects_too_often',
      'itself',
      (_request, reply) => reply.writeHead(302, { location: '/again' }).end(),
    ],
  ]
  test.each(served)('%s: %s', async (code, _what, handler) => {
    const member = await newMember()
    answer = handler
    const found = await check(member, `${origin}/x`)
    expect([found.passed, found.problem?.code]).toEqual([false, code])
    expect(found.problem!.text.length).toBeGreaterThan(10)
    expect(await place(member, { landing_url: `${origin}/x` })).toMatchObject({ status: 422, code })
    answer = page('Spring')
  })

  test('a site that shows nothing to bots can be placed, with a note', async () => {
    const member = await newMember()
    answer = (_request, reply) => reply.writeHead(403).end()
    const found = await check(member, `${origin}/guarded`)
    expect(found.remarks.map(({ code }) => code)).toContain('landing_page_is_not_shown_to_programs')
    expect(found.passed).toBe(true)
    answer = page('Spring')
  })

  describe('that cannot be reached', () => {
    const error = (code: string) => Object.assign(new Error(code), { code })
    const look = async (code: string, reached: boolean) => {
      const member = await newMember()
      const landing_url = 'https://shop.example.com/'
      const requests = { member_id: member._id, landing_url }
      const { problem, remarks } = await checkLanding(app.database, requests, {
        allowLoopback: false,
        demo: false,
        resolve: () => Promise.reject(error(code)),
        reachesInternet: async () => reached,
      })
      return { problem, remarks }
    }
    const ours = { problem: null, remarks: ['landing_page_could_not_be_checked'] }
    const theirs = { problem: 'landing_page_is_not_reachable', remarks: [] }

    test.each(['EAI_AGAIN', 'ENOTFOUND', 'ENETUNREACH'])(
      'by %s is noted for the review if nothing else is reachable either, and refused otherwise',
      async (code) => {
        expect(await look(code, false)).toEqual(ours)
        expect(await look(code, true)).toEqual(theirs)
      },
    )

    test('because it refuses the connection is refused without checking other hosts', async () => {
      expect(await look('ECONNREFUSED', false)).toEqual(theirs)
      const member = await newMember()
      const closed = createServer()
      await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
      const { port } = closed.address() as AddressInfo
      await new Promise((done) => closed.close(done))
      const landing_url = `http://127.0.0.1:${port}/`
      expect((await check(member, landing_url)).problem?.code).toBe('landing_page_is_not_reachable')
      expect(await place(member, { landing_url })).toMatchObject({ status: 422 })
    })

    test('in a demo can be placed and paid, with a note for the reviewing operator, days later too', async () => {
      const demo = await startApp({ variables: { DEMO: 'true', SAFE_FETCH_ALLOW_LOOPBACK: 'true' } })
      const regular = app
      try {
        app = demo
        const member = await newMember()
        await deposit(demo.database, member._id, 10_000n)
        const closed = createServer()
        await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
        const { port } = closed.address() as AddressInfo
        await new Promise((done) => closed.close(done))
        const campaign = answered(await place(member, { landing_url: `http://127.0.0.1:${port}/` }))
        expect((await pay(member, campaign._id)).data.campaign.status).toBe('review')
        demo.clock.advance(3 * DAY_MS)
        await cleanUpPlacing(demo.database, await openFiles(demo.config))
        expect(await demo.database.asSchemaOwner('select problem, remarks from landing_check')).toEqual([
          ours,
        ])
        const found = await check(await again(member), `http://127.0.0.1:${port}/`)
        expect(found).toMatchObject({ passed: true, problem: null, title: null })
        // A URL that is invalid by itself remains refused.
        expect((await check(await again(member), 'http://10.0.0.1/')).problem?.code).toBe(
          'landing_url_is_not_public',
        )
      } finally {
        app = regular
        await demo.close()
      }
    })

    test('one other host that answers shows that our network works', async () => {
      const { port } = site.address() as AddressInfo
      const open = { host: '127.0.0.1', port }
      const closed = { host: '127.0.0.1', port: 1 }
      expect(await reachesAny([closed, open])).toBe(true)
      expect(await reachesAny([closed, { host: 'nobody.invalid', port: 443 }])).toBe(false)
    })
  })

  test.each([
    ['http://10.0.0.1/', 'landing_url_is_not_public'],
    ['http://[fe80::1]/', 'landing_url_is_not_public'],
    ['http://0xa000001/', 'landing_url_is_not_public'],
    ['http://167772161/', 'landing_url_is_not_public'],
    ['http://printer.local/', 'landing_url_is_not_public'],
    ['http://0x08080808/', 'landing_url_is_invalid'],
    ['http://example.com./', 'landing_url_is_invalid'],
    ['http://me@example.com/', 'landing_url_is_invalid'],
    ['javascript:alert(1)', 'landing_url_is_invalid'],
    ['data:text/html,hello', 'landing_url_is_invalid'],
    ['https://example.com:8443/', 'landing_port_is_not_allowed'],
  ])('%s is refused %s without a request', async (landing_url, code) => {
    const member = await newMember()
    expect((await check(member, landing_url)).problem?.code).toBe(code)
    expect(await place(member, { landing_url })).toMatchObject({ status: 422, code })
  })

  test('without an exception, this machine is not public either', async () => {
    const strict = await startApp()
    try {
      const member = await strict.member('a strict placer')
      for (const landing_url of [origin, 'http://localhost/', 'http://127.1/', 'http://[::1]/']) {
        const requests = { token: member.token, body: { landing_url } }
        const found = answered(await strict.call(campaignCalls.checkLanding, requests))
        expect([landing_url, found.problem?.code]).toEqual([landing_url, 'landing_url_is_not_public'])
      }
    } finally {
      await strict.close()
    }
  })
})

describe('images', () => {
  test('are cropped to the chosen part and ratio, and lose the camera’s metadata', async () => {
    const member = await newMember()
    const left = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ff0000' } })
      .extend({ right: 600, background: '#0000ff' })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const { creative } = await upload(member, { x: '600', y: '0', width: '600', height: '315' }, left)
    const kept = sharp(`${app.config.dataDir}${creative}`)
    expect(await kept.metadata()).toMatchObject({ format: 'webp', width: 1200, height: 630 })
    const { dominant } = await kept.stats()
    expect(dominant.b).toBeGreaterThan(200)
    expect(dominant.r).toBeLessThan(50)
  })

  test.each([
    [{ x: '0', y: '0', width: '901', height: '400' }, 'crop_is_invalid'],
    [{ x: '0', y: '0', width: '100', height: '52' }, 'crop_is_invalid'],
    [{ x: '-1', y: '0', width: '400', height: '210' }, 'crop_is_invalid'],
    [{ x: '1e9', y: '0', width: '400', height: '210' }, 'crop_is_invalid'],
    [{ x: '0' }, 'crop_is_invalid'],
  ])('a crop like %o is refused', async (crop, code) => {
    expect(await upload(await newMember(), crop as unknown as Record<string, string>)).toMatchObject({
      status: 422,
      code,
    })
  })

  test('a text named .png is file_is_not_an_image', async () => {
    expect(await upload(await newMember(), {}, 'only words')).toMatchObject({ code: 'file_is_not_an_image' })
  })

  test('a form field with a U+FEFF or NUL is refused, never stripped', async () => {
    const member = await newMember()
    const whole = { x: '0', y: '0', width: '600', height: '315' }
    for (const fields of [
      { user_id: `\ufeff${member._id}` },
      { user_id: `${member._id}\ufeff` },
      { ...whole, x: '\ufeff0' },
      { ...whole, height: '315\0' },
      { 'x\ufeff': '0' },
    ])
      expect(await upload(member, fields)).toMatchObject({ status: 422, code: 'field_is_invalid' })
    expect((await upload(member, whole)).status).toBe(200)
  })

  test('that are unused are deleted after a day, with their files; used ones stay', async () => {
    const member = await newMember()
    const [unused, used] = [(await upload(member)).creative, (await upload(member)).creative]
    answered(await place(member, { creative: used }))
    app.clock.advance(DAY_MS + 1000)
    await placingCleanupHandler(await openFiles(app.config)).run(app.database, {})
    const names = await readdir(join(app.config.dataDir, 'files'))
    expect(names).toContain(used.replace('/files/', ''))
    expect(names).not.toContain(unused.replace('/files/', ''))
    const now = await again(member)
    const { list } = answered(await app.call(campaignCalls.list, { token: now.token }))
    const body = await formOf(now, { creative: unused })
    const refused = await app.call(campaignCalls.change, { ...on(now, list[0]!._id), body })
    expect(refused.code).toBe('creative_is_unknown')
  })
})

describe('drafts', () => {
  test('are one per member, encrypted for that member, replaced, and deleted when the campaign is placed', async () => {
    const [member, other] = [await newMember(), await newMember()]
    const save = (draft: { step?: number; brand?: string } | null) =>
      app.call(campaignCalls.saveDraft, { token: member.token, body: { draft } })
    const found = async (who: TestMember) =>
      answered(await app.call(campaignCalls.draft, { token: who.token })).draft
    answered(await save({ step: 1, brand: 'N' }))
    answered(await save({ step: 2, brand: 'Nhà Gốm' }))
    expect(await found(member)).toEqual({ step: 2, brand: 'Nhà Gốm' })
    expect(await found(other)).toBeNull()
    const [kept] = await app.database.asSchemaOwner<{ draft: unknown; ciphertext: Buffer }>(
      `select draft, ciphertext from campaign_draft where member_id = '${member._id}'`,
    )
    expect([kept!.draft, kept!.ciphertext.includes('brand'), kept!.ciphertext.includes('Nhà Gốm')]).toEqual([
      null,
      false,
      false,
    ])
    answered(await save({ step: 2, brand: 'Nhà Gốm' }))
    await app.database.asSchemaOwner(
      `insert into campaign_draft (member_id, ciphertext, saved_at)
       select '${other._id}', ciphertext, saved_at from campaign_draft where member_id = '${member._id}'`,
    )
    expect(await found(other)).toBeNull()
    answered(await place(member))
    expect(await found(member)).toBeNull()
    expect(await save({ brand: 'x'.repeat(3001) })).toMatchObject({ status: 422, code: 'field_is_too_long' })
  })
})

describe('changing', () => {
  test('an unpaid campaign is placed again at today’s terms; a paid one is campaign_cannot_be_changed', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 10_000n)
    const { _id } = answered(await place(member))
    const body = await formOf(member, { visits: 20, brand: 'Gốm Mới', countries: ['vn', 'FR'] })
    const change = () => app.call(campaignCalls.change, { ...on(member, _id), body })
    expect(answered(await change())).toMatchObject({
      total: '9.84',
      brand: 'Gốm Mới',
      countries: ['VN', 'FR'],
    })
    answered(await pay(member, _id))
    expect(await change()).toMatchObject({ status: 409, code: 'campaign_cannot_be_changed' })
    await approve(_id)
    expect(await change()).toMatchObject({ status: 409, code: 'campaign_cannot_be_changed' })
  })

  test('an unpaid campaign is cancelled after a week', async () => {
    const member = await newMember()
    const { _id } = answered(await place(member))
    app.clock.advance(6 * DAY_MS)
    await endDueCampaigns(app.database)
    expect((await get(await again(member), _id)).status).toBe('unpaid')
    app.clock.advance(DAY_MS)
    await endDueCampaigns(app.database)
    const now = await again(member)
    expect(await get(now, _id)).toMatchObject({ status: 'cancelled', refunded: '0.00' })
    answered(await place(now))
  })
})

describe('life', () => {
  // Each test's carriers draw only from its own campaigns.
  beforeEach(() =>
    app.database.asSchemaOwner(`update campaign set status = 'paused' where status = 'active'`),
  )

  async function active(changed: Partial<SentCampaignForm> = {}) {
    const member = await newMember()
    await deposit(app.database, member._id, 100_000n)
    const { _id } = answered(await place(member, changed))
    answered(await pay(member, _id))
    await approve(_id)
    return { member, _id }
  }

  test('another’s campaign is campaign_is_unknown in every call', async () => {
    const [{ _id }, stranger] = [await active(), await newMember()]
    const at = on(stranger, _id)
    const more = { visits: 1, total: '1.00' }
    for (const each of [
      await app.call(campaignCalls.get, at),
      await app.call(campaignCalls.change, { ...at, body: await formOf(stranger) }),
      await app.call(campaignCalls.pay, at),
      await app.call(campaignCalls.pause, at),
      await app.call(campaignCalls.resume, at),
      await app.call(campaignCalls.topUpQuote, { ...at, body: more }),
      await app.call(campaignCalls.topUp, { ...at, body: more, key: nextKey() }),
      await app.call(campaignCalls.cancelQuote, at),
      await app.call(campaignCalls.cancel, at),
    ])
      expect(each).toMatchObject({ status: 404, code: 'campaign_is_unknown' })
  })

  test('the placer is notified of operators’ decisions, and cannot resume what an operator paused', async () => {
    const { member, _id } = await active()
    const paused = { campaign_id: _id, actor: OPERATOR }
    const reason = 'The page has changed.'
    app.clock.advance(1000)
    await app.database.transaction((tx) => pauseByOperator(tx, { ...paused, reason }))
    expect(await get(member, _id)).toMatchObject({
      status: 'paused',
      pause_reason: reason,
      can: { resume: false },
    })
    expect(await app.call(campaignCalls.resume, on(member, _id))).toMatchObject({
      status: 409,
      code: 'campaign_was_paused_by_us',
    })
    app.clock.advance(1000)
    await app.database.transaction((tx) => resumeByOperator(tx, paused))
    answered(await app.call(campaignCalls.pause, on(member, _id)))
    expect(answered(await app.call(campaignCalls.resume, on(member, _id))).status).toBe('active')
    const notices = await noticesOf(member)
    expect(notices.map(({ kind, path }) => [kind, path])).toEqual(
      ['campaign_resumed', 'campaign_paused', 'campaign_approved'].map((kind) => [kind, `/campaigns/${_id}`]),
    )
    expect(notices[1]!.text).toContain(reason)
  })

  test('a rejected campaign is refunded completely, with the reason', async () => {
    const member = await newMember()
    await deposit(app.database, member._id, 1000n)
    const { _id } = answered(await place(member))
    answered(await pay(member, _id))
    const rejected = { campaign_id: _id, reason: 'Nobody can tell what it is.', actor: OPERATOR }
    await app.database.transaction((tx) => rejectCampaign(tx, rejected))
    expect(await balanceOf(member)).toBe('10.00')
    expect(await get(member, _id)).toMatchObject({
      reject_reason: rejected.reason,
      refunded: '4.92',
      remaining: '0.00',
    })
  })

  test('more visits cost what was quoted; another total is the_quote_has_changed', async () => {
    const { member, _id } = await active()
    const at = on(member, _id)
    const quoted = async () =>
      answered(await app.call(campaignCalls.topUpQuote, { ...at, body: { visits: 7 } }))
    const first = await quoted()
    // A higher level in the meantime gives a higher discount, so the quoted price is outdated.
    const [, , level] = await levelsOf(app.database)
    await app.database.transaction((tx) => setLevel(tx, member._id, level!.id))
    await app.confirm(member, MUCH)
    const add = (total: string) =>
      app.call(campaignCalls.topUp, { ...at, key: nextKey(), body: { visits: 7, total } })
    expect(await add(first.total)).toMatchObject({ status: 409, code: 'the_quote_has_changed' })
    const before = parseMoney(await balanceOf(member))
    const now = await quoted()
    const topped = answered(await add(now.total))
    expect(before - parseMoney(topped.account_balance)).toBe(parseMoney(now.total))
    expect(topped.campaign).toMatchObject({ visits: 17, left: 17, budget: '6.80', status: 'active' })
    answered(await app.call(campaignCalls.cancel, at))
    expect(await balanceOf(member)).toBe('1000.00')
    expect(await add(now.total)).toMatchObject({ status: 409, code: 'campaign_cannot_be_topped_up' })
  })

  test('of fifty concurrent top-ups with money for three, three are paid, and the ledger is consistent', async () => {
    const { member, _id } = await active()
    const at = on(member, _id)
    const { total } = answered(await app.call(campaignCalls.topUpQuote, { ...at, body: { visits: 600 } }))
    const add = () => app.call(campaignCalls.topUp, { ...at, key: nextKey(), body: { visits: 600, total } })
    await app.confirm(member, MUCH)
    const added = await Promise.all(Array.from({ length: 50 }, add))
    const enough = Number(99_508n / parseMoney(total))
    expect(enough).toBe(3)
    expect(added.filter(({ status }) => status === 200)).toHaveLength(enough)
    const codes = new Set(added.filter(({ status }) => status !== 200).map(({ code }) => code))
    expect(codes).toEqual(new Set(['your_account_is_insufficient_please_add_more_money']))
    expect((await get(member, _id)).visits).toBe(10 + 3 * 600)
    await expectLedgerCorrect(app)
    answered(await app.call(campaignCalls.cancel, at))
  })

  test('cancelling refunds immediately and later what was quoted, also while orders are open', async () => {
    const { member, _id } = await active({ countries: ['VN'], languages: ['en'] })
    const carriers = [await newMember(), await newMember(), await newMember()]
    const done = await carry(app, carriers[0]!)
    expect(done.product_id).toBe(_id)
    answered(await claim(app, carriers[0]!, done._id))
    const open = await carry(app, carriers[1]!)
    answered(await take(app, carriers[2]!, answered(await draw(app, carriers[2]!))._id))
    const quote = answered(await app.call(campaignCalls.cancelQuote, on(member, _id)))
    expect(quote.open).toBe(4)
    const before = parseMoney(await balanceOf(member))
    const cancelled = answered(await app.call(campaignCalls.cancel, on(member, _id)))
    expect(parseMoney(cancelled.account_balance) - before).toBe(parseMoney(quote.now))
    expect(cancelled.campaign).toMatchObject({ status: 'cancelled', closed_at: null, held: quote.held })
    expect(await app.call(campaignCalls.cancelQuote, on(member, _id))).toMatchObject({
      code: 'campaign_cannot_be_ended',
    })

    answered(await claim(app, carriers[1]!, open._id))
    const taken = answered(
      await app.call(orderCalls.list, { token: carriers[2]!.token, body: { user_id: carriers[2]!._id } }),
    ).list_product[0]!
    answered(
      await app.call(orderCalls.giveBack, { token: carriers[2]!.token, params: { order_id: taken._id } }),
    )
    app.clock.advance(1000)
    await endDueCampaigns(app.database)
    const later = parseMoney(await balanceOf(member)) - parseMoney(cancelled.account_balance)
    expect(later >= parseMoney(quote.later_least) && later <= parseMoney(quote.later_most)).toBe(true)
    const ended = await get(member, _id)
    expect(ended).toMatchObject({ remaining: '0.00', delivered: 4, open: 0 })
    expect(parseMoney(ended.spent) + parseMoney(ended.refunded)).toBe(parseMoney(ended.total))
    expect((await noticesOf(member))[0]).toMatchObject({ kind: 'campaign_cancelled' })
    await expectLedgerCorrect(app)
  })

  test('cancelling during claims: each takes effect once, and no cent is lost', async () => {
    const { member, _id } = await active({ languages: ['en'] })
    const carrier = await newMember()
    const order = await carry(app, carrier)
    expect(order.product_id).toBe(_id)
    const [claimed, ...cancelled] = await Promise.all([
      claim(app, carrier, order._id),
      ...Array.from({ length: 50 }, () => app.call(campaignCalls.cancel, on(member, _id))),
    ])
    expect(claimed.status).toBe(200)
    for (const each of cancelled) expect([each.status, each.data.campaign.status]).toEqual([200, 'cancelled'])
    await endDueCampaigns(app.database)
    const ended = await get(member, _id)
    expect(ended).toMatchObject({ remaining: '0.00', delivered: 2, held: '0.00' })
    const back = 100_000n - parseMoney(ended.spent)
    expect(parseMoney(await balanceOf(member))).toBe(back)
    await expectLedgerCorrect(app)
  })

  test('the list contains the member’s own campaigns, newest first, by status', async () => {
    const { member, _id } = await active()
    app.clock.advance(1000)
    const second = answered(await place(member))
    const list = async (query: { status?: 'active' | 'unpaid' }) =>
      answered(await app.call(campaignCalls.list, { token: member.token, query })).list.map(
        (each) => each._id,
      )
    expect(await list({})).toEqual([second._id, _id])
    expect(await list({ status: 'active' })).toEqual([_id])
    await placeCampaign(app, await newMember())
    expect(await list({})).toHaveLength(2)
    answered(await app.call(campaignCalls.cancel, on(member, _id)))
  })
})
