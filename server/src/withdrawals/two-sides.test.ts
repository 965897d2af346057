// The two sides: a pair of operators with a member each cannot get invented money out, also not through a campaign and its
// carrier: forged credit, campaign of one dear visit, own visit, payout. Changing sides takes two owners and seven days.
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { bankStatementCalls } from '@fairturn/contract/backoffice/bank-statements'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import { adjustmentCalls } from '@fairturn/contract/backoffice/manual-adjustments'
import { adminCampaignCalls } from '@fairturn/contract/backoffice/reviews'
import { staffCalls } from '@fairturn/contract/backoffice/staff'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { approveProposal } from '../../test/approvals.ts'
import { importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, pain002 } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered, carry, claim, unpaidCampaign } from '../../test/carrying.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { payCampaign } from '../campaigns/campaigns.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { decideNewLines } from './line-decisions.ts'

const DAY_MS = 86_400_000
const OTHER_SIDE = { status: 403, code: 'your_side_does_not_do_this' }
const REASON = 'It has been looked at.'

let app: TestApp
let importer: TestOperator
let confirmer: TestOperator
let approver: TestOperator
let releaser: TestOperator
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
  importer = await staff(app, 'finance', 'in')
  confirmer = await staff(app, 'owner', 'in')
  approver = await staff(app, 'finance', 'out')
  releaser = await staff(app, 'owner', 'out')
})
/** Signed in again: tests advance the clock by days. */
beforeEach(async () => {
  const again = async (who: TestOperator) => ({ ...who, headers: await signedIn(app, who._id) })
  importer = await again(importer)
  confirmer = await again(confirmer)
  approver = await again(approver)
  releaser = await again(releaser)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

/** A forged credit of the placer, a campaign of one dear visit, carried by the other member, who asks for the payout. */
async function walk(
  reviewer: TestOperator,
): Promise<{ withdrawal_id: string; order_id: string; carrier: TestMember }> {
  const placer = await payable(app, `placer ${++count}`, 0n)
  const carrier = await payable(app, `carrier ${count}`, 0n)
  const { reference } = await app.database.transaction((tx) =>
    createDeposit(tx, { member_id: placer._id, amount_minor: 60_000n, method: 'bank_transfer' }),
  )
  const lines = [{ amount: '600.00', e2e: reference }]
  const content = camt053({ id: `FORGED-${count}`, ...(await nextSheet(app.database)), lines })
  await importByTwo(app, content, { importer, confirmer })
  await decideNewLines(app.database)
  const { id: campaign_id } = await app.database.transaction(async (tx) => {
    const campaign = await unpaidCampaign(tx, placer, { price_minor: 5000n, visits: 1, order_visits: 1 })
    await payCampaign(tx, { member_id: placer._id, campaign_id: campaign.id })
    return campaign
  })
  answered(await app.call(adminCampaignCalls.approve, { as: reviewer, params: { campaign_id } }))
  const order = await carry(app, carrier)
  answered(await claim(app, carrier, order._id))
  const { id: withdrawal_id } = await app.database.transaction((tx) =>
    requestWithdrawal(tx, { member_id: carrier._id, amount_minor: 5000n }),
  )
  return { withdrawal_id, order_id: order._id, carrier }
}

const approve = (withdrawal_id: string, as: TestOperator) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, {
    as,
    params: { withdrawal_id },
    body: { reason: REASON },
  })
const createFile = (withdrawal_id: string, as: TestOperator) =>
  app.call(adminWithdrawalCalls.createBatch, {
    as,
    body: {
      withdrawal_ids: [withdrawal_id],
      refund_ids: [],
      format: 'pain.001.001.09',
      execution_day: executionDay(app),
    },
  })
const statusOf = async (withdrawal_id: string) =>
  answered(await app.call(adminWithdrawalCalls.withdrawal, { as: importer, params: { withdrawal_id } }))
    .status

describe('the walk from a forged credit to a payout', () => {
  test('importer and confirmer, and confirmer and reviewer, do not get the payout approved, put into a file or sent', async () => {
    // The confirmer, an owner, reviews the campaign: both pairs walk as far as the request.
    const { withdrawal_id } = await walk(confirmer)
    for (const as of [importer, confirmer]) {
      expect(await approve(withdrawal_id, as)).toMatchObject({
        ...OTHER_SIDE,
        details: { side: 'out', who: `${approver.username}, ${releaser.username}` },
      })
      expect(await createFile(withdrawal_id, as)).toMatchObject(OTHER_SIDE)
    }
    expect(await statusOf(withdrawal_id)).toBe('requested')
    // Honest colleagues have approved it and made the file: neither of the two releases it.
    answered(await approve(withdrawal_id, approver))
    const { _id: batch_id } = answered(await createFile(withdrawal_id, releaser))
    for (const as of [importer, confirmer])
      for (const call of [adminWithdrawalCalls.exportBatch, adminWithdrawalCalls.sendBatch])
        expect(await app.call(call, { as, params: { batch_id } })).toMatchObject(OTHER_SIDE)
    answered(await app.call(adminWithdrawalCalls.discardBatch, { as: releaser, params: { batch_id } }))
    expect(await statusOf(withdrawal_id)).toBe('approved')
  })

  test('approver and releaser cannot bring money in, in any way, nor change whom it goes to', async () => {
    const mine = await payable(app, `a member of theirs ${++count}`, 0n)
    const id = newId(app.clock.now())
    const content = camt053({ id: `OUT-${count}`, ...(await nextSheet(app.database)), lines: [] })
    for (const as of [approver, releaser]) {
      expect(await uploadBankFile(app, as, { path: 'bank-statements', content })).toMatchObject({
        code: OTHER_SIDE.code,
      })
      const to = { kind: 'member_available' as const, holder_id: mine._id }
      const from = { kind: 'platform_revenue' as never, holder_id: null as never }
      const answers = await Promise.all([
        app.call(bankStatementCalls.confirmStatement, {
          as,
          params: { statement_id: id },
          body: {} as never,
        }),
        app.call(adminDepositCalls.assignLine, {
          as,
          params: { line_id: id },
          body: { member_id: mine._id, reason: REASON },
        }),
        app.call(adminBankingCalls.confirmLine, {
          as,
          params: { line_id: id },
          body: { credit: true, reason: REASON },
        }),
        app.call(ledgerCalls.proposeAdjustment, {
          as,
          key: newId(app.clock.now()),
          body: { adjustment: 'goodwill', from, to, amount: '50.00', refers_to: id, reason: REASON },
        }),
        app.call(adjustmentCalls.proposePayoutAccount, {
          as,
          params: { member_id: mine._id },
          body: {} as never,
        }),
      ])
      for (const answer of answers) expect(answer).toMatchObject(OTHER_SIDE)
    }
  })

  test('approver and releaser are refused every other way in, and each proposal of it; the side in is not', async () => {
    const { withdrawal_id, order_id, carrier } = await walk(await staff(app, 'support'))
    answered(await approve(withdrawal_id, approver))
    const { _id: batch_id, reference } = answered(await createFile(withdrawal_id, releaser))
    answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
    const lines = [{ amount: '-3.00', text: 'a debit of nobody' }]
    const content = camt053({ id: `MORE-${++count}`, ...(await nextSheet(app.database)), lines })
    const { _id: accepted } = await importByTwo(app, content, { importer, confirmer })
    await decideNewLines(app.database)
    const query = { statement_id: accepted }
    const [line] = answered(await app.call(adminBankingCalls.lines, { as: importer, query })).list
    expect(line!.state).toBe('unexplained')
    const next = camt053({ id: `OPEN-${count}`, ...(await nextSheet(app.database)), lines: [] })
    const { data } = (await uploadBankFile(app, importer, {
      path: 'bank-statements',
      content: next,
    })) as unknown as { data: { list: { _id: string }[] } }
    const body = { reason: REASON }
    const report = pain002({ reference, group: 'ACCP' })
    const { _id: member_id } = carrier
    const refunded = { amount: '1.00', subject: 'order' as const, refers_to: order_id, ...body }
    const key = newId(app.clock.now())
    type Answer = { code?: string; data?: unknown }
    const ways: Record<string, (as: TestOperator) => Promise<Answer>> = {
      'discard a statement': (as) =>
        app.call(bankStatementCalls.discardStatement, {
          as,
          params: { statement_id: data.list[0]!._id },
          body,
        }),
      'revoke a statement': (as) =>
        app.call(bankStatementCalls.proposeRevocation, { as, params: query, body }),
      'import by hand': (as) => app.call(bankStatementCalls.proposeHandImport, { as, body }),
      'a refund outside the rules': (as) =>
        app.call(adjustmentCalls.proposeRefund, { as, key, params: { member_id }, body: refunded }),
      'the opening balance': (as) => app.call(bankStatementCalls.proposeOpeningBalance, { as, body }),
      'a status report': (as) => uploadBankFile(app, as, { path: 'payout-reports', content: report }),
    }
    const proposals: string[] = []
    for (const [way, attempt] of Object.entries(ways)) {
      for (const as of [approver, releaser])
        expect([way, await attempt(as)]).toMatchObject([
          way,
          { code: OTHER_SIDE.code, details: { side: 'in' } },
        ])
      // Nobody else stands in the way: the second of the side `in` may do it.
      const done = (await attempt(confirmer)).data as { proposal_id?: string }
      expect([way, done]).toEqual([way, expect.anything()])
      if (done.proposal_id) proposals.push(done.proposal_id)
    }
    expect(proposals).toHaveLength(5)
    for (const proposal_id of proposals) {
      for (const as of [approver, releaser]) {
        expect(await approveProposal(app, proposal_id, as)).toMatchObject(OTHER_SIDE)
        const rejection = { as, params: { proposal_id }, body }
        expect(await app.call(approvalCalls.reject, rejection)).toMatchObject(OTHER_SIDE)
      }
      answered(await app.call(approvalCalls.withdraw, { as: confirmer, params: { proposal_id } }))
    }
  })

  test('approver and releaser are two people, so the four are', async () => {
    const { withdrawal_id } = await walk(await staff(app, 'support'))
    answered(await approve(withdrawal_id, approver))
    expect(await createFile(withdrawal_id, approver)).toMatchObject({
      code: 'who_approved_a_payment_does_not_release_it',
    })
    const { _id: batch_id } = answered(await createFile(withdrawal_id, releaser))
    answered(await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }))
    answered(await app.call(adminWithdrawalCalls.sendBatch, { as: releaser, params: { batch_id } }))
    expect(await statusOf(withdrawal_id)).toBe('sent')
  })
})

