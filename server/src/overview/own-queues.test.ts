// What the menu and the dashboard count as an operator's own is what the calls that decide then allow them; of what they are
// refused for their role, their side or an earlier step, nothing is counted.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { dashboardCalls, type QueueName } from '@fairturn/contract/backoffice/dashboard'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { adminMemberCalls } from '@fairturn/contract/backoffice/members'
import {
  adminCampaignCalls,
  adminObjectionCalls,
  adminOrderCalls,
} from '@fairturn/contract/backoffice/reviews'
import { adminSupportCalls } from '@fairturn/contract/backoffice/support'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { orderCalls } from '@fairturn/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { importByTwo, nextSheet, openBankAccount, rightAnswers } from '../../test/bank/account.ts'
import { camt053, type Line } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered, distribute, placeCampaign, putInReview, visit, work } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { executionDay, payable, receiveAt } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { conversationOf } from '../../test/support.ts'
import { createCampaign, payCampaign } from '../campaigns/campaigns.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { linkMembers } from '../members/members.ts'
import { decideNewLines } from '../withdrawals/line-decisions.ts'

const DAY_MS = 86_400_000
const REASON = 'It is written down who has looked.'
const SENDER = 'DE02120300000000202051'

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database, { day: '2026-11-01' })
})
afterAll(() => app.close())

interface Answer {
  readonly status: number
  readonly code: string
}

/** Something that waits, and its decision by one operator. */
interface Item {
  readonly queue: QueueName
  readonly decide: (as: TestOperator) => Promise<Answer>
  /** Who is refused, by the code. */
  readonly barred: Readonly<Record<string, TestOperator>>
  /** Who may decide; the last of them does. */
  readonly allowed: readonly TestOperator[]
}

/** How many lines are for the operator, among those that wait and all others. */
async function linesFor(as: TestOperator): Promise<number> {
  const { list } = answered(await app.call(adminBankingCalls.lines, { as, query: {} }))
  return list.filter(({ for_you }) => for_you).length
}

/** What is counted as the operator's own: on the dashboard, and by the calls of the menu where their role reads those. */
async function ownOf(queue: QueueName, operator: TestOperator): Promise<number> {
  const as = { ...operator, headers: await signedIn(app, operator._id) }
  const shown = answered(await app.call(dashboardCalls.show, { as, query: {} })).queues
  const own = shown.find((row) => row.queue === queue)?.own.waiting ?? 0
  const money = await app.call(dashboardCalls.moneyQueues, { as })
  const reviews = await app.call(adminOrderCalls.queues, { as })
  const conversations = await app.call(adminSupportCalls.queue, { as })
  const menu = {
    ...(money.status === 200 && money.data),
    ...(reviews.status === 200 && reviews.data),
    ...(conversations.status === 200 && conversations.data),
  } as Partial<Record<QueueName, { own: { waiting: number } }>>
  // The list of lines says of each whether it is one of them.
  expect(queue === 'bank_lines' && money.status === 200 ? await linesFor(as) : own).toBe(own)
  // Approvals are counted with their list.
  expect(queue === 'approvals' ? own : (menu[queue]?.own.waiting ?? 0)).toBe(own)
  return own
}

const on = (side: 'in' | 'out', role: 'finance' | 'owner' = 'finance') => staff(app, role, side)
/** The same person after a change of sides that counts already. */
async function gone(person: TestOperator): Promise<TestOperator> {
  await app.database.asSchemaOwner(`update operator set side = 'out' where id = $1`, [person._id])
  return { ...person, side: 'out' }
}
const imported = async (lines: readonly Line[], importer: TestOperator) =>
  await importByTwo(app, camt053({ id: `Q-${++count}`, ...(await nextSheet(app.database)), lines }), {
    importer,
    confirmer: await on('in'),
  })
async function lineOf(statement_id: string, as: TestOperator): Promise<string> {
  await decideNewLines(app.database)
  const { list } = answered(await app.call(adminBankingCalls.lines, { as, query: { statement_id } }))
  return list[0]!._id
}
const request = (member: TestMember, amount_minor: bigint) =>
  app.database.transaction((tx) => requestWithdrawal(tx, { member_id: member._id, amount_minor }))
