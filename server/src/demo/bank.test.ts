// The demo's bank: one tap is one numbered statement that the product's own import accepts; the demo's operators do their
// part under the rules of the back office; and nothing of it exists outside a demo.
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { contentCalls } from '@fairturn/contract/content'
import { demoCalls } from '@fairturn/contract/demo'
import { depositCalls } from '@fairturn/contract/deposits'
import { memberCalls } from '@fairturn/contract/members'
import { withdrawalCalls } from '@fairturn/contract/withdrawals'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposed } from '../../test/approvals.ts'
import { importByTwo } from '../../test/bank/account.ts'
import { camt053 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { staff, type TestOperator } from '../../test/staff.ts'
import { createDemoOperators } from './staff.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let app: TestApp
let member: TestMember
let members = 0
let keys = 0

beforeAll(async () => {
  app = await startApp({ variables: { DEMO: 'true' } })
  await receiveAt(app)
  await createDemoOperators(app.database, app.config)
})
beforeEach(async () => {
  app.clock.advance(MINUTE_MS)
  member = await payable(app, `taps ${(members += 1)}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

async function announce(amount = '50.00') {
  const body = { user_id: member._id, amount, method: 'bank_transfer' as const }
  const key = `announce-${(keys += 1)}`
  return answered(await app.call(depositCalls.deposit, { token: member.token, key, body }))
}
const tap = (deposit_id: string, { token } = member) =>
  app.call(demoCalls.bookDeposit, { token, params: { deposit_id } })
const me = async () => answered(await app.call(memberCalls.me, { token: member.token }))

interface Imported {
  statement_id: string
  electronic_no: bigint | null
  status: string
  imported_by: string
  from_connection: boolean
  opening_minor: bigint
  closing_minor: bigint
}
const statements = () =>
  app.database
    .asSchemaOwner<Imported>(`select statement_id, electronic_no, status, imported_by, from_connection, opening_minor,
    closing_minor from bank_statement order by id`)

describe('a deposit', () => {
  test('is credited by one tap, by a numbered statement that the connection brought and that follows the last one', async () => {
    const [first, second] = [await announce('50.00'), await announce('20.50')]
    for (const { _id } of [first, second]) {
      expect(answered(await tap(_id)).status).toBe('credited')
      app.clock.advance(MINUTE_MS)
    }
    expect((await me()).account_balance).toBe('70.50')
    const imported = (await statements()).slice(-2)
    expect(imported).toMatchObject([
      { status: 'accepted', from_connection: true, imported_by: 'system bank connection' },
      { status: 'accepted', from_connection: true, imported_by: 'system bank connection' },
    ])
    const [one, next] = imported as [Imported, Imported]
    expect(next.electronic_no).toBe(one.electronic_no! + 1n)
    expect([next.opening_minor, next.closing_minor]).toEqual([one.closing_minor, one.closing_minor + 2050n])
    const lines = await app.database.asSchemaOwner<{ finding: string; payer_differs: boolean | null }>(
      `select finding, payer_differs from bank_line order by id desc limit 2`,
    )
    expect(lines).toEqual([
      { finding: 'deposit_credited', payer_differs: false },
      { finding: 'deposit_credited', payer_differs: false },
    ])
  })

  test('is credited once, however often it is tapped at once, beside others', async () => {
    const deposits = await Promise.all([announce('10.00'), announce('11.00'), announce('12.00')])
    const before = (await statements()).length
    const answers = await Promise.all(
      deposits.flatMap(({ _id }) => [tap(_id), tap(_id), tap(_id), tap(_id), tap(_id)]),
    )
    expect(answers.map((answer) => answered(answer).status)).toEqual(
      Array.from({ length: 15 }, () => 'credited'),
    )
    expect((await me()).account_balance).toBe('33.00')
    expect((await statements()).length).toBe(before + 3)
  })

  test('of another member is unknown, and nothing is booked', async () => {
    const { _id } = await announce()
    const before = (await statements()).length
    const other = await app.member(`no friend ${members}`)
    expect(await tap(_id, other)).toMatchObject({ status: 404, code: 'deposit_is_unknown' })
    expect((await statements()).length).toBe(before)
  })

  test('that was cancelled is credited all the same', async () => {
    const { _id } = await announce()
    const params = { deposit_id: _id }
    answered(await app.call(depositCalls.cancelDeposit, { token: member.token, params }))
    expect(answered(await tap(_id)).status).toBe('credited')
  })

  test('is credited after a statement of the day that operators have typed, and after the next one', async () => {
    const importer = await staff(app, 'finance')
    const confirmer = await staff(app, 'owner')
    const first = await announce('5.00')
    answered(await tap(first._id))
    const { closing_minor } = (await statements()).at(-1)!
    const day = app.clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' })
    const opening = (Number(closing_minor) / 100).toFixed(2)
    app.clock.advance(MINUTE_MS)
    const typed = await announce('7.00')
    const lines = [{ amount: '7.00', ref: 'TYPED-1', text: typed.reference, name: 'NGUYEN THU HA' }]
    await importByTwo(app, camt053({ id: 'TYPED', day, opening, lines }), { importer, confirmer })
    expect((await me()).account_balance).toBe('12.00')
    for (const amount of ['1.00', '2.00']) {
      app.clock.advance(MINUTE_MS)
      const { _id } = await announce(amount)
      expect(answered(await tap(_id)).status).toBe('credited')
    }
    expect((await me()).account_balance).toBe('15.00')
    expect((await statements()).at(-1)!.closing_minor).toBe(closing_minor + 1000n)
    // The next day has the bank's numbers again.
    app.clock.advance(DAY_MS)
    member = await app.signedIn(member)
    const { _id } = await announce('3.00')
    expect(answered(await tap(_id)).status).toBe('credited')
    expect((await statements()).at(-1)!.electronic_no).not.toBeNull()
    const waiting = answered(
      await app.call(bankStatementCalls.statements, {
        as: await staff(app, 'finance'),
        query: { status: 'unconfirmed' },
      }),
    )
    expect(waiting.list).toEqual([])
  })
})

describe('a withdrawal', () => {
  beforeEach(async () => {
    answered(await tap((await announce('3000.00'))._id))
    // Who has saved a first account waits for nothing; the clock only keeps withdrawals apart.
    app.clock.advance(MINUTE_MS)
  })

  const payout = async (withdrawal_id: string, { token } = member) =>
    app.call(demoCalls.payout, { token, params: { withdrawal_id } })
  const advance = (withdrawal_id: string, step: 'approve' | 'release' | 'book', { token } = member) =>
    app.call(demoCalls.advancePayout, { token, params: { withdrawal_id }, body: { step } })
  const requested = async (amount: string) => answered(await withdraw(app, member, amount)).withdrawal._id

  test('is approved, sent and paid by three taps, each step by another operator of the demo, who is named', async () => {
    const id = await requested('40.00')
    const { steps } = answered(await payout(id))
    expect(steps).toEqual([
      { step: 'approve', by: ['demo.finance2'], done: false },
      { step: 'release', by: ['demo.finance3'], done: false },
      { step: 'book', by: [], done: false },
    ])
    // One that is not next does nothing.
    expect(answered(await advance(id, 'book')).withdrawal.status).toBe('requested')
    for (const [step, status] of [
      ['approve', 'approved'],
      ['release', 'sent'],
      ['book', 'paid'],
    ] as const) {
      const answers = await Promise.all([advance(id, step), advance(id, step)])
      expect(
        answers.some((answer) => answer.status === 200 && answer.data.withdrawal.status === status),
      ).toBe(true)
      expect(answered(await payout(id)).withdrawal.status).toBe(status)
      app.clock.advance(MINUTE_MS)
    }
    expect(answered(await payout(id)).steps).toEqual([
      { step: 'approve', by: ['demo.finance2'], done: true },
      { step: 'release', by: ['demo.finance3'], done: true },
      { step: 'book', by: [], done: true },
    ])
    expect(await me()).toMatchObject({ account_balance: '2960.00', held_balance: '0.00' })
    const done = await app.database.asSchemaOwner<{ action: string; username: string | null }>(
      `select e.action, o.username from audit_event e left join operator o on e.actor = 'operator:' || o.id
       where e.object_id = $1 order by e.id`,
      [id],
    )
    expect(done).toEqual([
      { action: 'withdrawal_approved', username: 'demo.finance2' },
      { action: 'withdrawal_sent', username: 'demo.finance3' },
      { action: 'withdrawal_paid', username: null },
    ])
  })

  test('over the threshold is approved by two and released by a third', async () => {
    const id = await requested('1200.00')
    expect(answered(await payout(id)).steps[0]!.by).toEqual(['demo.finance2', 'demo.finance3'])
    answered(await advance(id, 'approve'))
    answered(await advance(id, 'release'))
    const { steps, withdrawal } = answered(await payout(id))
    expect(withdrawal.status).toBe('sent')
    expect(steps.map(({ by }) => by)).toEqual([['demo.finance2', 'demo.finance3'], ['demo.owner2'], []])
  })

  test('of another member is unknown, and a cancelled one stays cancelled', async () => {
    const id = await requested('20.00')
    const other = await app.member(`no friend ${members}`)
    expect(await payout(id, other)).toMatchObject({ status: 404, code: 'withdrawal_is_unknown' })
    expect(await advance(id, 'approve', other)).toMatchObject({ status: 404, code: 'withdrawal_is_unknown' })
    const params = { withdrawal_id: id }
    answered(await app.call(withdrawalCalls.cancelWithdrawal, { token: member.token, params }))
    expect(answered(await advance(id, 'approve')).withdrawal.status).toBe('cancelled')
  })
})

describe('the demo’s own statement, which waits to be confirmed', () => {
  const CONTENT = camt053({
    id: 'DEMO-2026-11-20',
    lines: [
      { amount: '12.50', text: 'no reference at all', name: 'Erika Musterfrau', ref: 'D-1' },
      { amount: '7.50', text: 'thank you', name: 'Jean Dupont', ref: 'D-2' },
      { amount: '-3.00', text: 'Fee', ref: 'D-3' },
    ],
  })
  async function imported(one: TestApp, content = CONTENT) {
    const importer = await staff(one, 'finance', 'in')
    const answer = (await uploadBankFile(one, importer, { path: 'bank-statements', content })) as {
      data: { list: { _id: string }[] }
    }
    return { statement_id: answer.data.list[0]!._id, importer, second: await staff(one, 'finance', 'in') }
  }
  const asked = (one: TestApp, statement_id: string, as: TestOperator) =>
    one.call(bankStatementCalls.confirmation, { as, params: { statement_id } })

  test('is shown as its bank’s portal does to whoever may confirm it, and confirmed by typing that', async () => {
    const own = await startApp({ variables: { DEMO: 'true' } })
    try {
      await receiveAt(own)
      const { statement_id, importer, second } = await imported(own)
      const { demo_bank } = answered(await asked(own, statement_id, second))
      expect(demo_bank).toMatchObject({ closing: '1017.00', credits: '20.00' })
      expect(demo_bank!.lines).toEqual([
        { line_no: 1, reference: 'no reference at all', payer: 'Erika Musterfrau' },
        { line_no: 2, reference: 'thank you', payer: 'Jean Dupont' },
      ])
      expect(await asked(own, statement_id, importer)).toMatchObject({
        code: 'who_imported_a_statement_does_not_decide_on_it',
      })
      const confirmed = await own.call(bankStatementCalls.confirmStatement, {
        as: second,
        params: { statement_id },
        body: demo_bank!,
      })
      expect(answered(confirmed)).toMatchObject({ right: true, statement: { status: 'accepted' } })
    } finally {
      await own.close()
    }
  })

  test.each([
    ['a deployment that is no demo', {}],
    ['a demo with a real bank', { DEMO: 'true', BANK_FEED_DIR: '/nowhere/at/all' }],
  ])('is shown by nothing in %s', async (_what, variables) => {
    const other = await startApp({ variables })
    try {
      await receiveAt(other)
      if ('BANK_FEED_DIR' in variables) {
        const [one, two] = [await staff(other, 'finance', 'in'), await staff(other, 'finance', 'in')]
        const permit = await other.call(adminBankingCalls.proposeHandImport, {
          as: one,
          body: { reason: 'The bank delivers nothing today.' },
        })
        answered(await approveProposed(other, permit, two))
      }
      const { statement_id, second } = await imported(other)
      expect(answered(await asked(other, statement_id, second)).demo_bank).toBeNull()
    } finally {
      await other.close()
    }
  })

  test('nor is a statement that somebody else brings to a demo', async () => {
    const own = await startApp({ variables: { DEMO: 'true' } })
    try {
      await receiveAt(own)
      const content = CONTENT.replaceAll('DEMO-2026-11-20', 'OTHER-1')
      const { statement_id, second } = await imported(own, content)
      expect(answered(await asked(own, statement_id, second)).demo_bank).toBeNull()
    } finally {
      await own.close()
    }
  })
})

describe('outside a demo without a bank connection', () => {
  const PATHS = Object.values(demoCalls).map(({ path }) => path)
  const described = async (one: TestApp): Promise<string[]> => {
    const response = await one.fastify.inject({ url: '/api/openapi.json' })
    const { paths } = response.json<{ paths: Record<string, unknown> }>()
    return Object.keys(paths).filter((path) => path.startsWith('/demo'))
  }

  test('no route and no description of it exists', async () => {
    const other = await startApp()
    try {
      await receiveAt(other)
      const { token, _id } = await other.member('nobody taps')
      for (const call of Object.values(demoCalls)) {
        const params = { deposit_id: _id, withdrawal_id: _id, campaign_id: _id } as never
        const answer = await other.call(call, { token, params, body: { step: 'approve' } as never })
        expect([call.path, answer.status]).toEqual([call.path, 404])
        expect(other.fastify.hasRoute({ method: call.method, url: `/api/${call.path}` })).toBe(false)
      }
      expect(await described(other)).toEqual([])
      expect(await described(app)).toHaveLength(PATHS.length)
    } finally {
      await other.close()
    }
  })

  test('a demo with the connection of a real bank has none either', async () => {
    const other = await startApp({ variables: { DEMO: 'true', BANK_FEED_DIR: '/nowhere/at/all' } })
    try {
      expect(await described(other)).toEqual([])
      // So the app offers none of its buttons.
      expect(answered(await other.call(contentCalls.settings, {})).demo).toEqual({ value: true, bank: false })
      expect(answered(await app.call(contentCalls.settings, {})).demo).toEqual({ value: true, bank: true })
    } finally {
      await other.close()
    }
  })
})
