// What a person agreed to: recorded with its version and time, announced thirty days before it changes, asked for from the day
// it holds; without agreement nothing new, and everything else.
import { auditCalls } from '@fairturn/contract/backoffice/audit'
import { adminPageCalls } from '@fairturn/contract/backoffice/content'
import { adminTermsCalls } from '@fairturn/contract/backoffice/terms'
import { campaignCalls } from '@fairturn/contract/campaigns'
import { contentCalls } from '@fairturn/contract/content'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { noticeCalls } from '@fairturn/contract/notices'
import { personalDataCalls } from '@fairturn/contract/personal-data'
import { termsCalls } from '@fairturn/contract/terms'
import { beforeEach, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { answered, carry, claim, draw, giveBack, placeCampaign, start, take } from '../../test/carrying.ts'
import { payable, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { levelsOf } from '../levels/levels.ts'
import { noticeHandlers } from '../notices/notices.jobs.ts'
import { resumeAnnouncements, termsHandlers } from './content.ts'

const DAY_MS = 86_400_000

let app: TestApp
let content: TestOperator
let second: TestOperator
let members = 0

beforeEach(async () => {
  app = await startApp()
  content = await staff(app, 'content')
  second = await staff(app, 'content')
  return () => app.close()
})

const reason = 'The law has changed since.'
const register = (username = `Agrees ${++members}`) =>
  app.call(memberCalls.register, {
    body: {
      username,
      phone: `+8491${String(7_000_000 + members)}`,
      password: TEST_PASSWORD,
      password_confirmation: TEST_PASSWORD,
      code: inviter.code,
      terms: true,
    },
  })
let inviter: TestMember
beforeEach(async () => {
  inviter = await app.member('Mai Inviter')
})

const terms = async (version?: number, name: 'terms' | 'privacy-notice' = 'terms') =>
  version === undefined
    ? answered(await app.call(name === 'terms' ? termsCalls.terms : termsCalls.privacyNotice))
    : answered(await app.call(termsCalls.version, { params: { version, name } }))
const account = async (token: string) => answered(await app.call(termsCalls.agreed, { token }))
const agree = (token: string, user_id: string, version: number) =>
  app.call(termsCalls.agree, { token, body: { user_id, version } })

/** Edits a page of the coming version, by two people. */
async function edit(html: string, name: 'terms' | 'privacy-notice' = 'terms'): Promise<void> {
  const params = { name, locale: 'en' as const }
  const { version } = answered(await app.call(adminPageCalls.one, { as: content, params }))
  const { proposal_id } = answered(
    await app.call(adminPageCalls.change, { as: content, params, body: { html, reason, expected: version } }),
  )
  answered(await approveProposal(app, proposal_id!, second))
}
const dayIn = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
const propose = (in_force_on: string, as = content) =>
  app.call(adminTermsCalls.announce, { as, body: { in_force_on, reason } })
async function announce(in_force_on: string): Promise<void> {
  const { proposal_id } = answered(await propose(in_force_on))
  answered(await approveProposal(app, proposal_id, second))
}
const tell = () => app.database.runDueJobs([...termsHandlers, ...noticeHandlers])
const told = async ({ token, _id: user_id }: TestMember) =>
  answered(await app.call(noticeCalls.list, { token, locale: 'en', body: { user_id } })).list.filter(
    ({ kind }) => kind === 'terms_announced',
  )
/** Version 2, announced by two and in force. */
async function change(): Promise<void> {
  await edit('<p>Second terms</p>')
  await announce(dayIn(31))
  app.clock.advance(32 * DAY_MS)
}

test('whoever registers agrees to the version in force; its time is in the account and in the export', async () => {
  const { access_token: token, user } = answered(await register())
  const at = app.clock.now().toISOString()
  expect(await account(token)).toMatchObject({
    agreed: [{ version: 1, agreed_at: at }],
    in_force: { version: 1 },
    due: false,
    next: null,
  })
  const body = { user_id: user._id, password: TEST_PASSWORD }
  const { terms: exported } = answered(await app.call(personalDataCalls.export, { token, body }))
  expect(exported).toEqual([{ version: 1, agreed_at: expect.stringMatching(/^2026-11-21T/) }])
})

test('a closed account leaves which version was agreed to and when, and no name', async () => {
  const { access_token: token, user } = answered(await register('Leaves Soon'))
  const body = { user_id: user._id, password: TEST_PASSWORD }
  answered(await app.call(personalDataCalls.close, { token, body }))
  const left = await app.database.asSchemaOwner(
    `select a.version, m.username from terms_agreement a join member m on m.id = a.member_id where m.id = $1`,
    [user._id],
  )
  expect(left).toEqual([{ version: 1, username: '' }])
})

test('terms, privacy notice and imprint are there without signing in', async () => {
  for (const call of [termsCalls.terms, termsCalls.privacyNotice, contentCalls.imprint])
    expect(answered(await app.call(call)).content).toContain('<p>')
  expect(await terms()).toMatchObject({ version: 1, in_force_at: '2026-01-01T00:00:00.000Z', next: null })
})

test('what was agreed to stays readable: editing changes nothing until it is announced', async () => {
  await edit('<p>Of the house, before anybody registered</p>')
  expect((await terms()).content).toBe('<p>Of the house, before anybody registered</p>')
  answered(await register())
  await edit('<p>Written later</p>')
  expect((await terms()).content).toBe('<p>Of the house, before anybody registered</p>')
  const { html } = answered(
    await app.call(adminPageCalls.one, { as: content, params: { name: 'terms', locale: 'en' } }),
  )
  expect(html).toBe('<p>Written later</p>')
})

describe('a new version', () => {
  beforeEach(async () => {
    answered(await register())
  })

  test('is announced by two people at least thirty days before, to everybody, and read beside the one in force', async () => {
    await edit('<p>Second terms</p>')
    await edit('<p>Second notice</p>', 'privacy-notice')
    const listed = answered(await app.call(adminTermsCalls.list, { as: content }))
    expect(listed).toMatchObject({
      list: [{ version: 1, agreed: 2 }],
      changed: [
        { name: 'terms', locale: 'en' },
        { name: 'privacy-notice', locale: 'en' },
      ],
      earliest_day: dayIn(31),
    })
    const day = listed.earliest_day
    await announce(day)
    await tell()
    const [notice, ...more] = await told(inviter)
    const [year, month, date] = day.split('-')
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      path: '/terms',
      title: `New terms from ${date}\u2011${month}\u2011${year}`,
    })

    const before = await terms()
    expect(before.content).not.toContain('Second')
    expect(before).toMatchObject({ version: 1, next: { version: 2 } })
    expect((await terms(2)).content).toBe('<p>Second terms</p>')
    expect((await terms(2, 'privacy-notice')).content).toBe('<p>Second notice</p>')

    app.clock.advance(32 * DAY_MS)
    expect(await terms()).toMatchObject({ version: 2, content: '<p>Second terms</p>', next: null })
    expect((await terms(1)).content).toBe(before.content)
    const { list } = answered(
      await app.call(auditCalls.acts, {
        as: await staff(app, 'owner'),
        query: { action: 'terms_announced' },
      }),
    )
    expect(list).toMatchObject([
      {
        reason,
        actor: second.actor,
        after: { version: 2, in_force_on: day, pages: 'terms/en privacy-notice/en' },
      },
    ])
  })

  test('is refused for a day too soon, before the last one, and without a change', async () => {
    expect(await propose(dayIn(60))).toMatchObject({ status: 409, code: 'nothing_would_change' })
    await edit('<p>Second terms</p>')
    expect(await propose(dayIn(29))).toMatchObject({ status: 422, code: 'terms_come_too_soon' })
    const { proposal_id } = answered(await propose(dayIn(40)))
    await announce(dayIn(50))
    await edit('<p>Third terms</p>')
    expect(await propose(dayIn(45))).toMatchObject({ status: 409, code: 'terms_come_before_the_last' })
    // The first proposal is decided late.
    expect(await approveProposal(app, proposal_id, second)).toMatchObject({
      status: 409,
      code: 'proposal_could_not_be_executed',
    })
  })

  test('is announced as the second operator read it, or not at all', async () => {
    await edit('<p>As it was proposed</p>')
    const { proposal_id } = answered(await propose(dayIn(40)))
    await edit('<p>Changed behind their back</p>')
    expect(await approveProposal(app, proposal_id, second)).toMatchObject({
      status: 409,
      code: 'proposal_could_not_be_executed',
    })
    expect((await terms()).next).toBeNull()
  })

  test('is told to each of many members once, also when the job begins again', async () => {
    await app.database.asSchemaOwner(
      `insert into member (id, username, username_key, phone, code, locale, created_at)
       select gen_random_uuid(), 'crowd' || n, 'crowd' || n, '+8498' || (1000000 + n), 'CROWD' || n, 'en', $1
       from generate_series(1, 600) n`,
      [app.clock.now()],
    )
    await edit('<p>Second terms</p>')
    await announce(dayIn(40))
    await resumeAnnouncements(app.database)
    await tell()
    await tell()
    await resumeAnnouncements(app.database)
    await tell()
    const count = await app.database.asSchemaOwner(
      `select count(*)::int as all, count(distinct member_id)::int as members from notification where kind = 'terms_announced'`,
    )
    expect(count).toEqual([{ all: 602, members: 602 }])
  })

  test('can be agreed to from its announcement on, and an unknown one cannot', async () => {
    await edit('<p>Second terms</p>')
    await announce(dayIn(40))
    expect(await account(inviter.token)).toMatchObject({ due: false, next: { version: 2 } })
    expect(await agree(inviter.token, inviter._id, 3)).toMatchObject({
      status: 404,
      code: 'terms_version_is_unknown',
    })
    expect(await agree(inviter.token, inviter._id, 2)).toMatchObject({
      status: 200,
      message: 'terms_agreed_successfully',
      data: { agreed: [{ version: 2 }, { version: 1 }], due: false, next: null },
    })
    app.clock.advance(41 * DAY_MS)
    inviter = await app.signedIn(inviter)
    expect(await account(inviter.token)).toMatchObject({ due: false, in_force: { version: 2 } })
  })
})