const approve = (withdrawal_id: string) => (as: TestOperator) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, { as, params: { withdrawal_id }, body: {} })
const createFile = (ids: { withdrawal_ids?: string[]; refund_ids?: string[] }) => (as: TestOperator) =>
  app.call(adminWithdrawalCalls.createBatch, {
    as,
    body: {
      withdrawal_ids: [],
      refund_ids: [],
      ...ids,
      format: 'pain.001.001.09',
      execution_day: executionDay(app),
    },
  })
const refund = (line_id: string) => (as: TestOperator) =>
  app.call(adminBankingCalls.proposeRefund, {
    as,
    params: { line_id },
    body: { holder: 'Jo Sender', account: SENDER, city: 'Berlin', country: 'DE', reason: REASON },
  })
const resolve = (line_id: string) => (as: TestOperator) =>
  app.call(adminBankingCalls.resolveLine, { as, params: { line_id }, body: { reason: REASON } })

/** An order in review, its campaign's placer and carrier new. */
async function inReview() {
  await placeCampaign(app, await app.member(`placer ${++count}`), { visits: 100, order_visits: 30 })
  const carrier = await app.member(`carrier ${count}`)
  const order = await distribute(app, carrier)
  for (let i = 0; i < 3; i++) await visit(app, order)
  await work(app)
  await putInReview(app, order, 24)
  return { carrier, order }
}
const decideReview = (order_id: string) => (as: TestOperator) =>
  app.call(adminOrderCalls.decide, { as, params: { order_id }, body: { verdict: 'refuse', reason: REASON } })

/** A complaint about the visits of an order that `decider` has refused. */
async function complaintAbout(decider: TestOperator): Promise<string> {
  const { carrier, order } = await inReview()
  expect((await decideReview(order._id)(decider)).status).toBe(200)
  const subject = { kind: 'visits' as const, _id: order._id }
  return (await conversationOf(app, carrier, { subject, complaint: true, message: 'They were people.' }))._id
}
const decideComplaint = (conversation_id: string) => (as: TestOperator) =>
  app.call(adminSupportCalls.decide, {
    as,
    params: { conversation_id },
    body: {
      verdict: 'not_upheld',
      facts: 'The visits came from one browser.',
      rule: 'Rules, section 4.',
      machine: 'none',
      can_be_done: 'Nothing more.',
    },
  })

/** An unmatched payment that `importer` brought. */
const unmatched = async (importer: TestOperator) =>
  await lineOf(
    (await imported([{ amount: '12.00', text: 'for nobody', name: 'Jo Sender', iban: SENDER }], importer))
      ._id,
    importer,
  )

