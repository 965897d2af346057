import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
// Content pages in the back office: the sanitised text is stored, members are shown only their own language, and every
// earlier text can be restored.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import {
  MAX_PAGE_LENGTH,
  adminPageCalls as calls,
  RECEIVING_PAGE,
} from '@fairturn/contract/backoffice/content'
import { may, STAFF_ROLES } from '@fairturn/contract/backoffice/roles'
import { contentCalls, PAGES } from '@fairturn/contract/content'
import { type Locale, LOCALES } from '@fairturn/contract/locales'
import { termsCalls } from '@fairturn/contract/terms'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { approveProposal, expectToWaitFor, settled } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import { staff, type TestOperator } from '../../test/staff.ts'

let app: TestApp
let content: TestOperator
let second: TestOperator
/** Each test changes its own page and language. */
let locale: Locale
let tests = 0
/** Those of content operators. */
const ORDINARY = PAGES.filter((name) => name !== RECEIVING_PAGE)

beforeAll(async () => {
  app = await startApp()
  content = await staff(app, 'content')
  second = await staff(app, 'content')
})
afterAll(() => app.close())
beforeEach(() => {
  locale = LOCALES[tests++ % LOCALES.length]!
  chosen = { name: ORDINARY[Math.floor(tests / LOCALES.length) % ORDINARY.length]!, locale }
})

let chosen: { name: (typeof PAGES)[number]; locale: Locale }
const at = () => ({ as: content, params: chosen })
const one = async () => answered(await app.call(calls.one, at()))
const reason = 'It says it better.'
const propose = async (html: string | null, expected?: number, as = content) =>
  app.call(calls.change, { ...at(), as, body: { html, reason, expected: expected ?? (await one()).version } })
const whenApproved = (answer: Awaited<ReturnType<typeof propose>>, by = second) =>
  settled(app, answer, by, async () => ({ ...(await one()), dropped: answer.data.dropped }))
/** Proposed by one, approved by another. */
const save = async (html: string | null, expected?: number) => whenApproved(await propose(html, expected))
const CALL_OF = {
  'company-profile': contentCalls.companyProfile,
  'development-cooperation': contentCalls.developmentCooperation,
  'foundation-rules': contentCalls.foundationRules,
  'ordering-rules': contentCalls.orderingRules,
  'receive-account': contentCalls.receiveAccount,
  terms: termsCalls.terms,
  'privacy-notice': termsCalls.privacyNotice,
  imprint: contentCalls.imprint,
}
const shown = async (of: Locale = locale) =>
  answered(await app.call(CALL_OF[chosen.name], { locale: of })).content
const ofProduct = () =>
  readFile(join(import.meta.dirname, '../platform/texts', locale, 'pages', `${chosen.name}.html`), 'utf8')

test('every page is listed in every language, with its version if it has one', async () => {
  const listed = async () => answered(await app.call(calls.list, { as: content })).list
  expect(await listed()).toHaveLength(PAGES.length * LOCALES.length)
  answered(await save('<p>Ours</p>'))
  expect((await listed()).filter(({ own }) => own)).toEqual([
    { ...chosen, version: 2, own: true, changed_at: app.clock.now().toISOString() },
  ])
})

test('a change is shown in its language only; others keep the default text', async () => {
  const other = LOCALES[(LOCALES.indexOf(locale) + 1) % LOCALES.length]!
  const before = await shown(other)
  const saved = answered(await save('<h2>Tin</h2><p>Mới <strong>nhất</strong></p>'))
  expect(saved).toMatchObject({ own: true, version: 2, dropped: [] })
  expect(await shown()).toBe('<h2>Tin</h2><p>Mới <strong>nhất</strong></p>')
  expect(await shown(other)).toBe(before)
})

test('an older text is restored, and so is the default', async () => {
  answered(await save('<p>One</p>'))
  answered(await save('<p>Two</p>'))
  const restore = async (number: number, expected?: number) =>
    settled(
      app,
      await app.call(calls.restore, {
        ...at(),
        body: { number, reason, expected: expected ?? (await one()).version },
      }),
      second,
      one,
    )
  expect(answered(await restore(2))).toMatchObject({ html: '<p>One</p>', version: 4 })
  expect(await shown()).toBe('<p>One</p>')
  expect(answered(await restore(1))).toMatchObject({ own: false, version: 5 })
  expect(await shown()).toBe(await ofProduct())
  expect(answered(await save('<p>Two</p>'))).toMatchObject({ own: true })
  expect(answered(await save(null))).toMatchObject({ own: false, version: 7 })
  expect(await shown()).toBe(await ofProduct())

  const { list } = answered(await app.call(calls.history, { ...at(), query: {} }))
  expect(list.map((each) => [each.number, each.content.html, each.restored_from, each.made_by])).toEqual([
    [7, null, null, content.username],
    [6, '<p>Two</p>', null, content.username],
    [5, null, 1, content.username],
    [4, '<p>One</p>', 2, content.username],
    [3, '<p>Two</p>', null, content.username],
    [2, '<p>One</p>', null, content.username],
    [1, null, null, null],
  ])
  expect(await restore(99)).toMatchObject({ status: 404, code: 'version_is_unknown' })
  expect(await restore(6, 3)).toMatchObject({ status: 409, code: 'somebody_else_has_changed_this' })
})