describe('without agreement to what is in force', () => {
  let member: TestMember
  let placer: TestMember

  beforeEach(async () => {
    answered(await register())
    member = await payable(app, 'Has not agreed', 0n)
    placer = await app.member('Places it')
    await placeCampaign(app, placer, {
      visits: 60,
      order_visits: 2,
      order_hours: 720,
      ends_at: new Date(app.clock.now().getTime() + 90 * DAY_MS),
    })
  })

  test('nothing new is drawn, taken, placed, paid, topped up or bought, and agreeing ends it', async () => {
    await change()
    placer = await app.signedIn(placer)
    member = await app.signedIn(member)
    const refused = { status: 409, code: 'terms_must_be_agreed_first', details: { version: 2 } }
    const { token, _id: user_id } = member
    expect(await draw(app, member)).toMatchObject(refused)
    const [, level] = await levelsOf(app.database)
    expect(
      await app.call(levelCalls.upgrade, { token, body: { user_id, level_id: level!.id } }),
    ).toMatchObject(refused)
    const [campaign] = answered(await app.call(campaignCalls.list, { token: placer.token })).list
    const params = { campaign_id: campaign!._id }
    expect(
      await app.call(campaignCalls.topUp, {
        token: placer.token,
        params,
        key: 'key-of-top-up',
        body: { visits: 7, total: '1.00' },
      }),
    ).toMatchObject(refused)
    expect(await app.call(campaignCalls.pay, { token: placer.token, params })).toMatchObject(refused)

    expect(await account(token)).toMatchObject({ due: true, agreed: [{ version: 1 }] })
    answered(await agree(token, user_id, 2))
    expect(answered(await draw(app, member))).toMatchObject({ status: 'offer' })
  })

  /** One minute before the second version holds. */
  async function shortlyBefore(): Promise<void> {
    await edit('<p>Second terms</p>')
    await announce(dayIn(31))
    await tell()
    const { in_force_at } = (await terms()).next!
    app.clock.advance(new Date(in_force_at).getTime() - app.clock.now().getTime() - 60_000)
    member = await app.signedIn(member)
    placer = await app.signedIn(placer)
  }

  test('an offer that was drawn before is not taken', async () => {
    await shortlyBefore()
    const offer = answered(await draw(app, member))
    app.clock.advance(120_000)
    expect(await take(app, member, offer._id)).toMatchObject({
      status: 409,
      code: 'terms_must_be_agreed_first',
    })
  })

  test('what was begun goes on: start, give back, claim, withdraw, cancel, close', async () => {
    const gives = await app.member('Gives it back')
    const starts = await app.member('Starts it')
    await shortlyBefore()
    const returned = answered(
      await take(app, await app.signedIn(gives), answered(await draw(app, await app.signedIn(gives)))._id),
    )
    const begun = answered(
      await take(app, await app.signedIn(starts), answered(await draw(app, await app.signedIn(starts)))._id),
    )
    const done = await carry(app, member)
    app.clock.advance(120_000)
    const [claims, returns, begins] = [
      await app.signedIn(member),
      await app.signedIn(gives),
      await app.signedIn(starts),
    ]
    for (const each of [claims, returns, begins]) expect((await account(each.token)).due).toBe(true)
    answered(await giveBack(app, returns, returned._id))
    answered(await start(app, begins, begun._id))
    answered(await claim(app, claims, done._id))
    answered(await withdraw(app, claims, 'all'))
    const [campaign] = answered(await app.call(campaignCalls.list, { token: placer.token })).list
    const params = { campaign_id: campaign!._id }
    answered(await app.call(campaignCalls.cancel, { token: placer.token, params }))
    const body = { user_id: returns._id, password: TEST_PASSWORD }
    answered(await app.call(personalDataCalls.close, { token: returns.token, body }))
  })
})

