// Reports of a link through HTTP: the form, what is refused, the outcome; and that a report is no visit.
import { LANGUAGES, LOCALES, type Locale } from '@fairturn/contract/locales'
import { MAX_REPORT_NOTE, REPORT_REASONS } from '@fairturn/contract/reports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER, someoneElse, startLinks, type TestLinks, type VisitInput } from '../../test/links.ts'
import { linkTexts } from '../platform/texts/links.ts'
import { fillIn } from '../platform/texts/texts.ts'
import { judgeVisits, maintainVisits, orderCounts } from './tracking.ts'

let links: TestLinks
beforeAll(async () => {
  links = await startLinks()
})
afterAll(() => links.close())

const asking = (locale: Locale) => ({ headers: { 'accept-language': `${LANGUAGES[locale].tag},en;q=0.1` } })
const CODE = 'report_was_not_accepted'

interface Sent extends VisitInput {
  readonly on?: TestLinks
  readonly type?: string
  /** Without the headers that every browser sends. */
  readonly bare?: boolean
}

/** Sends a form as a browser does. */
async function send(code: string, form: Record<string, string>, sent: Sent = {}) {
  const { on = links, type = 'application/x-www-form-urlencoded' } = sent
  const { statusCode, body, headers, rawPayload } = await on.fastify.inject({
    method: 'POST',
    url: `/r/${code}/report`,
    remoteAddress: sent.address ?? '203.0.113.1',
    headers: {
      'user-agent': sent.agent ?? BROWSER,
      ...(sent.bare !== true && { 'accept-language': 'en' }),
      'content-type': type,
      ...sent.headers,
    },
    payload: new URLSearchParams(form).toString(),
  })
  return {
    status: statusCode,
    body,
    headers,
    bytes: rawPayload.length,
    token: /name="token" value="([^"]*)"/.exec(body)?.[1] ?? '',
    outcome: /href="\/report\/([^"]+)"/.exec(body)?.[1] ?? '',
    reference: /R-[0-9A-F]{6}-[0-9A-F]{6}/.exec(body)?.[0],
  }
}

/** Opens the form and sends it five seconds later. */
async function report(code: string, form: Record<string, string> = {}, sent: Sent = someoneElse()) {
  const on = sent.on ?? links
  const { token } = await on.get(`${code}/report`, sent)
  on.database.clock.advance(5_000)
  return await send(code, { token, reason: 'spam', note: '', ...form }, sent)
}

const get = (url: string, headers: Record<string, string> = { 'accept-language': 'en' }) =>
  links.fastify.inject({ method: 'GET', url, headers })
const countReports = async (on = links) =>
  (await on.database.asSchemaOwner<{ n: number }>('select count(*)::int as n from visitor_report'))[0]!.n

describe('the form', () => {
  test.each(LOCALES)('is below 10 KB in %s, in its words, and needs no script', async (locale) => {
    const { code } = await links.link()
    const { status, body, bytes, headers } = await links.get(`${code}/report`, asking(locale))
    const texts = linkTexts[locale]
    expect(status).toBe(200)
    expect(bytes).toBeLessThan(10_000)
    expect(body).toContain(`<html lang="${LANGUAGES[locale].tag}">`)
    for (const reason of REPORT_REASONS) {
      expect(body).toContain(`value="${reason}" required>${texts[`report_reason_${reason}`]}</label>`)
    }
    expect(body).toContain('Nhà Gốm Bát Tràng')
    expect(body).toContain(texts.report_privacy)
    expect(body).not.toMatch(/<script|@import|url\(|\bsrc=|\bstyle=|\bon\w+=/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
    expect(headers['content-security-policy']).toContain("form-action 'self';")
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  })

  test.each(LOCALES)(
    'refused with the longest text, it is below 10 KB and the text in %s',
    async (locale) => {
      const { code } = await links.link()
      const note = '報'.repeat(MAX_REPORT_NOTE)
      const { token } = await links.get(`${code}/report`, asking(locale))
      const answer = await send(code, { token, note }, asking(locale))
      expect(answer.body).toContain(`${note}</textarea>`)
      // Without those thousand characters of three bytes each.
      expect(answer.bytes - 3 * MAX_REPORT_NOTE).toBeLessThan(10_000)
      expect(answer.status).toBe(422)
    },
  )

  test.each(LOCALES)('is linked from the page, quietly and last, in %s', async (locale) => {
    const { code } = await links.link()
    const { body } = await links.get(code, asking(locale))
    expect(body).toContain(`<a rel="nofollow" href="/r/${code}/report">${linkTexts[locale].report}</a></nav>`)
  })

  test('can be opened and sent of a link that has ended, whose page leads to it', async () => {
    const { code } = await links.link({
      ends_at: new Date(links.database.clock.now().getTime() + 1_000),
    })
    links.database.clock.advance(2_000)
    const page = await links.get(code)
    expect(page.status).toBe(410)
    expect(page.body).toContain(`href="/r/${code}/report"`)
    expect((await report(code)).status).toBe(200)
  })

  test.each(['AAAAAAAA', 'short', 'x'.repeat(300)])('of the unknown code %s is not there', async (code) => {
    const answers = [await get(`/r/${code}/report`), await send(code, { reason: 'spam' })]
    expect(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status))).toEqual([
      404, 404,
    ])
  })

  test('shows hostile text as text, in the form and in the outcome', async () => {
    const hostile = '</textarea><script>alert(1)</script>"\u202e\0{reason}'
    const { code } = await links.link()
    const { token } = await links.get(`${code}/report`)
    const { body } = await send(code, { token, reason: hostile, note: hostile })
    expect(body).not.toContain('<script')
    expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;')
  })
})