describe('a change of sides', () => {
  const change = (as: TestOperator, { _id: operator_id }: TestOperator, side: 'in' | 'out') =>
    app.call(staffCalls.changeSide, { as, params: { operator_id }, body: { side, reason: REASON } })
  const me = async (who: TestOperator) => answered(await app.call(staffCalls.me, { as: who }))

  test('takes two owners, not whom it is about, and counts after seven days', async () => {
    const one = await staff(app, 'finance', 'in')
    const [owner, other] = [await staff(app, 'owner'), await staff(app, 'owner', 'out')]
    expect(await change(one, one, 'out')).toMatchObject({ code: 'your_role_may_not_do_this' })
    expect(await change(owner, owner, 'out')).toMatchObject({ code: 'nobody_decides_about_themselves' })
    expect(await change(owner, one, 'in')).toMatchObject({ code: 'operator_has_changed' })
    const { proposal_id } = answered(await change(owner, one, 'out'))
    expect(await approveProposal(app, proposal_id, owner)).toMatchObject({
      code: 'another_operator_must_approve',
    })
    answered(await approveProposal(app, proposal_id, other))
    const from = new Date(app.clock.now().getTime() + 7 * DAY_MS).toISOString()
    expect(await me(one)).toMatchObject({ side: 'in', next_side: { side: 'out', from } })
    const { withdrawal_id } = await walk(await staff(app, 'support'))
    expect(await approve(withdrawal_id, one)).toMatchObject(OTHER_SIDE)
    app.clock.advance(Date.parse(from) - 1 - app.clock.now().getTime())
    const back = async () => ({ ...one, headers: await signedIn(app, one._id) })
    expect(await approve(withdrawal_id, await back())).toMatchObject(OTHER_SIDE)
    app.clock.advance(1)
    expect(await me(await back())).toMatchObject({ side: 'out', next_side: null })
    expect((await approve(withdrawal_id, await back())).status).toBe(200)
  })

  test('does not let who brought the money in send out what a campaign paid of it within 30 days', async () => {
    const { withdrawal_id } = await walk(await staff(app, 'support'))
    await app.database.asSchemaOwner(`update operator set side = 'out' where id = $1`, [importer._id])
    try {
      app.clock.advance(8 * DAY_MS)
      const changed = async () => ({ ...importer, headers: await signedIn(app, importer._id) })
      const refused = { status: 403, code: 'who_brought_money_in_does_not_send_it_out' }
      expect(await approve(withdrawal_id, await changed())).toMatchObject(refused)
      const raw = app.database.query({
        text: `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3 where id = $1`,
        values: [withdrawal_id, app.clock.now(), importer.actor],
      })
      await expect(raw).rejects.toMatchObject({ constraint: 'withdrawal_awards_were_brought_in_by_others' })
      answered(await approve(withdrawal_id, await staff(app, 'finance', 'out')))
      expect(await createFile(withdrawal_id, await changed())).toMatchObject(refused)
      app.clock.advance(23 * DAY_MS)
      answered(await createFile(withdrawal_id, await changed()))
    } finally {
      await app.database.asSchemaOwner(`update operator set side = 'in' where id = $1`, [importer._id])
    }
  })

  test('makes the earlier proposals of the other side void', async () => {
    const who = await payable(app, `void ${++count}`, 200_000n)
    const { id } = await app.database.transaction((tx) =>
      requestWithdrawal(tx, { member_id: who._id, amount_minor: 150_000n }),
    )
    const [one, second] = [await staff(app, 'finance', 'out'), await staff(app, 'finance', 'out')]
    const { proposal_id } = answered(await approve(id, one))
    const waits = answered(
      await app.call(approvalCalls.detail, { as: second, params: { proposal_id: proposal_id! } }),
    )
    expect(waits.side).toBe('out')
    expect(waits.waits_for).toContain(second.username)
    expect(waits.waits_for).not.toContain(one.username)
    expect(waits.waits_for).not.toContain(importer.username)
    const outOfSide = await staff(app, 'finance', 'in')
    expect(await approveProposal(app, proposal_id!, outOfSide)).toMatchObject(OTHER_SIDE)
    await app.database.asSchemaOwner(`update operator set side = 'in' where id = $1`, [one._id])
    expect(await approveProposal(app, proposal_id!, second)).toMatchObject({ code: 'proposal_is_void' })
  })

  test('is not made by the processes’ login alone, and not before seven days', async () => {
    const one = await staff(app, 'finance', 'in')
    const set = (sql: string) =>
      app.database.query({ text: `update operator set ${sql} where id = $1`, values: [one._id] })
    for (const sql of [`side = 'out'`, `side = null`, `next_side = 'out', next_side_from = now()`])
      await expect(set(sql)).rejects.toThrow(/beside an approved proposal/)
  })

  test('after an upgrade nobody has a side and all money waits, until owners have given each a first one', async () => {
    const upgraded = await startApp()
    try {
      await receiveAt(upgraded)
      await openBankAccount(upgraded.database)
      const owners = [
        await staff(upgraded, 'owner', null),
        await staff(upgraded, 'owner', null),
        await staff(upgraded, 'owner', null),
      ] as const
      const others = [await staff(upgraded, 'finance', null), await staff(upgraded, 'finance', null)] as const
      await staff(upgraded, 'support')
      const sides = async () => answered(await upgraded.call(staffCalls.sides, { as: owners[0] }))
      const everybody = [...owners, ...others].map(({ username }) => username).toSorted()
      expect(await sides()).toEqual({ in: [], out: [], none: everybody })
      const content = camt053({ id: 'UPGRADED', ...(await nextSheet(upgraded.database)), lines: [] })
      const send = (as: TestOperator) => uploadBankFile(upgraded, as, { path: 'bank-statements', content })
      for (const as of [...owners, ...others])
        expect(await send(as)).toMatchObject({ code: OTHER_SIDE.code, details: { side: 'in', who: '—' } })
      // Of an owner, the two others decide.
      const given = [
        [others[0], 'in', owners[0], owners[1]],
        [others[1], 'out', owners[0], owners[2]],
        [owners[0], 'in', owners[1], owners[2]],
        [owners[1], 'out', owners[2], owners[0]],
        [owners[2], 'out', owners[0], owners[1]],
      ] as const
      for (const [{ _id: operator_id }, side, proposer, second] of given) {
        const body = { side, reason: REASON }
        const proposed = await upgraded.call(staffCalls.changeSide, {
          as: proposer,
          params: { operator_id },
          body,
        })
        answered(await approveProposal(upgraded, answered(proposed).proposal_id, second))
      }
      expect(await sides()).toMatchObject({ none: [] })
      expect((await sides()).in).toHaveLength(2)
      expect((await send(others[0])).code).toBeUndefined()
    } finally {
      await upgraded.close()
    }
  })

  test('stays when the role changes; a first role that moves money needs one', async () => {
    const [owner, other] = [await staff(app, 'owner'), await staff(app, 'owner')]
    const one = await staff(app, 'support')
    const changed = (role: 'finance' | 'support', side?: 'in' | 'out') =>
      app.call(staffCalls.changeRole, {
        as: owner,
        params: { operator_id: one._id },
        body: { role, ...(side && { side }), reason: REASON },
      })
    expect(await changed('finance')).toMatchObject({ status: 422, code: 'side_is_required' })
    answered(await approveProposal(app, answered(await changed('finance', 'in')).proposal_id, other))
    expect(await changed('support', 'out')).toMatchObject({ code: 'operator_has_a_side' })
    answered(await approveProposal(app, answered(await changed('support')).proposal_id, other))
    expect(await changed('finance', 'out')).toMatchObject({ status: 409, code: 'operator_has_a_side' })
    answered(await approveProposal(app, answered(await changed('finance')).proposal_id, other))
    const headers = await signedIn(app, one._id)
    expect(await me({ ...one, headers })).toMatchObject({ role: 'finance', side: 'in' })
  })
})

test('the work of a side waits, and says for whom', async () => {
  const sides = answered(await app.call(staffCalls.sides, { as: await staff(app, 'auditor') }))
  expect(sides.in).toContain(importer.username)
  expect(sides.out).toContain(approver.username)
  expect(sides.in.filter((one) => sides.out.includes(one))).toEqual([])
  await app.database.asSchemaOwner(`update operator set disabled_at = now() where id = $1`, [approver._id])
  const left = answered(await app.call(staffCalls.sides, { as: importer }))
  expect(left.out).not.toContain(approver.username)
})