const ITEMS: Record<string, () => Promise<Item>> = {
  async 'a campaign'() {
    const placer = await payable(app, `advertiser ${++count}`, 10_000n)
    const campaign_id = await app.database.transaction(async (tx) => {
      const { id } = await createCampaign(tx, {
        member_id: placer._id,
        brand: 'Lotus Tea',
        kind: 'visit',
        tagline: { en: 'Tea' },
        caption: { en: 'See the tea.' },
        creative: '/files/tea.webp',
        landing_url: 'https://tea.example.com/',
        languages: [],
        price_minor: 10n,
        visits: 10,
        order_visits: 2,
        order_hours: 48,
        ends_at: new Date(tx.now.getTime() + 30 * DAY_MS),
      })
      await payCampaign(tx, { member_id: placer._id, campaign_id: id })
      return id
    })
    return {
      queue: 'campaigns',
      decide: (as) =>
        app.call(adminCampaignCalls.reject, { as, params: { campaign_id }, body: { reason: REASON } }),
      barred: { your_role_may_not_do_this: await staff(app, 'auditor') },
      allowed: [await staff(app, 'support'), await staff(app, 'content')],
    }
  },
  async 'an order in review'() {
    const { order } = await inReview()
    return {
      queue: 'orders',
      decide: decideReview(order._id),
      barred: { your_role_may_not_do_this: await staff(app, 'content') },
      allowed: [await on('in', 'owner'), await staff(app, 'support')],
    }
  },
  async 'an objection'() {
    const { carrier, order } = await inReview()
    const first = await staff(app, 'support')
    answered(await decideReview(order._id)(first))
    const made = { token: carrier.token, params: { order_id: order._id }, body: {} }
    answered(await app.call(orderCalls.object, made))
    const [row] = await app.database.asSchemaOwner<{ id: string }>(
      'select id from objection where order_id = $1',
      [order._id],
    )
    return {
      queue: 'objections',
      decide: (as) =>
        app.call(adminObjectionCalls.decide, {
          as,
          params: { objection_id: row!.id },
          body: { upheld: 'all' },
        }),
      barred: { another_operator_must_decide: first, your_role_may_not_do_this: await staff(app, 'content') },
      allowed: [await on('out', 'owner'), await staff(app, 'support')],
    }
  },
  async 'a proposal'() {
    const proposer = await on('out')
    const { proposal_id } = answered(await refund(await unmatched(await on('in')))(proposer))
    return {
      queue: 'approvals',
      decide: (as) => approveProposal(app, proposal_id, as),
      barred: {
        another_operator_must_approve: proposer,
        your_side_does_not_do_this: await on('in'),
        your_role_may_not_do_this: await staff(app, 'support'),
      },
      allowed: [await on('out'), await on('out', 'owner')],
    }
  },
  async 'a complaint'() {
    const decider = await staff(app, 'support')
    const conversation_id = await complaintAbout(decider)
    return {
      queue: 'conversations',
      decide: decideComplaint(conversation_id),
      barred: { you_decided_this_yourself: decider, your_role_may_not_do_this: await staff(app, 'auditor') },
      allowed: [await staff(app, 'owner'), await staff(app, 'support')],
    }
  },
  async 'a question'() {
    const { _id } = await conversationOf(app, await app.member(`who asks ${++count}`))
    return {
      queue: 'conversations',
      decide: (as) =>
        app.call(adminSupportCalls.answer, {
          as,
          key: newId(app.clock.now()),
          params: { conversation_id: _id },
          body: { message: 'Here you are.' },
        }),
      barred: { your_role_may_not_do_this: await staff(app, 'auditor') },
      allowed: [await staff(app, 'owner'), await staff(app, 'support')],
    }
  },
  async 'a withdrawal'() {
    const member = await payable(app, `paid ${++count}`, 0n)
    const { reference } = await app.database.transaction((tx) =>
      createDeposit(tx, { member_id: member._id, amount_minor: 9000n, method: 'bank_transfer' }),
    )
    const importer = await on('in')
    await imported([{ amount: '90.00', e2e: reference }], importer)
    await decideNewLines(app.database)
    const { id } = await request(member, 3000n)
    return {
      queue: 'withdrawals',
      decide: approve(id),
      barred: {
        who_brought_money_in_does_not_send_it_out: await gone(importer),
        your_side_does_not_do_this: await on('in'),
        your_role_may_not_do_this: await staff(app, 'auditor'),
      },
      allowed: [await on('out', 'owner'), await on('out')],
    }
  },
  async 'an approved withdrawal'() {
    const { id } = await request(await payable(app, `paid ${++count}`, 9000n), 3000n)
    const approver = await on('out')
    answered(await approve(id)(approver))
    return {
      queue: 'payouts',
      decide: createFile({ withdrawal_ids: [id] }),
      barred: {
        who_approved_a_payment_does_not_release_it: approver,
        your_side_does_not_do_this: await on('in'),
      },
      allowed: [await on('out', 'owner'), await on('out')],
    }
  },
  async 'an approved refund'() {
    const [proposer, approver] = [await on('out'), await on('out')]
    const { proposal_id } = answered(await refund(await unmatched(await on('in')))(proposer))
    answered(await approveProposal(app, proposal_id, approver))
    const { list } = answered(
      await app.call(adminBankingCalls.refunds, {
        as: proposer,
        query: { undrawn: 'true', status: 'approved' },
      }),
    )
    return {
      queue: 'refunds',
      decide: createFile({ refund_ids: [list[0]!._id] }),
      barred: {
        who_approved_a_payment_does_not_release_it: approver,
        your_side_does_not_do_this: await on('in'),
      },
      allowed: [await on('out', 'owner'), await on('out')],
    }
  },
  async 'a payment file'() {
    const { id } = await request(await payable(app, `paid ${++count}`, 9000n), 3000n)
    const approver = await on('out')
    answered(await approve(id)(approver))
    const releaser = await on('out')
    const { _id: batch_id } = answered(await createFile({ withdrawal_ids: [id] })(releaser))
    const step = (as: TestOperator) => ({ as, params: { batch_id } })
    answered(await app.call(adminWithdrawalCalls.exportBatch, step(releaser)))
    return {
      queue: 'payout_batches',
      decide: (as) => app.call(adminWithdrawalCalls.sendBatch, step(as)),
      barred: {
        who_approved_a_payment_does_not_release_it: approver,
        your_side_does_not_do_this: await on('in'),
      },
      allowed: [await on('out', 'owner'), releaser],
    }
  },
  async 'a bank statement'() {
    const importer = await on('in')
    const sheet = { id: `Q-${++count}`, ...(await nextSheet(app.database)) }
    const content = camt053({ ...sheet, lines: [{ amount: '1.00', text: 'whatever' }] })
    const { data } = (await uploadBankFile(app, importer, { path: 'bank-statements', content })) as {
      data: { list: { _id: string }[] }
    }
    const statement_id = data.list[0]!._id
    const reader = await on('in')
    return {
      queue: 'bank_statements',
      async decide(as) {
        const asked = await app.call(adminBankingCalls.confirmation, { as, params: { statement_id } })
        if (asked.status !== 200) return asked
        const body = await rightAnswers(app, statement_id, as)
        return await app.call(adminBankingCalls.confirmStatement, { as, params: { statement_id }, body })
      },
      barred: { who_imported_a_statement_does_not_decide_on_it: importer },
      allowed: [await on('in', 'owner'), reader],
    }
  },
  async 'an unmatched line, for the side that sends it back'() {
    const importer = await on('in')
    const line_id = await unmatched(importer)
    return {
      queue: 'bank_lines',
      decide: refund(line_id),
      barred: {
        who_brought_money_in_does_not_send_it_out: await gone(importer),
        your_role_may_not_do_this: await staff(app, 'auditor'),
      },
      allowed: [await on('out')],
    }
  },
  async 'an unmatched line, for the side that says whose it is'() {
    const importer = await on('in')
    const line_id = await unmatched(importer)
    const { _id: member_id } = await app.member(`owner of money ${++count}`)
    return {
      queue: 'bank_lines',
      decide: (as) =>
        app.call(adminDepositCalls.assignLine, {
          as,
          params: { line_id },
          body: { member_id, reason: REASON },
        }),
      barred: { your_role_may_not_do_this: await staff(app, 'auditor') },
      allowed: [importer],
    }
  },
  async 'an unexplained debit, for who did not bring it'() {
    const importer = await on('in')
    const { _id } = await imported([{ amount: '-4.00', text: 'who knows' }], importer)
    const line_id = await lineOf(_id, importer)
    return {
      queue: 'bank_lines',
      decide: resolve(line_id),
      barred: { another_operator_must_decide: await gone(importer) },
      allowed: [await on('out'), await on('in')],
    }
  },
  async 'a card payment'() {
    const event_id = `evt_${newId(app.clock.now())}`
    await app.database.asSchemaOwner(
      `insert into card_event (id, type, happened_at, received_at, status, note) values ($1, 'charge.refunded', $2, $2, 'needs_review', 'x')`,
      [event_id, app.clock.now()],
    )
    return {
      queue: 'card_events',
      decide: (as) =>
        app.call(adminDepositCalls.resolveCardEvent, { as, params: { event_id }, body: { reason: REASON } }),
      barred: {
        your_side_does_not_do_this: await on('out'),
        your_role_may_not_do_this: await staff(app, 'auditor'),
      },
      allowed: [await on('in', 'owner'), await on('in')],
    }
  },
}

