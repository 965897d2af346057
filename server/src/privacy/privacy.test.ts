import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bankingCalls } from '@fairturn/contract/banking'
import { depositCalls } from '@fairturn/contract/deposits'
import { levelCalls } from '@fairturn/contract/levels'
import { memberCalls } from '@fairturn/contract/members'
import { orderCalls } from '@fairturn/contract/orders'
// Data export and account closure through HTTP: each obstacle is named; afterwards no table contains anything that
// identifies the member, what the law requires is kept without a name, and the ledger is unchanged.
import { personalDataCalls, OBSTACLES } from '@fairturn/contract/personal-data'
import { securityCalls } from '@fairturn/contract/security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, TEST_PASSWORD, type TestApp, type TestMember } from '../../test/app.ts'
import { Authenticator } from '../../test/authenticator.ts'
import {
  answered,
  carry,
  claim,
  deposit,
  distribute,
  draw,
  giveBack,
  placeCampaign,
  take,
  work,
} from '../../test/carrying.ts'
import { ADDRESS, cancel, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { actorOn } from '../../test/staff.ts'
import { cancelCampaign } from '../campaigns/campaigns.ts'
import { creditDeposit } from '../deposits/deposits.ts'
import { registerMember, setAvatar } from '../members/members.ts'
import { checkAuditLog } from '../staff/staff.ts'
import { deletePayees } from '../withdrawals/personal-data.ts'
import { approveWithdrawal, markPaid, sendWithdrawal } from '../withdrawals/withdrawals.ts'

let app: TestApp
let placer: TestMember
/** Who credits deposits. */
let BY: { actor: string }

beforeAll(async () => {
  app = await startApp()
  BY = { actor: await actorOn(app, 'in') }
  placer = await app.member('the placer')
  await placeCampaign(app, placer, { visits: 1000 })
  await receiveAt(app)
})
afterAll(() => app.close())

const close = ({ token, _id }: TestMember, password: string | undefined = TEST_PASSWORD) =>
  app.call(personalDataCalls.close, { token, body: { user_id: _id, password } })
const closing = async ({ token }: TestMember) =>
  answered(await app.call(personalDataCalls.closing, { token })).obstacles
const login = (username: string) =>
  app.call(memberCalls.login, { body: { username, password: TEST_PASSWORD } })
const takeAway = async ({ token, _id }: TestMember) =>
  answered(
    await app.call(personalDataCalls.export, { token, body: { user_id: _id, password: TEST_PASSWORD } }),
  )
const payOut = async (withdrawal_id: string) => {
  // Each step by another operator (decision 033).
  for (const step of [approveWithdrawal, sendWithdrawal, markPaid]) {
    const actor = await actorOn(app, 'out')
    await app.database.transaction((tx) => step(tx, { actor, withdrawal_id }))
  }
}
async function buyLevel({ token, _id }: TestMember) {
  const level_id = answered(await app.call(levelCalls.list))[1]!._id
  answered(await app.call(levelCalls.upgrade, { token, body: { user_id: _id, level_id } }))
}
async function giveLevelBack({ token, _id }: TestMember) {
  const { purchase_id } = answered(await app.call(levelCalls.refundPreview, { token }))
  answered(await app.call(levelCalls.refund, { token, body: { user_id: _id, purchase_id: purchase_id! } }))
}

/** Every row of any table in which the text occurs, in any column and any form. */
async function rowsWith(text: string): Promise<string[]> {
  const tables = await app.database.asSchemaOwner<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await app.database.asSchemaOwner(
      `select 1 from ${name} t where position(lower($1) in lower(to_jsonb(t)::text)) > 0`,
      [text],
    )
    if (rows.length > 0) found.push(`${name}: ${rows.length}`)
  }
  return found
}