describe('a report', () => {
  test.each(REPORT_REASONS)(
    'for %s is answered with a reference and the page of its outcome',
    async (reason) => {
      const link = await links.link()
      const note = '  Line one\r\nline two \u0007 '
      const { status, reference, outcome, body } = await report(link.code, { reason, note })
      expect(status).toBe(200)
      expect(body).toContain(linkTexts.en.report_thanks_title)
      expect(outcome).toMatch(/^[\w-]{22}$/)
      const page = await get(`/report/${outcome}`)
      expect(page.statusCode).toBe(200)
      expect(page.body).toContain('data-status="received"')
      expect(page.body).toContain(reference)
      expect(page.headers['cache-control']).toBe('no-store')
      const [row] = await links.database.asSchemaOwner(
        `select link_id, campaign_id, reason, note, locale, status from visitor_report where link_id = $1`,
        [link.order_id],
      )
      expect(row).toEqual({
        link_id: link.order_id,
        campaign_id: link.campaign_id,
        reason,
        note: 'Line one\nline two',
        locale: 'en',
        status: 'received',
      })
    },
  )

  test('keeps no address, no agent and no readable token', async () => {
    const { code } = await links.link()
    const { outcome } = await report(code, {}, { address: '198.51.100.77' })
    const [row] = await links.database.asSchemaOwner<{ kept: string }>(
      `select row_to_json(r)::text as kept from visitor_report r order by id desc limit 1`,
    )
    for (const secret of ['198.51.100', BROWSER.slice(0, 20), outcome])
      expect(row!.kept).not.toContain(secret)
  })

  test('sent twice, even at once, is one, with one answer', async () => {
    const { code } = await links.link()
    const { token } = await links.get(`${code}/report`)
    links.database.clock.advance(5_000)
    const before = await countReports()
    const form = { token, reason: 'illegal', note: 'x' }
    const twins = await Promise.all([send(code, form), send(code, form)])
    const again = await send(code, { ...form, reason: 'spam' })
    expect(new Set([...twins, again].map(({ status, outcome }) => `${status} ${outcome}`)).size).toBe(1)
    expect(await countReports()).toBe(before + 1)
  })

  test.each(LOCALES)('has pages below 10 KB in %s: the answer, and each outcome', async (locale) => {
    const link = await links.link()
    const sent = { ...someoneElse(), ...asking(locale) }
    const thanks = await report(link.code, {}, sent)
    expect(thanks.body).toContain(linkTexts[locale].report_thanks_title)
    expect(thanks.bytes).toBeLessThan(10_000)
    for (const status of ['received', 'acted_on', 'not_acted_on'] as const) {
      if (status !== 'received')
        await links.database.asSchemaOwner(
          `update visitor_report set status = $1, decided_at = '2026-11-26T12:04:05Z', decision_reason = $2 where link_id = $3`,
          [status, 'x'.repeat(500), link.order_id],
        )
      const { rawPayload, body, headers } = await get(`/report/${thanks.outcome}`, asking(locale).headers)
      expect(rawPayload.length).toBeLessThan(10_000)
      expect(body).toContain(linkTexts[locale][`report_${status}_title`])
      expect(body.includes('26-11-2026 12:04:05 UTC')).toBe(status !== 'received')
      expect(headers['content-language']).toBe(LANGUAGES[locale].tag)
    }
  })

  test.each(['A'.repeat(22), '', 'x', '../etc', '%00', `${'A'.repeat(21)}=`])(
    'has no outcome at another address: %j',
    async (token) => {
      const { statusCode, body } = await get(`/report/${token}`)
      expect(statusCode).toBe(404)
      expect(body).not.toContain('data-status')
    },
  )
})