test.each(Object.keys(ITEMS))('%s is counted for who may decide it, and for nobody else', async (name) => {
  app.clock.advance(8 * DAY_MS) // so that approvals of earlier tests do not count
  const item = await ITEMS[name]!()
  const again = async (person: TestOperator) => ({ ...person, headers: await signedIn(app, person._id) })
  const before = new Map<TestOperator, number>()
  for (const person of [...Object.values(item.barred), ...item.allowed])
    before.set(person, await ownOf(item.queue, person))
  for (const [code, person] of Object.entries(item.barred))
    expect(await item.decide(await again(person))).toMatchObject({ code })
  const decider = item.allowed.at(-1)!
  answered({ data: null, ...(await item.decide(await again(decider))) })
  // With it decided, each of those who might have has one fewer, and whoever was refused has as many as before.
  for (const person of item.allowed)
    expect([name, person.role, await ownOf(item.queue, person)]).toEqual([
      name,
      person.role,
      before.get(person)! - 1,
    ])
  for (const person of Object.values(item.barred))
    expect([name, person.role, await ownOf(item.queue, person)]).toEqual([
      name,
      person.role,
      before.get(person),
    ])
})

test('complaints that are decided together count for nobody who decided one of them, as the list says', async () => {
  app.clock.advance(8 * DAY_MS)
  const [one, two, three] = [
    await staff(app, 'support'),
    await staff(app, 'support'),
    await staff(app, 'support'),
  ]
  const before = await Promise.all([one, two, three].map((each) => ownOf('conversations', each)))
  const ring: TestMember[] = []
  for (const as of [one, two]) {
    const member = await app.member(`of a ring ${++count}`)
    const params = { member_id: member._id }
    const body = { kind: 'conduct' as const, reason: REASON }
    answered(await app.call(adminMemberCalls.lock, { as, params, body }))
    ring.push(member)
  }
  const link = [{ member_id: ring[1]!._id, kind: 'device' as const }]
  await app.database.transaction((tx) => linkMembers(tx, ring[0]!._id, link, tx.now))
  const ids: string[] = []
  for (const member of ring) {
    const subject = { kind: 'lock' as const, _id: member._id }
    ids.push((await conversationOf(app, member, { subject, complaint: true }))._id)
  }
  for (const [i, more] of [0, 0, 2].entries()) {
    const as = [one, two, three][i]!
    const { list } = answered(await app.call(adminSupportCalls.list, { as, query: {} }))
    const mine = list.filter(({ _id, may_decide }) => ids.includes(_id) && may_decide)
    expect([await ownOf('conversations', as), mine.length]).toEqual([before[i]! + more, more])
  }
})