describe('closing is refused with the obstacle and what to do,', () => {
  interface Case {
    readonly prepare: (member: TestMember) => Promise<unknown>
    readonly shown: object
    /** How the member removes the obstacle. */
    readonly settle: (member: TestMember) => Promise<unknown>
  }
  let order_id: string
  let campaign_id: string
  let withdrawal_id: string
  const cases: Record<(typeof OBSTACLES)[number], Case> = {
    account_waits_for_a_security_check: {
      // After a security lock has ended, withdrawals wait for another day, and so does closing.
      prepare: async ({ _id }) =>
        app.database.asSchemaOwner('update member set security_ended_at = $2 where id = $1', [
          _id,
          app.clock.now(),
        ]),
      shown: { amount: null, count: null },
      settle: async () => app.clock.advance(24 * 3_600_000),
    },
    account_still_has_money: {
      prepare: ({ _id }) => deposit(app.database, _id, 3n),
      shown: { amount: '0.03' },
      settle: async (member) => {
        await payOut(answered(await withdraw(app, member, 'all')).withdrawal._id)
      },
    },
    account_has_a_withdrawal_under_way: {
      prepare: async (member) => {
        await deposit(app.database, member._id, 1500n)
        withdrawal_id = answered(await withdraw(app, member, 'all')).withdrawal._id
      },
      shown: { amount: '15.00', count: 1 },
      settle: () => payOut(withdrawal_id),
    },
    account_has_a_refundable_level_fee: {
      prepare: async (member) => {
        await deposit(app.database, member._id, 2000n)
        await buyLevel(member)
      },
      shown: { amount: '20.00' },
      settle: async (member) => {
        await giveLevelBack(member)
        await payOut(answered(await withdraw(app, member, 'all')).withdrawal._id)
      },
    },
    account_has_open_orders: {
      prepare: async (member) => {
        order_id = answered(await take(app, member, answered(await draw(app, member))._id))._id
      },
      shown: { count: 1 },
      settle: (member) => giveBack(app, member, order_id),
    },
    account_has_open_campaigns: {
      prepare: async (member) => {
        campaign_id = (await placeCampaign(app, member)).id
        await payOut(answered(await withdraw(app, member, 'all')).withdrawal._id)
      },
      shown: { count: 1 },
      settle: async (member) => {
        const named = { campaign_id, member_id: member._id }
        await app.database.transaction((tx) => cancelCampaign(tx, named))
        await payOut(answered(await withdraw(app, member, 'all')).withdrawal._id)
      },
    },
  }

  test.each(Object.keys(cases) as (typeof OBSTACLES)[number][])(
    'while %s, and succeeds once that is settled',
    async (code) => {
      const member = await payable(app, `closing ${code.slice(8, 30)}`, 0n)
      expect(await closing(member)).toEqual([])
      const { prepare, shown, settle } = cases[code]
      await prepare(member)
      expect(await closing(member)).toMatchObject([{ code, ...shown }])
      const refused = await close(member)
      expect(refused).toMatchObject({ code, details: { obstacles: [{ code, ...shown }] } })
      expect([409, 423]).toContain(refused.status)
      expect((await login(member.username)).status).toBe(200)
      await settle(member)
      const { token } = answered(await login(member.username).then(sessionOf))
      expect(answered(await close({ ...member, token })).closed_at).toBe(app.clock.now().toISOString())
    },
  )

  const sessionOf = (answer: Awaited<ReturnType<typeof login>>) => ({
    ...answer,
    data: { token: answer.data?.access_token },
  })

  test('all obstacles at once, the first as the refusal', async () => {
    const member = await payable(app, 'everything open', 4000n)
    await buyLevel(member)
    answered(await withdraw(app, member, '10.00'))
    await distribute(app, member)
    const refused = await close(member)
    const { obstacles } = refused.details as { obstacles: { code: string }[] }
    const codes = obstacles.map(({ code }) => code)
    expect(codes).toEqual([
      'account_has_open_orders',
      'account_has_a_refundable_level_fee',
      'account_still_has_money',
      'account_has_a_withdrawal_under_way',
    ])
    expect(refused.code).toBe(codes[0])
  })

  test('a cancelled withdrawal is available money, not an open withdrawal', async () => {
    const member = await payable(app, 'cancelled one', 2000n)
    const withdrawal_id = answered(await withdraw(app, member, 'all')).withdrawal._id
    answered(await cancel(app, member, withdrawal_id))
    expect((await closing(member)).map(({ code }) => code)).toEqual(['account_still_has_money'])
  })

  test('without confirmation, with a wrong password, or for another member', async () => {
    const member = await app.member('unproven')
    expect((await close(member, '')).code).toBe('confirmation_is_required')
    expect((await close(member, 'wrong horse')).code).toBe('current_password_is_incorrect')
    expect((await close({ ...member, _id: placer._id })).code).toBe('not_your_account')
    expect((await login(member.username)).status).toBe(200)
  })
})

test('of a concurrent closure and take exactly one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const member = await app.member(`racing ${round}`)
    const offer = answered(await draw(app, member))
    const [taken, ...closed] = await Promise.all([
      take(app, member, offer._id),
      ...Array.from({ length: 3 }, () => close(member)),
    ])
    const closings = closed.filter(({ status }) => status === 200).length
    expect([taken.status === 200, closings]).toEqual([closings === 0, taken.status === 200 ? 0 : 1])
  }
})