describe('a report is refused, and says what to do', () => {
  interface Refused {
    name: string
    form?: Record<string, string>
    sent?: Sent
    afterMs?: number
    problem: 'choose_reason' | 'shorten_note' | 'send_again'
    code: string
  }
  const cases: Refused[] = [
    { name: 'without a reason', form: { reason: '' }, problem: 'choose_reason', code: CODE },
    { name: 'with another reason', form: { reason: 'dislike' }, problem: 'choose_reason', code: CODE },
    { name: 'with a longer text', form: { note: 'x'.repeat(1001) }, problem: 'shorten_note', code: CODE },
    { name: 'without a token', form: { token: '' }, problem: 'send_again', code: CODE },
    { name: 'with a forged token', form: { token: `${'0'.repeat(8)}-x` }, problem: 'send_again', code: CODE },
    { name: 'sent within 0.8 s', afterMs: 799, problem: 'send_again', code: CODE },
    { name: 'sent after an hour', afterMs: 3_600_001, problem: 'send_again', code: CODE },
    { name: 'as another type', sent: { type: 'text/plain' }, problem: 'send_again', code: CODE },
    {
      name: 'from a form on another site',
      sent: { headers: { 'sec-fetch-site': 'cross-site' } },
      problem: 'send_again',
      code: CODE,
    },
    {
      name: 'from a form on another site, of a browser without Sec-Fetch-Site',
      sent: { headers: { origin: 'https://evil.example' } },
      problem: 'send_again',
      code: CODE,
    },
    {
      name: 'by a program without a browser’s headers',
      sent: { bare: true },
      problem: 'send_again',
      code: CODE,
    },
  ]
  test.each(cases)('$name', async ({ form = {}, sent = {}, afterMs = 5_000, problem, code }) => {
    const link = await links.link()
    const { token } = await links.get(`${link.code}/report`)
    links.database.clock.advance(afterMs)
    const before = await countReports()
    const answer = await send(link.code, { token, reason: 'spam', note: 'why', ...form }, sent)
    expect(answer.status).toBe(422)
    const texts = linkTexts[sent.bare === true ? 'vn' : 'en']
    expect(answer.body).toContain(`role="alert" data-code="${code}"`)
    expect(answer.body).toContain(texts.report_was_not_accepted)
    expect(answer.body).toContain(fillIn(texts[`report_${problem}`], { count: '1\u00a0000' }))
    expect(await countReports()).toBe(before)
    // With a new token, so that it can be sent again.
    expect(answer.token).not.toBe('')
    expect(answer.token).not.toBe(token)
  })

  test('the first and the last moment at which it is accepted', async () => {
    const link = await links.link()
    for (const afterMs of [800, 3_600_000]) {
      const sent = someoneElse()
      const { token } = await links.get(`${link.code}/report`, sent)
      links.database.clock.advance(afterMs)
      expect((await send(link.code, { token, reason: 'spam' }, sent)).status).toBe(200)
    }
  })

  test('a token of Continue, or of another link’s form, is none', async () => {
    const [link, other] = [await links.link(), await links.link()]
    const tokens = [(await links.get(link.code)).token, (await links.get(`${other.code}/report`)).token]
    links.database.clock.advance(5_000)
    for (const token of tokens)
      expect((await send(link.code, { token, reason: 'spam' })).body).toContain(
        linkTexts.en.report_send_again,
      )
    // Nor is a form's token one of Continue.
    const { token } = await links.get(`${link.code}/report`)
    links.database.clock.advance(5_000)
    expect((await links.post(link.code, token)).headers['location']).toBe(`/r/${link.code}`)
  })

  test('more than ten an hour of one network, whatever the links and addresses', async () => {
    const link = await links.link()
    const from = (host: number) => ({ address: `192.0.2.${host}` })
    for (let host = 1; host <= 10; host += 1)
      expect((await report((await links.link()).code, {}, from(host))).status).toBe(200)
    const refused = await report(link.code, {}, from(11))
    expect(refused.status).toBe(429)
    expect(refused.body).toContain(CODE)
    expect(refused.body).toContain(linkTexts.en.report_try_later)
    expect((await report(link.code)).status).toBe(200)
    // A refused one does not count; a while later there is room again.
    links.database.clock.advance(600_000)
    expect((await report(link.code, {}, from(12))).status).toBe(200)
  })

  test('a body above 16 KB', async () => {
    const { code } = await links.link()
    const { status } = await send(code, { reason: 'spam', note: 'x'.repeat(17_000) })
    expect(status).toBe(413)
  })
})