test('a withdrawal that is proposed waits among the approvals, and a line with a proposed refund too: each counts once', async () => {
  app.clock.advance(8 * DAY_MS)
  const { id } = await request(await payable(app, `rich ${++count}`, 900_000n), 500_000n)
  const line_id = await unmatched(await on('in'))
  const [proposer, other] = [await on('out'), await on('out')]
  const counts = async (as: TestOperator) =>
    await Promise.all((['withdrawals', 'bank_lines', 'approvals'] as const).map((queue) => ownOf(queue, as)))
  const [withdrawals = 0, lines = 0, approvals = 0] = await counts(other)
  const listed = async (as: TestOperator) => {
    const queues = answered(await app.call(dashboardCalls.moneyQueues, { as }))
    return [queues.withdrawals.waiting, queues.bank_lines.waiting]
  }
  const before = await listed(other)
  const body = { reason: REASON }
  const proposed = { as: proposer, params: { withdrawal_id: id }, body }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, proposed))
  answered(await refund(line_id)(proposer))
  expect(await counts(other)).toEqual([withdrawals - 1, lines - 1, approvals + 2])
  expect(await counts(proposer)).toEqual([withdrawals - 1, lines - 1, approvals])
  // Their lists show them still, and so do the numbers of all.
  expect(await listed(other)).toEqual(before)
})
