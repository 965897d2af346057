// The statement through HTTP: every posting with purpose and counterparty, paged, by period, and as a file.
import { documentCalls, type StatementLine } from '@fairturn/contract/documents'
import { levelCalls } from '@fairturn/contract/levels'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { orderCalls } from '@fairturn/contract/orders'
import { effectOf, eventsOf } from '@fairturn/contract/statement-events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered, carry, claim, deposit, placeCampaign } from '../../test/carrying.ts'
import { cancel, expectPaymentsCorrect, payable, receiveAt, withdraw } from '../../test/payments.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import { reverseEntry } from '../../test/reversal.ts'
import { actorOn } from '../../test/staff.ts'
import { cancelCampaign } from '../campaigns/campaigns.ts'
import { createDeposit, creditDeposit, refuseDeposit } from '../deposits/deposits.ts'
import { accountOf, entryId, platformAccount, postOrRefuse } from '../ledger/ledger.ts'
import { writeCsv } from '../platform/http/csv.ts'
import {
  approveWithdrawal,
  refuseWithdrawal,
  returnWithdrawal,
  sendWithdrawal,
} from '../withdrawals/withdrawals.ts'
import { postingsCsv } from './statement-csv.ts'

let ACTOR: { actor: string }

let app: TestApp
let member: TestMember
let members = 0