describe('a closed account', () => {
  const PHONE = '+84911230077'
  const STREET = '7 Ngõ Rất Riêng'
  const EMAIL = 'thu.ha.very.own@example.com'
  let member: TestMember
  let invitee: TestMember
  let award: string
  let avatar: string

  beforeAll(async () => {
    member = await payable(app, 'Thu Hà Unmistakable', 0n)
    const proof = { user_id: member._id, password: TEST_PASSWORD }
    const address = { user_id: member._id, ...ADDRESS, street: STREET }
    answered(await app.call(bankingCalls.updateAddress, { token: member.token, body: address }))
    answered(
      await app.call(securityCalls.changePhone, { token: member.token, body: { ...proof, phone: PHONE } }),
    )
    const options = answered(await app.call(securityCalls.newPasskey, { token: member.token, body: proof }))
    const credential = new Authenticator().create(options)
    const passkey = { user_id: member._id, credential, name: 'Hà Unmistakable’s phone' }
    answered(await app.call(securityCalls.addPasskey, { token: member.token, body: passkey }))
    answered(await app.call(securityCalls.makeRecoveryCodes, { token: member.token, body: proof }))
    answered(await app.call(securityCalls.enrolOneTimeCodes, { token: member.token, body: proof }))

    invitee = await invited(member.code)
    const order = await carry(app, member)
    award = answered(await claim(app, member, order._id, 'key-of-the-claim')).award
    const announced = await app.call(depositCalls.deposit, {
      token: member.token,
      key: 'key-of-the-deposit',
      body: { user_id: member._id, amount: '25.00', method: 'bank_transfer' },
    })
    const arrival = { deposit_id: answered(announced)._id, amount_minor: 2500n, evidence: 'line 7' }
    await app.database.transaction((tx) => creditDeposit(tx, { ...BY, ...arrival }))
    await payOut(answered(await withdraw(app, member, 'all')).withdrawal._id)
    await work(app)

    await app.database.asSchemaOwner('update member set email = $2 where id = $1', [member._id, EMAIL])
    const name = `${'0a'.repeat(16)}.webp`
    avatar = join(app.config.dataDir, 'files', name)
    await mkdir(join(app.config.dataDir, 'files'), { recursive: true })
    await writeFile(avatar, 'a face')
    await app.database.transaction((tx) => setAvatar(tx, member._id, `/files/${name}`))
  })

  async function invited(code: string): Promise<TestMember> {
    const username = 'came by invitation'
    const body = { username, phone: '+84911230078', password: TEST_PASSWORD, code, terms: true as const }
    const { data } = await app.call(memberCalls.register, {
      body: { ...body, password_confirmation: TEST_PASSWORD },
    })
    return { token: data.access_token, refresh_token: data.refresh_token, _id: data.user._id, code, username }
  }

  test('could be exported before, completely, without data of others', async () => {
    const everything = await takeAway(member)
    const schema = personalDataCalls.export.answer.safeParse(everything)
    expect(schema.error).toBeUndefined()
    expect(everything.profile).toMatchObject({ username: member.username, phone: PHONE, email: EMAIL })
    expect(everything.sign_in).toMatchObject({
      recovery_codes_left: 10,
      passkeys: [{ name: /Unmistakable/ }],
    })
    expect(everything.address).toMatchObject({ ...ADDRESS, street: STREET })
    expect(everything.bank).toMatchObject({ account_number: '0011004231899' })
    expect(everything.orders).toMatchObject([
      { status: 'done', brand: 'Nhà Gốm', verified: 2, reward: '0.80' },
    ])
    expect(everything.deposits).toMatchObject([{ status: 'credited', received: '25.00' }])
    expect(everything.withdrawals).toMatchObject([{ status: 'paid', account_number: '0011004231899' }])
    expect(everything.statement.map((line) => line['type'])).toEqual([
      'withdrawal_sent',
      'withdrawal_requested',
      'withdrawal_requested',
      'deposit_credited',
      'award_claimed',
    ])
    expect(everything.acts_of_staff.map((act) => act['action'])).toContain('withdrawal_paid')
    expect(everything.notifications.length).toBeGreaterThan(4)
    expect(everything.invited).toMatchObject([{ username: 'cam****n' }])
    expect(JSON.stringify(everything)).not.toMatch(/came by invitation|argon2|operator:first/)
  })

  // ASVS V14.2.4
  test('is in no table by name, phone number, e-mail, passkey or code', async () => {
    const marks = ['Unmistakable', PHONE, EMAIL, member.code]
    for (const mark of marks) expect([mark, await rowsWith(mark)]).not.toEqual([mark, []])
    answered(await close(member))
    for (const mark of marks) expect([mark, await rowsWith(mark)]).toEqual([mark, []])
    for (const table of [
      'session',
      'passkey',
      'recovery_code',
      'one_time_secret',
      'former_one_time_secret',
      'notification',
      'bank_details',
    ])
      expect(
        await app.database.asSchemaOwner(`select 1 from ${table} where member_id = $1`, [member._id]),
      ).toEqual([])
    expect(
      await app.database.asSchemaOwner('select 1 from idempotency where member_id = $1', [member._id]),
    ).toEqual([])
    expect(existsSync(avatar)).toBe(false)
  })

  // ASVS V7.4.2
  test('is signed out everywhere and cannot sign in, by name or phone number, as if it had never existed', async () => {
    expect((await app.call(memberCalls.me, { token: member.token })).status).toBe(401)
    const refreshed = await app.call(memberCalls.refresh, { body: { refresh_token: member.refresh_token } })
    expect(refreshed.code).toBe('refresh_token_is_invalid')
    for (const name of [member.username, PHONE, ''.padEnd(1, ' ') + member.username.toUpperCase()]) {
      expect(await login(name)).toMatchObject({ code: 'username_or_password_is_incorrect' })
    }
  })

  test('keeps its name reserved in every spelling; the phone number is free', async () => {
    const register = (username: string, phone: string) =>
      app.database.transaction((tx) =>
        registerMember(tx, {
          username,
          phone,
          passwordHash: '$argon2id$x',
          invite_code: null,
          locale: 'en',
        }),
      )
    for (const name of ['Thu Hà Unmistakable', 'THU HÀ  UNMISTAKABLE']) {
      const tried = register(name, '+84911230099')
      await expect(tried).rejects.toMatchObject({ code: 'username_or_phone_number_already_exists' })
    }
    await register('somebody else', PHONE)
  })

  test('can no longer invite, and members it invited stay members', async () => {
    const body = {
      username: 'too late',
      phone: '+84911230079',
      password: TEST_PASSWORD,
      terms: true as const,
    }
    const late = await app.call(memberCalls.register, {
      body: { ...body, password_confirmation: TEST_PASSWORD, code: member.code },
    })
    expect(late.code).toBe('the_introduction_code_is_not_correct')
    expect((await app.call(memberCalls.me, { token: invitee.token })).status).toBe(200)
    expect((await takeAway(invitee)).profile['invited_by']).toBe('****')
  })

  test('keeps its awards in the list without any letter of the name', async () => {
    const { list } = answered(await app.call(orderCalls.awards, {}))
    expect(list.filter((each) => each.recipient === '****')).toMatchObject([{ amount: award }])
  })

  test('leaves the ledger, the destinations of its withdrawals and the audit log unchanged', async () => {
    await expectPaymentsCorrect(app)
    expect(await checkAuditLog(app.database)).toEqual([])
    const kept = `select holder, account_number from withdrawal where member_id = $1`
    expect(await app.database.asSchemaOwner(kept, [member._id])).toMatchObject([
      { account_number: '0011004231899' },
    ])
    const events = await app.database.asSchemaOwner('select action from audit_event where member_id = $1', [
      member._id,
    ])
    expect(events.length).toBe(4)
  })

  test('is still credited incoming money, which staff refund', async () => {
    const other = await app.member('paid too late')
    const announced = await app.call(depositCalls.deposit, {
      token: other.token,
      key: 'key-of-the-late-deposit',
      body: { user_id: other._id, amount: '25.00', method: 'bank_transfer' },
    })
    answered(await close(other))
    const arrival = { deposit_id: answered(announced)._id, amount_minor: 2500n, evidence: 'line 8' }
    const credited = await app.database.transaction((tx) => creditDeposit(tx, { ...BY, ...arrival }))
    expect(credited.status).toBe('credited')
  })

  // ASVS V14.2.4
  test('keeps the destinations of its withdrawals for exactly five years', async () => {
    const kept = async () =>
      (
        await app.database.asSchemaOwner<{ holder: string }>(
          'select holder from withdrawal where member_id = $1',
          [member._id],
        )
      )[0]!.holder
    app.clock.advance((5 * 365 - 1) * 86_400_000)
    await deletePayees(app.database)
    expect(await kept()).not.toBe('')
    app.clock.advance(4 * 86_400_000)
    expect(await deletePayees(app.database)).toBeGreaterThan(0)
    expect(await kept()).toBe('')
    await expectPaymentsCorrect(app)
  })
})

test('the history of a member’s levels, newest first: fees paid and refunded', async () => {
  const member = await payable(app, 'many levels', 10_000n)
  await buyLevel(member)
  app.clock.advance(1000)
  const { token } = answered(
    await login(member.username).then((answer) => ({ ...answer, data: { token: answer.data.access_token } })),
  )
  await giveLevelBack({ ...member, token })
  const { list } = answered(await app.call(personalDataCalls.levels, { token }))
  expect(list).toMatchObject([
    { event: 'given_back', level: { name: 'Level 2' }, amount: '20.00' },
    { event: 'bought', level: { name: 'Level 2' }, amount: '20.00' },
  ])
  const other = await app.member('no levels')
  expect(answered(await app.call(personalDataCalls.levels, { token: other.token })).list).toEqual([])
})