test('of two concurrent changes of the same text one is refused this_is_proposed_already', async () => {
  const { version } = await one()
  const proposed = await Promise.all(['<p>A</p>', '<p>B</p>'].map((html) => propose(html, version)))
  const answers = await Promise.all(proposed.map((each) => whenApproved(each)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'this_is_proposed_already' })
})

test('a change without a difference, text or reason is refused', async () => {
  expect(await save(null)).toMatchObject({ status: 409, code: 'nothing_would_change' })
  answered(await save('<p>Same</p>'))
  expect(await save('<p onclick="x()">Same</p>')).toMatchObject({ status: 409, code: 'nothing_would_change' })
  for (const empty of ['', ' ', '<p></p>', '<p>&nbsp;</p>', '<script>alert(1)</script>'])
    expect(await save(empty)).toMatchObject({ status: 422, code: 'page_is_empty' })
  const { version } = await one()
  for (const [body, code] of [
    [{ html: '<p>x</p>', reason: ' ', expected: version }, 'reason_is_required'],
    [{ html: 'x'.repeat(MAX_PAGE_LENGTH + 1), reason, expected: version }, 'field_is_too_long'],
    [{ html: '<p>x</p>', reason, expected: -1 }, 'field_is_invalid'],
  ] as const)
    expect(await app.call(calls.change, { ...at(), body })).toMatchObject({ status: 422, code })
})

test('an unknown page or language is refused', async () => {
  for (const params of [
    { name: 'prizes', locale: 'vn' },
    { name: '../../etc/passwd', locale: 'vn' },
    { name: 'company-profile', locale: 'xx' },
  ])
    expect(await app.call(calls.one, { as: content, params: params as never })).toMatchObject({ status: 422 })
})

test('the audit log has the page, both versions and the reason', async () => {
  answered(await save('<p>Logged</p>'))
  const auditor = await staff(app, 'auditor')
  const { list } = answered(
    await app.call(auditCalls.acts, { as: auditor, query: { object_id: `${chosen.name}/${locale}` } }),
  )
  expect(list[0]).toMatchObject({
    actor: second.actor,
    action: 'page_changed',
    reason,
    before: { own: false },
  })
})

describe('hostile HTML', () => {
  const HOSTILE: [string, string[]][] = [
    ['<p>a</p><script>alert(1)</script>', ['script']],
    ['<p onclick="alert(1)" style="color:red">a</p>', ['p[onclick]', 'p[style]']],
    ['<p>a<img src=x onerror=alert(1)></p>', ['img[onerror]']],
    ['<p>a<img src="https://tracker.test/p.gif"></p>', ['img[src=https://tracker.test/p.gif]']],
    [
      '<p>a<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>',
      ['img[src=data:image/svg+xml,<svg onload]'],
    ],
    ['<a href="javascript:alert(1)">a</a>', ['a[href=javascript:alert(1)]']],
    ['<a href="java\tscript:alert(1)">a</a>', ['a[href=java\tscript:alert(1)]']],
    ['<a href="//evil.test/x">a</a>', ['a[href=//evil.test/x]']],
    ['<a href="data:text/html,x">a</a>', ['a[href=data:text/html,x]']],
    ['<p>a</p><iframe src="https://evil.test"></iframe>', ['iframe']],
    ['<p>a</p><svg><script>alert(1)</script></svg>', ['svg', 'script']],
    ['<p>a</p><math><mtext><img src=x onerror=alert(1)></math>', ['math', 'mtext', 'img[onerror]']],
    ['<p>a</p><style>p{display:none}</style>', ['style']],
    ['<p>a</p><form action="/x"><input name=a></form>', ['form', 'input']],
    ['<p>a</p><base href="https://evil.test/">', ['base']],
    ['<p>a</p><meta http-equiv="refresh" content="0;url=https://evil.test">', ['meta']],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">a', ['noscript', 'p[title]']],
    ['<p>a</p><!--><img src=x onerror=alert(1)>-->', []],
    ['<p class="x" id="y">a</p>', ['p[class]', 'p[id]']],
  ]
  test.each(HOSTILE)(
    // ASVS V1.2.2 V1.3.1 V1.3.5
    '%s has no effect on the page, and the response names what was removed',
    async (html, expected) => {
      const saved = answered(await save(html))
      expect(saved.dropped).toEqual(expect.arrayContaining(expected))
      const page = await shown()
      expect(page).toBe(saved.html)
      expect(page).not.toMatch(
        /<(script|style|svg|math|iframe|form|base|meta|noscript)|\son\w+\s*=|javascript:|data:|evil\.test|tracker\.test|style=/i,
      )
      expect(answered(await app.call(calls.check, { as: content, body: { html } }))).toEqual({
        html: saved.html,
        dropped: saved.dropped,
      })
    },
  )

  test('allowed HTML is kept, and nothing is reported as removed', async () => {
    const html =
      '<h2>A</h2><h3>B</h3><p>c <strong>d</strong> <em>e</em><br />f</p><ul><li>g</li></ul><blockquote>h</blockquote>' +
      '<table><thead><tr><th scope="col">i</th></tr></thead><tbody><tr><td>j</td></tr></tbody></table>' +
      '<p><a href="https://example.com/" rel="noopener noreferrer">k</a> <a href="/order-detail" rel="noopener noreferrer">l</a></p>'
    expect(answered(await save(html))).toMatchObject({ html, dropped: [] })
  })
})