beforeAll(async () => {
  app = await startApp()
  ACTOR = { actor: await actorOn(app, 'out') }
  await receiveAt(app)
})
beforeEach(async () => {
  member = await payable(app, `thu ha ${(members += 1)}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const statement = (query: object = {}, { token } = member) =>
  app.call(documentCalls.statements, { token, query })
const lines = async (query?: object) => answered(await statement(query)).list
const exported = (query: string, { token } = member) =>
  app.fastify.inject({ url: `/api/statements/export${query}`, headers: { authorization: `Bearer ${token}` } })

/** A line in short form. */
const summaryOf = ({ type, part, amount, balance_after, counterparty }: StatementLine) =>
  `${type} ${part} ${amount} → ${balance_after}, ${counterparty}`

async function adjust(amount_minor: bigint, note: string, refers_to = 'case 17'): Promise<void> {
  const id = entryId('adjustment', note, app.clock.now().getTime())
  await app.database.transaction((tx) =>
    postOrRefuse(tx, [
      {
        id,
        type: 'adjustment',
        refers_to,
        ...ACTOR,
        note,
        event_at: tx.now,
        postings: [
          { account: platformAccount('cash', id), amount_minor: -amount_minor },
          { account: accountOf('member_available', member._id), amount_minor },
        ],
      },
    ]),
  )
}

test('is empty at first', async () => {
  expect(answered(await statement())).toEqual({
    list: [],
    cursor: null,
    account_balance: '0.00',
    held_balance: '0.00',
  })
})

test('has the purpose and the counterparty of every movement', async () => {
  const { reference, id: deposit_id } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: member._id, amount_minor: 5000n, method: 'bank_transfer' }),
  )
  await app.database.transaction((tx) =>
    creditDeposit(tx, { deposit_id, amount_minor: 5000n, evidence: `line of ${deposit_id}`, ...ACTOR }),
  )
  const placer = await app.member('the placer')
  await placeCampaign(app, placer, { brand: 'Nhà Gốm' })
  const order = await carry(app, member)
  answered(await claim(app, member, order._id))
  const [, second] = answered(await app.call(levelCalls.list))
  const body = { user_id: member._id, level_id: second!._id }
  answered(await app.call(levelCalls.upgrade, { token: member.token, body }))
  const back = answered(await withdraw(app, member, '10.00')).withdrawal
  await cancel(app, member, back._id)
  const sent = answered(await withdraw(app, member, '12.00')).withdrawal
  const step = { withdrawal_id: sent._id, actor: await actorOn(app, 'out') }
  await app.database.transaction((tx) => approveWithdrawal(tx, step))
  const releaser = await actorOn(app, 'out')
  await app.database.transaction((tx) => sendWithdrawal(tx, { ...step, actor: releaser }))
  await app.database.transaction((tx) =>
    returnWithdrawal(tx, { ...step, reason: 'Closed. It is written down.' }),
  )

  const list = await lines()
  expect(list.map(summaryOf)).toEqual([
    'withdrawal_returned available 12.00 → 30.82, bank',
    'withdrawal_sent held -12.00 → 0.00, bank',
    'withdrawal_requested held 12.00 → 12.00, own',
    'withdrawal_requested available -12.00 → 18.82, own',
    'withdrawal_returned available 10.00 → 30.82, own',
    'withdrawal_returned held -10.00 → 0.00, own',
    'withdrawal_requested held 10.00 → 10.00, own',
    'withdrawal_requested available -10.00 → 20.82, own',
    'level_bought available -20.00 → 30.82, level_fee',
    'award_claimed available 0.82 → 50.82, campaign',
    'deposit_credited available 50.00 → 50.00, bank',
  ])
  const subjects = list.map((line) => line.refers_to)
  expect(subjects[0]).toEqual({ kind: 'withdrawal', _id: sent._id, name: sent.reference })
  expect(subjects.slice(8)).toMatchObject([
    { kind: 'level', name: 'Level 2' },
    { kind: 'order', _id: order._id, name: 'Nhà Gốm' },
    { kind: 'deposit', _id: deposit_id, name: reference },
  ])
  expect(new Set(list.map((line) => line._id)).size).toBe(list.length)
  expect(list.every((line) => line.note === '')).toBe(true)
})

async function* pageOf(list: readonly StatementLine[]) {
  yield await Promise.resolve(list)
}

test('screen, CSV file and PDF have one line an event: what was available before, and the lines, are what is available after', async () => {
  await deposit(app.database, member._id, 20_000n)
  app.clock.advance(60_000)
  const from = app.clock.now().toISOString()
  const step = async (act: () => Promise<unknown>) => {
    await act()
    app.clock.advance(1000)
  }
  const inTransaction = (act: Parameters<typeof app.database.transaction>[0]) => () =>
    app.database.transaction(act)
  const request = async (amount: string) => answered(await withdraw(app, member, amount)).withdrawal._id
  const colleague = await actorOn(app, 'out')

  await placeCampaign(app, await app.member(`placer of ${member.username}`), { brand: 'Nhà Gốm' })
  const order = await carry(app, member)
  await step(async () => answered(await claim(app, member, order._id)))
  const [, second] = answered(await app.call(levelCalls.list))
  const ofLevel = { user_id: member._id, level_id: second!._id }
  await step(async () => answered(await app.call(levelCalls.upgrade, { token: member.token, body: ofLevel })))
  const bought = answered(await app.call(levelCalls.refundPreview, { token: member.token }))
  const ofPurchase = { user_id: member._id, purchase_id: bought.purchase_id! }
  await step(async () =>
    answered(await app.call(levelCalls.refund, { token: member.token, body: ofPurchase })),
  )
  const cancelled = await request('10.00')
  await step(async () => cancel(app, member, cancelled))
  const refused = {
    withdrawal_id: await request('11.00'),
    reason: 'payee_is_another_person' as const,
    ...ACTOR,
  }
  await step(inTransaction(async (tx) => refuseWithdrawal(tx, refused)))
  const returned = { withdrawal_id: await request('12.00') }
  const sent = { withdrawal_id: await request('13.00') }
  for (const each of [returned, sent]) {
    await step(inTransaction(async (tx) => approveWithdrawal(tx, { ...each, ...ACTOR })))
    await step(inTransaction(async (tx) => sendWithdrawal(tx, { ...each, actor: colleague })))
  }
  await step(
    inTransaction(async (tx) =>
      returnWithdrawal(tx, { ...returned, reason: 'The account is closed.', ...ACTOR }),
    ),
  )
  await step(() => adjust(-150n, `A correction for ${member.username}.`))
  await request('15.00')
  app.clock.advance(1000)

  const { list, account_balance } = answered(await statement({ from }))
  const shown = eventsOf(list).map((line) => [line.type, effectOf(line)] as const)
  const [head, ...rows] = (await exported(`?format=csv&from=${from}`)).body.slice(1).trimEnd().split('\r\n')
  const column = (name: string) => rows.map((row) => row.split(',')[head!.split(',').indexOf(name)]!)
  expect(column('type').map((type, i) => [type, column('amount')[i]])).toEqual(shown)
  expect(new Set(column('entry')).size).toBe(rows.length)
  expect(shown.filter(([type]) => type === 'withdrawal_sent')).toEqual([
    ['withdrawal_sent', '0.00'],
    ['withdrawal_sent', '0.00'],
  ])
  expect(column('left_held').filter(Boolean)).toEqual(['13.00', '12.00'])
  // No line of what leaves has a plus.
  const leaving = shown.filter(([type]) => /requested|bought/.test(type))
  expect(leaving.filter(([, effect]) => parseMoney(effect) >= 0n)).toEqual([])
  expect(leaving).toHaveLength(6)
  const sum = shown.reduce((all, [, effect]) => all + parseMoney(effect), 0n)
  expect(formatMoney(20_000n + sum)).toBe(account_balance)
  expect(new Set(column('type'))).toEqual(
    new Set([
      'award_claimed',
      'level_bought',
      'level_refunded',
      'withdrawal_requested',
      'withdrawal_returned',
      'withdrawal_sent',
      'adjustment',
    ]),
  )

  const pdf = await app.fastify.inject({
    url: `/api/statements.pdf?from=${from}`,
    headers: { authorization: `Bearer ${member.token}`, langcode: 'en' },
  })
  const texts = pdfPages(pdf.rawPayload).flat()
  const signed = texts.slice(texts.indexOf('Balance after') + 1).filter((text) => /^[+−]/.test(text))
  const onPaper = signed.map((text) => {
    const digits = BigInt(text.replaceAll(/\D/g, ''))
    return text.startsWith('−') ? -digits : digits
  })
  expect(onPaper).toEqual(
    shown
      .filter(([type]) => type !== 'withdrawal_sent')
      .map(([, effect]) => parseMoney(effect))
      .toReversed(),
  )
  const closing = texts[texts.indexOf('Closing balance') + 1]!
  expect(BigInt(closing.replaceAll(/\D/g, ''))).toBe(20_000n + sum)

  let ofOperators = ''
  for await (const part of writeCsv(postingsCsv('USD', pageOf(list)), 'comma')) ofOperators += part
  const [, ...postings] = ofOperators.trimEnd().split('\r\n')
  expect(postings.map((row) => row.split(',').slice(1, 4))).toEqual(
    list.map(({ type, part, amount }) => [type, part, amount]),
  )
  expect(postings.length).toBeGreaterThan(rows.length)
})

test('shows the placer a campaign’s charges and refunds', async () => {
  const campaign = await placeCampaign(app, member, { brand: 'Trà Sen' })
  await app.database.transaction((tx) =>
    cancelCampaign(tx, { member_id: member._id, campaign_id: campaign.id }),
  )
  await adjust(100n, 'A refund beyond the rules.', campaign.id)
  const list = (await lines()).filter((line) => line.type !== 'deposit_credited')
  expect(list[0]!.refers_to).toEqual({ kind: 'campaign', _id: campaign.id, name: 'Trà Sen' })
  expect(list[0]!.note).toBe('A refund beyond the rules.')
  expect(list.map((line) => [line.type, line.counterparty, line.refers_to.name])).toEqual([
    ['adjustment', 'platform', 'Trà Sen'],
    ['campaign_ended', 'campaign', 'Trà Sen'],
    ['campaign_paid', 'campaign', 'Trà Sen'],
  ])
})

test('promise 4: corrections are entries that the member sees, with their reason; the balance is their sum', async () => {
  await deposit(app.database, member._id, 5000n)
  await adjust(-700n, 'Credited to the wrong member on 20 November.')
  const id = entryId('adjustment', 'Credited to the wrong member on 20 November.', app.clock.now().getTime())
  await app.database.transaction((tx) => reverseEntry(tx, id, { ...ACTOR, reason: 'It was the right one.' }))
  const { list, account_balance } = answered(await statement())
  expect(list.slice(0, 2)).toMatchObject([
    { type: 'reversal', amount: '7.00', counterparty: 'platform', note: 'It was the right one.' },
    {
      type: 'adjustment',
      amount: '-7.00',
      counterparty: 'platform',
      note: 'Credited to the wrong member on 20 November.',
      refers_to: { kind: 'entry', _id: 'case 17', name: null },
    },
  ])
  expect(account_balance).toBe('50.00')
  const cents = list.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0)
  expect(cents).toBe(5000)
})

describe('pages and periods', () => {
  beforeEach(async () => {
    await deposit(app.database, member._id, 1_000_000n)
    for (let i = 0; i < 40; i++) {
      app.clock.advance(1000)
      await app.database.transaction((tx) => {
        const id = entryId('withdrawal_requested', `${member._id} ${i}`)
        return postOrRefuse(tx, [
          {
            id,
            type: 'adjustment',
            refers_to: `step ${i}`,
            ...ACTOR,
            event_at: tx.now,
            postings: [
              { account: accountOf('member_available', member._id), amount_minor: -BigInt(i + 1) },
              { account: platformAccount('cash', id), amount_minor: BigInt(i + 1) },
            ],
          },
        ])
      })
    }
  })

  async function everyPage(query: object = {}): Promise<StatementLine[]> {
    const all: StatementLine[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = answered(await statement({ ...query, ...(cursor !== undefined && { cursor }) }))
      expect(page.list.length).toBeLessThanOrEqual(30)
      all.push(...page.list)
      cursor = page.cursor
    }
    return all
  }

  test('pages join without a gap or a duplicate, even if something is posted in between', async () => {
    const first = answered(await statement())
    await adjust(100n, 'In between.')
    const second = answered(await statement({ cursor: first.cursor! }))
    const joined = [...first.list, ...second.list]
    expect(joined.map((line) => line.amount).slice(0, 40)).toEqual(
      Array.from({ length: 40 }, (_, i) => `-0.${String(40 - i).padStart(2, '0')}`),
    )
    expect(joined).toHaveLength(41)
    expect(second.cursor).toBeNull()
  })

  test('a period includes its first instant and excludes its end, over several pages', async () => {
    const all = await everyPage()
    expect(await everyPage({ from: all[35]!.at })).toEqual(all.slice(0, 36))
    expect(await everyPage({ to: all[3]!.at })).toEqual(all.slice(4))
    expect(await everyPage({ from: all[10]!.at, to: all[5]!.at })).toEqual(all.slice(6, 11))
    expect(await everyPage({ from: all[5]!.at, to: all[10]!.at })).toEqual([])
  })

  test.each([
    [
      'a cursor of another list',
      { cursor: Buffer.from('019a0000-0000-7000-8000-000000000001').toString('base64url') },
    ],
    ['a cursor of one account', { cursor: Buffer.from('12').toString('base64url') }],
    ['a date that does not exist', { from: '2026-02-30T00:00:00Z' }],
    ['a date without a time', { to: '2026-02-03' }],
  ])('%s is refused', async (_name, query) => {
    expect((await statement(query)).status).toBe(422)
  })

  test('the file has every line of the period', async () => {
    const all = await everyPage() // none of them touches the held part
    const rows = (await exported('?format=csv')).body.trimEnd().split('\r\n')
    expect(rows).toHaveLength(all.length + 1)
    const period = `?format=csv&from=${all[10]!.at}&to=${all[5]!.at}`
    expect((await exported(period)).body.trimEnd().split('\r\n')).toEqual([rows[0], ...rows.slice(7, 12)])
  })
})

describe('a history as a file', () => {
  const rowsOf = async (path: string) => {
    const headers = { authorization: `Bearer ${member.token}` }
    const answer = await app.fastify.inject({ url: `/api/${path}`, headers })
    const type = answer.headers['content-type']
    expect([path, answer.statusCode, type]).toEqual([path, 200, 'text/csv; charset=utf-8'])
    return answer.body.slice(1).trimEnd().split('\r\n')
  }

  test('has the deposits of the chosen status and period', async () => {
    const announce = (amount_minor: bigint) =>
      app.database.transaction((tx) =>
        createDeposit(tx, { member_id: member._id, amount_minor, method: 'bank_transfer' }),
      )
    const first = await announce(1100n)
    app.clock.advance(60_000)
    const at = app.clock.now().toISOString()
    const second = await announce(2200n)
    await app.database.transaction((tx) =>
      refuseDeposit(tx, { deposit_id: second.id, reason: '=1+1 is no reason', ...ACTOR }),
    )
    const [head, ...all] = await rowsOf('deposit-history.csv')
    expect(head).toMatch(/^created_at,state,method,amount,received,being_checked,currency,reference,/)
    expect(all.map((row) => row.split(',')[3])).toEqual(['22.00', '11.00'])
    expect(all[0]).toMatch(/,"'=1\+1 is no reason",/)
    expect(all[0]).toContain(second.id)
    expect(all[1]).toContain(first.reference)
    expect(await rowsOf('deposit-history.csv?state=awaiting')).toEqual([head, all[1]])
    expect(await rowsOf(`deposit-history.csv?from=${at}`)).toEqual([head, all[0]])
    expect(await rowsOf(`deposit-history.csv?to=${at}`)).toEqual([head, all[1]])
  })

  test('has the withdrawals of the chosen status and period, the account masked', async () => {
    await deposit(app.database, member._id, 100_000n)
    const one = answered(await withdraw(app, member, '10.00')).withdrawal
    await cancel(app, member, one._id)
    app.clock.advance(60_000)
    const at = app.clock.now().toISOString()
    answered(await withdraw(app, member, '20.00'))
    const [head, ...all] = await rowsOf('withdraw-history.csv')
    expect(all.map((row) => row.split(',').slice(1, 6))).toEqual([
      ['requested', '20.00', '0.00', '20.00', 'USD'],
      ['cancelled', '10.00', '0.00', '10.00', 'USD'],
    ])
    expect(all.join()).not.toContain('0011004231899')
    expect(await rowsOf('withdraw-history.csv?state=cancelled')).toEqual([head, all[1]])
    expect(await rowsOf(`withdraw-history.csv?from=${at}`)).toEqual([head, all[0]])
  })

  test('has the orders and the awards of the chosen period', async () => {
    await placeCampaign(app, await app.member('the brand'), { brand: `+Trà, "Sen"`, visits: 500 })
    const order = await carry(app, member)
    const from = new Date(Date.parse(order.taken_at!) - 1).toISOString()
    const { award } = answered(await claim(app, member, order._id))
    app.clock.advance(60_000)
    const after = app.clock.now().toISOString()
    const [head, row] = await rowsOf('list-product.csv')
    expect(head).toMatch(/^taken_at,state,brand,target,verified,visits,price,reward,bonus,award,/)
    const brand = order.brand.startsWith('+') ? `"'+Trà, ""Sen"""` : order.brand
    expect(row).toContain(`,done,${brand},`)
    expect(row).toContain(`,${award},USD,`)
    expect(await rowsOf(`list-product.csv?state=done&from=${from}&to=${after}`)).toEqual([head, row])
    expect(await rowsOf('list-product.csv?state=expired')).toEqual([head])
    expect(await rowsOf(`list-product.csv?from=${after}`)).toEqual([head])
    expect(await rowsOf('list-product-completed.csv')).toEqual([head, row])
    expect(await rowsOf(`list-product-completed.csv?to=${from}`)).toEqual([head])

    // The screen is filtered by the same period.
    const shown = async (period: object) => {
      const body = { user_id: member._id, ...period }
      return answered(await app.call(orderCalls.list, { token: member.token, body })).list_product
    }
    expect((await shown({ from, to: after })).map(({ _id }) => _id)).toEqual([order._id])
    expect((await shown({ from, state: 'done' })).map(({ _id }) => _id)).toEqual([order._id])
    expect(await shown({ from: after })).toEqual([])
    expect(await shown({ to: from })).toEqual([])
  })
})

describe('the file', () => {
  // ASVS V5.4.1 V5.4.2
  test('is CSV in which spreadsheets run no formula, whatever the reasons and brands are', async () => {
    await adjust(100n, '=HYPERLINK("http://evil.example","Click")')
    await adjust(200n, '@SUM(A1:A9)')
    await adjust(300n, 'He said “yes”, and: "no"\nthen left')
    const answer = await exported('?format=csv')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement.csv"',
      'cache-control': 'no-store',
    })
    const at = app.clock.now().toISOString()
    const start = (amount: string, after: string) =>
      `${at},adjustment,${amount},${after},,USD,platform,entry,case 17,`
    const [head, ...rows] = answer.body.slice(1).split('\r\n')
    expect(answer.body[0]).toBe('\ufeff')
    expect(head).toBe('at,type,amount,available_after,left_held,currency,counterparty,about,name,note,entry')
    expect(rows[0]).toContain(`${start('3.00', '6.00')}"He said “yes”, and: ""no""\nthen left",`)
    expect(rows[1]).toContain(`${start('2.00', '3.00')}"'@SUM(A1:A9)",`)
    expect(rows[2]).toContain(`${start('1.00', '1.00')}"'=HYPERLINK(""http://evil.example"",""Click"")",`)
  })

  test('has semicolons and decimal commas on request, as spreadsheets of many languages read it', async () => {
    await adjust(123_450n, 'a; b, c')
    await adjust(-1250n, 'back')
    await adjust(100n, 'x,=1+1')
    const answer = await exported('?format=csv&separator=semicolon')
    const [head, ...rows] = answer.body.slice(1).split('\r\n')
    expect(answer.body[0]).toBe('\ufeff')
    expect(head).toBe('at;type;amount;available_after;left_held;currency;counterparty;about;name;note;entry')
    expect(rows[0]).toContain(`;1,00;`)
    expect(rows[0]).toContain(`;"x,'=1+1";`)
    expect(rows[2]).toMatch(/;1234,50;\d+,\d\d;;USD;.*;"a; b, c";/)
    expect(rows[1]).toContain(';-12,50;')
    expect((await exported('?format=csv&separator=tab')).json()).toMatchObject({ code: 'field_is_invalid' })
  })

  test('needs a session, a known format, and a valid period', async () => {
    const anonymous = await app.fastify.inject({ url: '/api/statements/export?format=csv' })
    expect([anonymous.statusCode, anonymous.json<{ code: string }>().code]).toEqual([401, 'token_is_invalid'])
    for (const query of ['', '?format=pdf', '?format=csv&from=yesterday', '?format=csv&format=csv']) {
      const answer = await exported(query)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'field_is_invalid'])
    }
    const other = await exported('?format=csv', await app.signedIn(member))
    expect(other.statusCode).toBe(200)
  })

  test('of another member contains nothing of this one', async () => {
    await deposit(app.database, member._id, 12_345n)
    const other = await app.member('somebody else')
    expect((await exported('?format=csv', other)).body).not.toContain('123.45')
    expect(answered(await statement({}, other)).list).toEqual([])
  })
})