describe('a report is no visit', () => {
  /** What the judge found, and what quality is computed from, as text. */
  async function history(on: TestLinks, reporting: boolean): Promise<string> {
    const link = await on.link({ target: 12 })
    const { order_id, code } = link
    for (let i = 0; i < 16; i += 1) {
      // Some come again, some only look, one is a bot.
      const sent: VisitInput = {
        address: `2001:db8:${(i % 11) + 1}::1`,
        ...(i === 5 && { agent: 'Googlebot/2.1' }),
      }
      const form = reporting ? await on.get(`${code}/report`, sent) : undefined
      const { token } = await on.get(code, sent)
      on.database.clock.advance(3_000)
      // Between the page and Continue, where it could do most.
      if (form !== undefined) await send(code, { token: form.token, reason: 'spam' }, { ...sent, on })
      if (i % 4 !== 3) await on.post(code, token, sent)
      on.database.clock.advance(57_000)
    }
    on.database.clock.advance(3_600_000)
    await judgeVisits(on.database)
    const rows = await on.database.asSchemaOwner(
      `select v.at, v.reason, v.locale, j.verdict from visit v left join visit_verdict j on j.visit_id = v.id
        where v.link_id = $1 order by v.at, v.id`,
      [order_id],
    )
    const counts = await on.database.asSchemaOwner(
      'select verdict, count from link_count where link_id = $1 order by verdict',
      [order_id],
    )
    return JSON.stringify([rows, counts, await orderCounts(on.database, order_id)])
  }

  test('verdicts and quality are byte-equal with and without reports', async () => {
    const [quiet, reported] = [await startLinks(), await startLinks()]
    const [without, withReports] = [await history(quiet, false), await history(reported, true)]
    expect(await countReports(reported)).toBeGreaterThan(10)
    expect(withReports).toBe(without)
    // Control: one visit more would be seen.
    expect(without).toContain('"verified"')
    expect(JSON.parse(without)[0]).toHaveLength(16)
    await Promise.all([quiet.close(), reported.close()])
  })
})

test('networks are forgotten after two days, reports after 400, and not before', async () => {
  const on = await startLinks()
  const { code } = await on.link()
  const { clock } = on.database
  await report(code, {}, { on })
  const kept = async () =>
    await on.database.asSchemaOwner(
      `select network_hash is not null as network, network_before is not null as before from visitor_report`,
    )
  clock.set('2026-11-22T23:59:00Z')
  await maintainVisits(on.database)
  expect(await kept()).toEqual([{ network: true, before: true }])
  clock.set('2026-11-23T00:01:00Z')
  await maintainVisits(on.database)
  expect(await kept()).toEqual([{ network: false, before: false }])
  clock.set('2027-12-26T07:00:00Z')
  await maintainVisits(on.database)
  expect(await kept()).toHaveLength(1)
  clock.set('2027-12-26T09:00:00Z')
  await maintainVisits(on.database)
  expect(await kept()).toHaveLength(0)
  await on.close()
})