describe('the page with the receiving account', () => {
  let proposer: TestOperator
  let approver: TestOperator
  beforeAll(async () => {
    proposer = await staff(app, 'owner')
    approver = await staff(app, 'owner')
  })
  beforeEach(() => {
    chosen = { name: 'receive-account', locale }
  })
  const restore = async (number: number) =>
    app.call(calls.restore, {
      ...at(),
      as: proposer,
      body: { number, reason, expected: (await one()).version },
    })
  const proposeIt = (html: string | null, expected?: number) => propose(html, expected, proposer)
  const detail = async (proposal_id: string) =>
    answered(await app.call(approvalCalls.detail, { as: approver, params: { proposal_id } }))

  test.each(LOCALES)('cannot be changed nor restored by one operator alone: %s', async (of) => {
    locale = of
    chosen = { name: 'receive-account', locale }
    const before = await shown()
    const { version } = await one()
    const saved = answered(await proposeIt('<p onclick="x()">To our new account</p>'))
    expect(saved).toMatchObject({ version: null, html: before, dropped: ['p[onclick]'] })
    expect(await shown()).toBe(before)
    expect((await detail(saved.proposal_id!)).content).toEqual({
      pages: [{ ...chosen, html: '<p>To our new account</p>', before, expected: version }],
    })
    expect(await approveProposal(app, saved.proposal_id!, proposer)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    expect(await shown()).toBe(before)
    answered(await approveProposal(app, saved.proposal_id!, approver))
    expect(await shown()).toBe('<p>To our new account</p>')
    const { list } = answered(await app.call(calls.history, { ...at(), query: {} }))
    expect(list[0]).toMatchObject({ number: 2, made_by: proposer.username, approved_by: approver.username })

    const back = answered(await restore(1))
    expect(back.version).toBeNull()
    expect(await shown()).toBe('<p>To our new account</p>')
    answered(await approveProposal(app, back.proposal_id!, approver))
    expect(await shown()).toBe(before)
  })

  test('takes two owners, as the setting does: no other role proposes, restores or approves it', async () => {
    const { proposal_id } = answered(await proposeIt('<p>To our other account</p>'))
    await expectToWaitFor(app, proposal_id!, may.change_rules)
    answered(await approveProposal(app, proposal_id!, approver))
    const { version: expected } = await one()
    const html = '<p>To my account</p>'
    const pages = [{ name: RECEIVING_PAGE, locale, html, expected }]
    for (const role of STAFF_ROLES.filter((each) => each !== 'owner')) {
      const as = await staff(app, role)
      for (const answer of [
        await propose(html, expected, as),
        await propose(null, expected, as),
        await app.call(calls.restore, { ...at(), as, body: { number: 1, reason, expected } }),
        await app.call(calls.propose, { as, body: { pages, reason } }),
      ])
        expect(answer, `by ${role}`).toMatchObject({ status: 403, code: 'your_role_may_not_do_this' })
    }
  })

  test('of two concurrent proposals one is made; the other can follow once it is decided', async () => {
    const { version } = await one()
    const both = await Promise.all(['<p>A</p>', '<p>B</p>'].map((html) => proposeIt(html, version)))
    const made = both.find(({ status }) => status === 200)!
    expect(both.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: answered(made).proposal_id, own: true } },
    })
    answered(await approveProposal(app, answered(made).proposal_id!, approver))
    answered(await approveProposal(app, answered(await proposeIt('<p>C</p>')).proposal_id!, approver))
  })

  test('the same text proposed again is one proposal; an empty or unchanged one is refused', async () => {
    const again = async () => answered(await proposeIt('<p>Once</p>')).proposal_id
    expect(await again()).toBe(await again())
    expect(await proposeIt('<p></p>')).toMatchObject({ status: 422, code: 'page_is_empty' })
    const held = await one()
    expect(await proposeIt(held.own ? held.html : null)).toMatchObject({ code: 'nothing_would_change' })
  })
})