test('whoever registers after the day agrees to the new version', async () => {
  answered(await register())
  await change()
  const { access_token } = answered(await register())
  expect(await account(access_token)).toMatchObject({ agreed: [{ version: 2 }], due: false })
})

test('only two operators of content announce, and the database accepts neither fewer days nor one person', async () => {
  answered(await register())
  await edit('<p>Second terms</p>')
  const support = await staff(app, 'support')
  expect(await propose(dayIn(40), support)).toMatchObject({ status: 403, code: 'your_role_may_not_do_this' })
  const { proposal_id } = answered(await propose(dayIn(40)))
  expect(await approveProposal(app, proposal_id, content)).toMatchObject({
    status: 403,
    code: 'another_operator_must_approve',
  })
  const insert = (number: number, days: number, approved_by: string) =>
    app.database.asSchemaOwner(
      `insert into terms_version (number, announced_at, in_force_at, proposed_by, approved_by)
       values ($1, $2, $2::timestamptz + make_interval(days => $3), $4, $5)`,
      [number, app.clock.now(), days, content._id, approved_by],
    )
  await expect(insert(2, 29, second._id)).rejects.toThrow('announced_30_days_before')
  await expect(insert(2, 31, content._id)).rejects.toThrow('takes_two')
  await expect(insert(3, 31, second._id)).rejects.toThrow('does not follow the last')
  await expect(app.database.asSchemaOwner('update terms_agreement set version = 2')).rejects.toThrow(
    'is refused',
  )
})
