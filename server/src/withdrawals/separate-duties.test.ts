// Separation of duties in the back office: nobody brings money in and sends it out, in any session or role; a
// statement that does not follow the last one credits nobody before a second operator has confirmed it; and the
// threshold for dual approval counts earlier approvals.
import { randomUUID } from 'node:crypto'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminDepositCalls } from '@fairturn/contract/backoffice/deposits'
import { ledgerCalls } from '@fairturn/contract/backoffice/ledger'
import type { StaffRole } from '@fairturn/contract/backoffice/roles'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { depositCalls } from '@fairturn/contract/deposits'
import { newId } from '@fairturn/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { importByTwo, nextSheet, openBankAccount } from '../../test/bank/account.ts'
import { camt053, type Line, type Sheet } from '../../test/bank/files.ts'
import { uploadBankFile } from '../../test/bank/upload.ts'
import { answered } from '../../test/carrying.ts'
import { creditOf } from '../../test/corrections.ts'
import { requestWithdrawal } from '../../test/finance.ts'
import { freezeScope, releaseFreeze } from '../../test/freezes.ts'
import { executionDay, expectPaymentsCorrect, payable, receiveAt } from '../../test/payments.ts'
import { signedIn, staff, type TestOperator } from '../../test/staff.ts'
import { createDeposit } from '../deposits/deposits.ts'
import { accountOf, balancesOf } from '../ledger/ledger.ts'
import type { Tx } from '../platform/database/database.ts'
import { decideNewLines } from './line-decisions.ts'
import { cancelWithdrawal } from './withdrawals.ts'

const DAY_MS = 86_400_000
const SENDER = 'DE02120300000000202051'

let app: TestApp
let importer: TestOperator
let second: TestOperator
let approver: TestOperator
let proposer: TestOperator
let releaser: TestOperator
let member: TestMember
let count = 0

beforeAll(async () => {
  app = await startApp()
  await receiveAt(app)
  await openBankAccount(app.database)
})
beforeEach(async () => {
  app.clock.advance(8 * DAY_MS) // so that approvals of earlier tests do not count
  ;[importer, second, approver, proposer, releaser] = (await Promise.all(
    (['in', 'in', 'out', 'out', 'out'] as const).map((side) => staff(app, 'finance', side)),
  )) as [TestOperator, TestOperator, TestOperator, TestOperator, TestOperator]
  member = await payable(app, `duties ${++count}`, 0n)
})
afterAll(async () => {
  await expectPaymentsCorrect(app)
  await app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => app.database.transaction(work)
const announce = (amount_minor: bigint, { _id: member_id } = member) =>
  inTx((tx) => createDeposit(tx, { member_id, amount_minor, method: 'bank_transfer' }))
const requested = (amount_minor: bigint, { _id: member_id } = member) =>
  inTx((tx) => requestWithdrawal(tx, { member_id, amount_minor }))
const availableOf = async ({ _id } = member) =>
  (await balancesOf(app.database, [accountOf('member_available', _id)])).values().next().value!.balance_minor

/** Imports a statement, by default one that follows the last; somebody else confirms it. */
async function take(
  lines: readonly Line[],
  sheet: Partial<Sheet> = {},
  as = importer,
  confirmer?: TestOperator,
) {
  const content = camt053({ id: `D-${++count}`, ...(await nextSheet(app.database)), ...sheet, lines })
  return await importByTwo(app, content, {
    importer: as,
    confirmer: confirmer ?? (await staff(app, 'finance')),
  })
}

const linesOf = async (statement_id: string) =>
  answered(await app.call(adminBankingCalls.lines, { as: importer, query: { statement_id } })).list
const approve = (withdrawal_id: string, as = approver, reason?: string) =>
  app.call(adminWithdrawalCalls.approveWithdrawal, {
    as,
    params: { withdrawal_id },
    body: reason === undefined ? {} : { reason },
  })
async function agree(proposal_id: string, as: TestOperator) {
  const params = { proposal_id }
  const { content_hash } = answered(await app.call(approvalCalls.detail, { as, params }))
  return await app.call(approvalCalls.approve, { as, params, body: { content_hash } })
}
/** Moves 100.00 from a member or from an unmatched payment; proposed by one operator, approved by another. */
async function moved(
  from: TestMember | { line_id: string },
  { _id: holder_id }: TestMember,
  refers_to: string,
  [first, other] = [importer, second],
) {
  const input =
    'line_id' in from
      ? {
          adjustment: 'found_too_much' as const,
          from: { kind: 'unmatched_payment' as const, holder_id: from.line_id },
        }
      : {
          adjustment: 'credited_to_another' as const,
          from: { kind: 'member_available' as const, holder_id: from._id },
          corrects: await creditOf(app.database, from._id),
        }
  const to = { kind: 'member_available' as const, holder_id }
  const body = { ...input, to, amount: '100.00', refers_to, reason: 'It was meant for another member.' }
  const key = newId(app.clock.now())
  const { proposal_id } = answered(await app.call(ledgerCalls.proposeAdjustment, { as: first, key, body }))
  answered(await agree(proposal_id, other))
}
const createFile = (ids: { withdrawal_ids?: string[]; refund_ids?: string[] }, as = releaser) =>
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
const exported = (batch_id: string, as = releaser) =>
  app.call(adminWithdrawalCalls.exportBatch, { as, params: { batch_id } })
const sent = (batch_id: string, as = releaser) =>
  app.call(adminWithdrawalCalls.sendBatch, { as, params: { batch_id } })

const BROUGHT_IN = { status: 403, code: 'who_brought_money_in_does_not_send_it_out' }
const APPROVED = { status: 403, code: 'who_approved_a_payment_does_not_release_it' }

/** The same person after a change of sides that counts already: the next line of defence is what is recorded of each credit. */
async function gone<Person extends TestOperator>(person: Person): Promise<Person> {
  await app.database.asSchemaOwner(`update operator set side = 'out' where id = $1`, [person._id])
  return person
}

/** The same person in another session, after a change of sides, and of role. */
async function selvesOf(operator: TestOperator, role: StaffRole = 'owner'): Promise<TestOperator[]> {
  const again = { ...operator, headers: await signedIn(app, operator._id) }
  const other = await staff(app, 'finance')
  await app.database.asSchemaOwner(`update operator set role = $2, side = 'out' where id = $1`, [
    operator._id,
    role,
  ])
  expect(other.actor).not.toBe(operator.actor)
  return [operator, again, { ...operator, role, headers: await signedIn(app, operator._id) }]
}

// Every way in which an operator can bring money in for a member; each returns the operators involved.
const WAYS_IN: Record<string, () => Promise<Record<string, TestOperator>>> = {
  async 'a statement that one imported and another confirmed'() {
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }], {}, importer, second)
    return { importer, confirmer: second }
  },
  async 'a line that two matched by hand'() {
    const { _id } = await take([{ amount: '100.00', text: 'no reference' }])
    const [line] = await linesOf(_id)
    const give = {
      params: { line_id: line!._id },
      body: { member_id: member._id, reason: 'Hers. It is written down.' },
    }
    const { proposal_id } = answered(await app.call(adminDepositCalls.assignLine, { as: second, ...give }))
    const other = await staff(app, 'finance')
    answered(await agree(proposal_id, other))
    return { importer, proposer: second, approver: other }
  },
  async 'a payment above the announcement that two confirmed'() {
    const { reference } = await announce(100n)
    const { _id } = await take([{ amount: '100.00', e2e: reference }])
    const [line] = await linesOf(_id)
    expect(line).toMatchObject({ state: 'unconfirmed', finding: 'more_than_announced' })
    const confirm = {
      params: { line_id: line!._id },
      body: { credit: true, reason: 'She meant to pay more.' },
    }
    const { proposal_id } = answered(
      await app.call(adminBankingCalls.confirmLine, { as: importer, ...confirm }),
    )
    expect(await agree(proposal_id!, importer)).toMatchObject({ code: 'another_operator_must_approve' })
    expect(await availableOf()).toBe(0n)
    answered(await agree(proposal_id!, second))
    await decideNewLines(app.database)
    return { importer, confirmer: second }
  },
  async 'an adjustment in favour of the member'() {
    const wrong = await payable(app, `wrong ${count}`, 0n)
    const first = await staff(app, 'finance')
    const { reference } = await announce(10_000n, wrong)
    await take([{ amount: '100.00', e2e: reference }], {}, first)
    await moved(wrong, member, reference)
    return { proposer: importer, approver: second, 'importer for the other': first }
  },
  async 'two adjustments, from one member to the next'() {
    const between = await payable(app, `between ${count}`, 0n)
    const firsts = await payable(app, `first ${count}`, 0n)
    const first = await staff(app, 'finance')
    const { reference } = await announce(10_000n, firsts)
    await take([{ amount: '100.00', e2e: reference }], {}, first)
    const earlier = await staff(app, 'finance')
    const confirming = await staff(app, 'finance')
    await moved(firsts, between, reference, [earlier, confirming])
    await moved(between, member, reference)
    return { 'importer for the first': first, earlier, confirming, proposer: importer, approver: second }
  },
  async 'a payout that came back'() {
    const { reference } = await announce(10_000n)
    const first = await staff(app, 'finance')
    await take([{ amount: '100.00', e2e: reference }], {}, first)
    const { id, reference: payout } = await requested(10_000n)
    answered(await approve(id, await staff(app, 'finance', 'out')))
    const { _id } = answered(await createFile({ withdrawal_ids: [id] }, proposer))
    answered(await exported(_id, proposer))
    answered(await sent(_id, proposer))
    await take([{ amount: '100.00', e2e: payout, returned: 'AC04' }])
    return { importer, 'first importer': first }
  },
}

describe.each(Object.keys(WAYS_IN))('money that came in by %s', (way) => {
  test('is approved by nobody who brought it in, alone or as either of two', async () => {
    const people = await WAYS_IN[way]!()
    expect(await availableOf()).toBe(10_000n)
    const { id } = await requested(3000n)
    for (const person of Object.values(people))
      for (const self of await selvesOf(person)) {
        expect(await approve(id, self)).toMatchObject(BROUGHT_IN)
        const seen = await app.call(adminWithdrawalCalls.withdrawal, {
          as: self,
          params: { withdrawal_id: id },
        })
        expect(answered(seen)).toMatchObject({ status: 'requested', your_duty: 'brought_in' })
      }
    await app.database.query({
      text: `insert into setting (key, value, updated_at) values ('two_person_withdrawal_minor', '"3000"', now())
        on conflict (key) do update set value = excluded.value`,
    })
    try {
      for (const person of Object.values(people))
        expect(await approve(id, person, 'It looks right to me.')).toMatchObject(BROUGHT_IN)
      const { proposal_id } = answered(await approve(id, approver, 'The member asked for it.'))
      for (const person of Object.values(people))
        expect(await agree(proposal_id!, person)).toMatchObject({
          code: 'proposal_could_not_be_executed',
          details: { code: BROUGHT_IN.code },
        })
    } finally {
      await app.database.asSchemaOwner(`delete from setting where key = 'two_person_withdrawal_minor'`)
    }
  })

  test('is put into a file, exported and marked sent by nobody who brought it in or approved it', async () => {
    const people = await WAYS_IN[way]!()
    const { id } = await requested(3000n)
    answered(await approve(id))
    const refused = [
      ...Object.values(people).map((person) => [person, BROUGHT_IN] as const),
      [approver, APPROVED] as const,
    ]
    for (const [person, why] of refused)
      for (const self of await selvesOf(person))
        expect(await createFile({ withdrawal_ids: [id] }, self)).toMatchObject(why)
    const { _id } = answered(await createFile({ withdrawal_ids: [id] }))
    for (const [person, why] of refused) {
      expect(await exported(_id, person)).toMatchObject(why)
      const shown = await app.call(adminWithdrawalCalls.batch, { as: person, params: { batch_id: _id } })
      expect(answered(shown).not_yours).toMatchObject([{ why: why === APPROVED ? 'approved' : 'brought_in' }])
    }
    answered(await exported(_id))
    for (const [person, why] of refused)
      for (const self of await selvesOf(person)) expect(await sent(_id, self)).toMatchObject(why)
    expect(answered(await sent(_id)).state).toBe('sent')
  })
})

test('a refund of unmatched payments is proposed, approved and released by nobody who imported it, nor released by its approver', async () => {
  const { _id } = await take([{ amount: '40.00', text: 'by mistake', name: 'Erika', iban: SENDER }])
  const [line] = await linesOf(_id)
  const propose = (as: TestOperator) =>
    app.call(adminBankingCalls.proposeRefund, {
      as,
      params: { line_id: line!._id },
      body: {
        holder: 'Erika',
        account: SENDER,
        city: 'Berlin',
        country: 'DE',
        reason: 'By mistake. It is written down.',
      },
    })
  expect(await propose(importer)).toMatchObject({ code: 'your_side_does_not_do_this' })
  await gone(importer)
  expect(await propose(importer)).toMatchObject(BROUGHT_IN)
  const { proposal_id } = answered(await propose(proposer))
  expect(await agree(proposal_id, importer)).toMatchObject({ details: { code: BROUGHT_IN.code } })
  answered(await agree(proposal_id, approver))
  const refund = answered(await app.call(adminBankingCalls.refunds, { as: releaser, query: {} })).list[0]!
  for (const [person, why] of [
    [importer, BROUGHT_IN],
    [proposer, APPROVED],
    [approver, APPROVED],
  ] as const)
    expect(await createFile({ refund_ids: [refund._id] }, person)).toMatchObject({
      ...why,
      details: { references: [refund.reference] },
    })
  // The dialog ticks nothing that would be refused.
  const dutyOf = async (as: TestOperator) =>
    answered(await app.call(adminBankingCalls.refunds, { as, query: {} })).list.find(
      (each) => each._id === refund._id,
    )!.your_duty
  expect(await Promise.all([importer, proposer, approver, releaser].map(dutyOf))).toEqual([
    'brought_in',
    'approved',
    'approved',
    null,
  ])
  const batch = answered(await createFile({ refund_ids: [refund._id] }))
  for (const person of [importer, proposer, approver])
    expect((await exported(batch._id, person)).status).toBe(403)
  answered(await exported(batch._id))
  for (const person of [importer, proposer, approver])
    expect((await sent(batch._id, person)).status).toBe(403)
  answered(await sent(batch._id))
})

test('an operator who brought money in for one member may approve another’s; old credits that are spent no longer count', async () => {
  const { reference } = await announce(10_000n)
  await take([{ amount: '100.00', e2e: reference }])
  const other = await payable(app, `another ${count}`, 5000n)
  await gone(importer)
  answered(await approve((await requested(2000n, other)).id, importer))
  const first = await requested(10_000n)
  answered(await approve(first.id, approver))
  app.clock.advance(91 * DAY_MS)
  importer = { ...importer, headers: await signedIn(app, importer._id) }
  // None of it has left the account yet.
  const batch = answered(await createFile({ withdrawal_ids: [first.id] }, await staff(app, 'finance', 'out')))
  expect(
    answered(await app.call(adminWithdrawalCalls.batch, { as: importer, params: { batch_id: batch._id } }))
      .not_yours,
  ).toEqual([{ reference: first.reference, why: 'brought_in' }])
  const out = await staff(app, 'finance', 'out')
  answered(await exported(batch._id, out))
  answered(await sent(batch._id, out))
  const later = await announce(4000n)
  await take([{ amount: '40.00', e2e: later.reference }], {}, await staff(app, 'finance'))
  answered(await approve((await requested(4000n)).id, importer))
})

describe('money that went from one member to another by adjustments', () => {
  beforeEach(async () => {
    releaser = await staff(app, 'finance')
  })

  test('and back, several times, is still traced to whoever brought it in, and to nobody else', async () => {
    const other = await payable(app, `other ${count}`, 0n)
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }], {}, releaser)
    for (const [from, to] of [
      [member, other],
      [other, member],
      [member, other],
    ] as const)
      await moved(from, to, reference)
    const { id } = await requested(3000n, other)
    for (const person of [releaser, importer, second])
      expect(await approve(id, await gone(person))).toMatchObject(BROUGHT_IN)
    answered(await approve(id))
  })

  test('is not traced to whoever imported the first member’s money only later', async () => {
    const other = await payable(app, `other ${count}`, 0n)
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }], {}, releaser)
    await moved(member, other, reference)
    app.clock.advance(2 * 3_600_000)
    const later = await staff(app, 'finance')
    await take([{ amount: '100.00', e2e: (await announce(10_000n)).reference }], {}, later)
    await gone(later)
    expect((await approve((await requested(3000n, other)).id, later)).status).toBe(200)
  })

  test('however long it stayed with the first one, is not approved by who brought it in', async () => {
    const other = await payable(app, `other ${count}`, 0n)
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }], {}, releaser)
    app.clock.advance(91 * DAY_MS)
    const again = async (who: TestOperator) => ({ ...who, headers: await signedIn(app, who._id) })
    importer = await again(importer)
    second = await again(second)
    releaser = await again(releaser)
    await moved(member, other, reference)
    await gone(releaser)
    expect(await approve((await requested(3000n, other)).id, releaser)).toMatchObject(BROUGHT_IN)
  })

  test('and out of an unmatched payment, is traced to its importer', async () => {
    const { _id } = await take([{ amount: '100.00', text: 'no reference' }], {}, releaser)
    const [line] = await linesOf(_id)
    const { _id: line_id } = line!
    const freeze = await freezeScope(app, 'payouts')
    await moved({ line_id }, member, line_id)
    await releaseFreeze(app, freeze)
    const { id } = await requested(3000n)
    expect(await approve(id, await gone(releaser))).toMatchObject(BROUGHT_IN)
    answered(await approve(id))
  })

  test('through more than ten thousand credits, is approved by nobody', async () => {
    const other = await payable(app, `other ${count}`, 0n)
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }], {}, releaser)
    await moved(member, other, reference)
    const { id } = await requested(3000n, other)
    await app.database.asSchemaOwner(
      `insert into deposit (id, member_id, method, amount_minor, reference, status, created_at, expires_at, settled_at,
         received_minor, settled_by, evidence)
       select gen_random_uuid(), $1, 'card', 1, 'FT-MANY-' || lpad(n::text, 4, '0'), 'credited', $2, $2, $2, 1, 'system', 'many ' || n
       from generate_series(0, 9999) n`,
      [member._id, app.clock.now()],
    )
    try {
      expect(await approve(id)).toMatchObject({ ...BROUGHT_IN, details: { how: 'untraceable' } })
    } finally {
      await app.database.asSchemaOwner(`delete from deposit where reference like 'FT-MANY-%'`)
    }
    answered(await approve(id))
  })
})

describe('the database enforces it too, for raw SQL', () => {
  const constraintOf = async (work: Promise<unknown>) =>
    await work.then(
      () => 'none',
      (error: { constraint?: string }) => error.constraint ?? 'another error',
    )
  const query = (text: string, ...values: unknown[]) => inTx((tx) => tx.query({ text, values }))

  test('an approval by the importer, a release by the approver, a confirmation by the importer', async () => {
    const { reference } = await announce(10_000n)
    await take([{ amount: '100.00', e2e: reference }])
    const { id } = await requested(3000n)
    const by = (who: TestOperator) =>
      query(
        `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3 where id = $1`,
        id,
        app.clock.now(),
        who.actor,
      )
    expect(await constraintOf(by(importer))).toBe('withdrawal_approver_brought_nothing_in')
    answered(await approve(id))
    const { _id } = answered(await createFile({ withdrawal_ids: [id] }))
    const release = (who: TestOperator) =>
      query(
        `update payout_batch set status = 'exported', exported_at = $2, exported_by = $3, file_hash = $4 where id = $1`,
        _id,
        app.clock.now(),
        who.actor,
        Buffer.alloc(32),
      )
    for (const who of [importer, approver])
      expect(await constraintOf(release(who))).toBe('payout_batch_releaser_did_nothing_else')
    const out = (who: TestOperator) =>
      query(
        `update withdrawal set status = 'sent', sent_at = $2, sent_by = $3 where id = $1`,
        id,
        app.clock.now(),
        who.actor,
      )
    for (const who of [importer, approver])
      expect(await constraintOf(out(who))).toBe('withdrawal_sender_did_nothing_else')
    const content = camt053({
      id: `D-${++count}`,
      ...(await nextSheet(app.database)),
      lines: [{ amount: '1.00' }],
    })
    const { data } = (await uploadBankFile(app, importer, {
      path: 'bank-statements',
      content,
    })) as unknown as {
      data: { list: { _id: string }[] }
    }
    const accept = (confirmed_by: string | null) =>
      query(
        `update bank_statement set status = 'accepted', unconfirmed_reason = null, confirmed_by = $2::text,
           confirmed_at = case when $2::text is not null then $3::timestamptz end where id = $1`,
        data.list[0]!._id,
        confirmed_by,
        app.clock.now(),
      )
    // Not even the schema owner may say that the bank's connection brought what somebody imported.
    const asFromConnection = app.database.asSchemaOwner(
      `update bank_statement set status = 'accepted', unconfirmed_reason = null, from_connection = true where id = $1`,
      [data.list[0]!._id],
    )
    expect(await constraintOf(asFromConnection)).toBe('bank_statement_stays')
    expect(await constraintOf(accept(importer.actor))).toBe('bank_statement_is_confirmed_by_another')
    expect(await constraintOf(accept(null))).toBe('bank_statement_counts_on_two_words')
    const book = query(
      `insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction, reversal, remittance)
       select id, statement_id, line_no, 'x', identity, booking_day, amount_minor, direction, reversal, remittance
       from unconfirmed_bank_line where statement_id = $1`,
      data.list[0]!._id,
    )
    expect(await constraintOf(book)).toBe('bank_line_is_of_an_accepted_statement')
    const discard = (who: TestOperator) =>
      query(
        `update bank_statement set status = 'discarded', discarded_by = $2, discarded_at = $3 where id = $1`,
        data.list[0]!._id,
        who.actor,
        app.clock.now(),
      )
    expect(await constraintOf(discard(importer))).toBe('bank_statement_is_discarded_by_another')
    await discard(second)
    expect(await constraintOf(accept(second.actor))).toBe('bank_statement_status_moves_on')
  })

  test('an approval and a release by the side that brings money in, also of money that nobody brought in', async () => {
    const who = await payable(app, `sides ${count}`, 5000n)
    const { id } = await requested(3000n, who)
    const approval = `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3, proposed_by = $4 where id = $1`
    const at = app.clock.now()
    const constraint = 'withdrawal_is_sent_out_by_the_side_out'
    expect(await constraintOf(query(approval, id, at, importer.actor, null))).toBe(constraint)
    expect(await constraintOf(query(approval, id, at, approver.actor, importer.actor))).toBe(constraint)
    answered(await approve(id))
    const out = `update withdrawal set status = 'sent', sent_at = $2, sent_by = $3 where id = $1`
    expect(await constraintOf(query(out, id, at, importer.actor))).toBe(constraint)
    const { _id } = answered(await createFile({ withdrawal_ids: [id] }))
    const exporting = `update payout_batch set status = 'exported', exported_at = $2, exported_by = $3, file_hash = $4 where id = $1`
    expect(await constraintOf(query(exporting, _id, at, importer.actor, Buffer.alloc(32)))).toBe(
      'payout_batch_is_released_by_the_side_out',
    )
  })

  describe('an actor that names nobody who may decide it', () => {
    /** Every column that says who decided about money, and a row to try it on. */
    const COLUMNS: Record<string, () => Promise<(actor: string) => Promise<unknown>>> = {
      async 'withdrawal.approved_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        return (actor) =>
          query(
            `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3 where id = $1`,
            id,
            app.clock.now(),
            actor,
          )
      },
      async 'withdrawal.proposed_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        return (actor) =>
          query(
            `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3, proposed_by = $4 where id = $1`,
            id,
            app.clock.now(),
            approver.actor,
            actor,
          )
      },
      async 'withdrawal.sent_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        answered(await approve(id))
        return (actor) =>
          query(
            `update withdrawal set status = 'sent', sent_at = $2, sent_by = $3 where id = $1`,
            id,
            app.clock.now(),
            actor,
          )
      },
      async 'withdrawal.settled_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        return (actor) =>
          query(
            `update withdrawal set status = 'refused', settled_at = $2, reason = 'account_does_not_exist', settled_by = $3 where id = $1`,
            id,
            app.clock.now(),
            actor,
          )
      },
      async 'payout_batch.exported_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        answered(await approve(id))
        const { _id } = answered(await createFile({ withdrawal_ids: [id] }))
        return (actor) =>
          query(
            `update payout_batch set status = 'exported', exported_at = $2, exported_by = $3, file_hash = $4 where id = $1`,
            _id,
            app.clock.now(),
            actor,
            Buffer.alloc(32),
          )
      },
      async 'payout_batch.sent_by'() {
        const { id } = await requested(3000n, await payable(app, `named ${++count}`, 5000n))
        answered(await approve(id))
        const { _id } = answered(await createFile({ withdrawal_ids: [id] }))
        answered(await exported(_id))
        return (actor) =>
          query(
            `update payout_batch set status = 'sent', sent_at = $2, sent_by = $3 where id = $1`,
            _id,
            app.clock.now(),
            actor,
          )
      },
      'payout_batch.created_by': async () => (actor) =>
        query(
          `insert into payout_batch (id, reference, format, currency, debtor, execution_day, payment_count, total_minor, created_at, created_by)
           values ($1, 'FB-MADE-0001', 'pain.001.001.09', 'USD', '{}', '2026-11-21', 1, 1000, $2, $3)`,
          newId(app.clock.now()),
          app.clock.now(),
          actor,
        ),
      'bank_statement.imported_by': async () => (actor) =>
        query(
          `insert into bank_statement (id, format, account, statement_id, from_day, to_day, file_name, file_hash, line_count, known_count,
             imported_at, imported_by, status, unconfirmed_reason)
           values ($1, 'camt.053', 'DE0', 'made up', '2026-11-20', '2026-11-20', 'x.xml', $2, 0, 0, $3, $4, 'unconfirmed', 'by_hand')`,
          newId(app.clock.now()),
          Buffer.alloc(32),
          app.clock.now(),
          actor,
        ),
      async 'bank_statement.confirmed_by'() {
        const id = await unconfirmed()
        return (actor) =>
          query(
            `update bank_statement set status = 'accepted', unconfirmed_reason = null, confirmed_by = $2, confirmed_at = $3 where id = $1`,
            id,
            actor,
            app.clock.now(),
          )
      },
      async 'bank_statement.discarded_by'() {
        const id = await unconfirmed()
        return (actor) =>
          query(
            `update bank_statement set status = 'discarded', discarded_by = $2, discarded_at = $3 where id = $1`,
            id,
            actor,
            app.clock.now(),
          )
      },
      async 'bank_statement.revocation_proposed_by'() {
        const { _id } = await take([])
        return (actor) => revoke(_id, actor, second.actor)
      },
      async 'bank_statement.revoked_by'() {
        const { _id } = await take([])
        return (actor) => revoke(_id, second.actor, actor)
      },
      async 'bank_line.confirmed_by'() {
        const line_id = await lineOf({ amount: '100.00', text: 'of nobody' })
        return (actor) =>
          query(
            `update bank_line set confirmed_by = $2, confirmed_at = $3 where id = $1`,
            line_id,
            actor,
            app.clock.now(),
          )
      },
      async 'bank_line.proposed_by'() {
        const line_id = await lineOf({ amount: '100.00', text: 'of nobody' })
        return (actor) => query(`update bank_line set proposed_by = $2 where id = $1`, line_id, actor)
      },
      async 'bank_line.resolved_by'() {
        const line_id = await lineOf({ amount: '-1.00', text: 'a fee' })
        return (actor) =>
          query(
            `update bank_line set status = 'resolved', resolved_by = $2, resolution = 'A fee.' where id = $1`,
            line_id,
            actor,
          )
      },
      async 'unmatched_payment_refund.proposed_by'() {
        const line_id = await lineOf({ amount: '100.00', text: 'of nobody' })
        return (actor) => refund(line_id, actor, approver.actor)
      },
      async 'unmatched_payment_refund.approved_by'() {
        const line_id = await lineOf({ amount: '100.00', text: 'of nobody' })
        return (actor) => refund(line_id, approver.actor, actor)
      },
      'hand_import_permit.proposed_by': async () => (actor) => permit(actor, second.actor),
      'hand_import_permit.approved_by': async () => (actor) => permit(second.actor, actor),
      async 'deposit.settled_by'() {
        const { id } = await announce(100n)
        return (actor) =>
          query(
            `update deposit set status = 'refused', settled_at = $2, reason = 'No. It is written down.', settled_by = $3 where id = $1`,
            id,
            app.clock.now(),
            actor,
          )
      },
      async 'card_event.resolved_by'() {
        const id = `evt_${++count}`
        await query(
          `insert into card_event (id, type, happened_at, received_at, status) values ($1, 'charge.refunded', $2, $2, 'needs_review')`,
          id,
          app.clock.now(),
        )
        return (actor) =>
          query(
            `update card_event set status = 'resolved', resolved_by = $2, resolved_at = $3, resolution = 'Seen. It is written down.' where id = $1`,
            id,
            actor,
            app.clock.now(),
          )
      },
    }
    const revoke = (id: string, proposed_by: string, revoked_by: string) =>
      query(
        `update bank_statement set status = 'revoked', revocation_proposed_by = $2, revoked_by = $3, revoked_at = $4 where id = $1`,
        id,
        proposed_by,
        revoked_by,
        app.clock.now(),
      )
    const permit = (proposed_by: string, approved_by: string) =>
      query(
        `insert into hand_import_permit (id, account, valid_until, proposed_by, approved_by) values ($1, 'DE0', $2, $3, $4)`,
        newId(app.clock.now()),
        app.clock.now(),
        proposed_by,
        approved_by,
      )
    const refund = (line_id: string, proposed_by: string, approved_by: string) =>
      query(
        `insert into unmatched_payment_refund (id, line_id, reference, amount_minor, holder, iban, reason, proposed_by, approved_by, approved_at)
         values ($1, $2, 'FR-MADE-0001', 1000, 'Erika', $3, 'By mistake. It is written down.', $4, $5, $6)`,
        newId(app.clock.now()),
        line_id,
        SENDER,
        proposed_by,
        approved_by,
        app.clock.now(),
      )
    async function unconfirmed(): Promise<string> {
      const content = camt053({ id: `D-${++count}`, ...(await nextSheet(app.database)), lines: [] })
      const sentIn = await uploadBankFile(app, importer, { path: 'bank-statements', content })
      return (sentIn as unknown as { data: { list: { _id: string }[] } }).data.list[0]!._id
    }
    async function lineOf(line: Line): Promise<string> {
      const { _id } = await take([line])
      return (await linesOf(_id))[0]!._id
    }

    test.each(Object.keys(COLUMNS))('in %s', async (column) => {
      const [table] = column.split('.')
      const constraint = `${table}_is_decided_by_somebody`
      const attempt = await COLUMNS[column]!()
      const goneNow = await staff(app, 'finance', 'out')
      await app.database.asSchemaOwner(`update operator set disabled_at = now() where id = $1`, [goneNow._id])
      const madeUp = [
        'operator:x',
        `operator:${newId(app.clock.now())}`,
        'nobody',
        '',
        `member:${member._id}`,
      ]
      // An operator may have left when what they imported is matched.
      if (!column.endsWith('.settled_by'))
        madeUp.push('system', 'system bank connection', (await staff(app, 'support')).actor, goneNow.actor)
      for (const actor of madeUp)
        expect([actor, await constraintOf(attempt(actor))]).toEqual([actor, constraint])
    })
  })

  test('a single approval where two are required', async () => {
    const rich = await payable(app, `rich ${count}`, 500_000n)
    const { id } = await requested(100_000n, rich)
    const alone = query(
      `update withdrawal set status = 'approved', approved_at = $2, approved_by = $3 where id = $1`,
      id,
      app.clock.now(),
      approver.actor,
    )
    expect(await constraintOf(alone)).toBe('withdrawal_takes_two')
  })
})

describe('a payment above the announced amount', () => {
  async function waitingLine() {
    const { reference } = await announce(3300n)
    const { _id } = await take([{ amount: '5000.00', e2e: reference }])
    const [line] = await linesOf(_id)
    return line!
  }

  /** The deposit as its member sees it, and its status in their table, their history and the back office. */
  async function readOf(deposit_id: string) {
    const own = { token: member.token }
    const shown = answered(await app.call(depositCalls.getDeposit, { ...own, params: { deposit_id } }))
    const { list } = answered(
      await app.call(depositCalls.depositHistory, { ...own, body: { user_id: member._id } }),
    )
    const hub = answered(await app.call(adminDepositCalls.deposit, { as: second, params: { deposit_id } }))
    const { list: all } = answered(await app.call(adminDepositCalls.deposits, { as: second, query: {} }))
    const others = [...list, ...all].filter((each) => each._id === deposit_id)
    expect(others).toHaveLength(2)
    for (const each of [...others, hub]) expect(each.being_checked).toBe(shown.being_checked)
    return shown
  }

  test('reads as arrived and being checked until it is decided, without an invitation to pay again', async () => {
    const { id: deposit_id, reference } = await announce(3300n)
    expect(await readOf(deposit_id)).toMatchObject({ being_checked: null, instructions: { epc_qr: null } })
    const { _id } = await take([{ amount: '5000.00', e2e: reference }])
    const arrived = { status: 'awaiting', received: null, being_checked: '5000.00', instructions: null }
    expect(await readOf(deposit_id)).toMatchObject(arrived)
    const csv = await app.fastify.inject({
      url: '/api/deposit-history.csv?separator=comma',
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(csv.body.split('\r\n').find((row) => row.includes(deposit_id))).toContain(',33.00,,5000.00,')
    // Kept as nobody's it waits on; credited it does not.
    const [line] = await linesOf(_id)
    const params = { line_id: line!._id }
    const body = { credit: false, reason: 'Ask the sender first.' }
    answered(await app.call(adminBankingCalls.confirmLine, { as: second, params, body }))
    expect(await readOf(deposit_id)).toMatchObject(arrived)
    const give = { deposit_id, reason: 'Hers. It is written down.' }
    // Who kept it does not propose whose it is.
    expect(await app.call(adminDepositCalls.assignLine, { as: second, params, body: give })).toMatchObject({
      status: 403,
      code: 'another_operator_must_decide',
    })
    const { proposal_id } = answered(
      await app.call(adminDepositCalls.assignLine, { as: importer, params, body: give }),
    )
    answered(await agree(proposal_id, second))
    expect(await readOf(deposit_id)).toMatchObject({
      status: 'credited',
      received: '5000.00',
      being_checked: null,
    })
  })

  test('a second payment for a deposit that was credited reads as being checked, too', async () => {
    const { id: deposit_id, reference } = await announce(3300n)
    await take([{ amount: '33.00', e2e: reference }])
    await take([{ amount: '34.00', e2e: reference }])
    expect(await readOf(deposit_id)).toMatchObject({
      status: 'credited',
      received: '33.00',
      being_checked: '34.00',
    })
  })

  test('waits for a second operator, who may keep it as unmatched instead', async () => {
    const line = await waitingLine()
    expect(line).toMatchObject({ state: 'unconfirmed', finding: 'more_than_announced' })
    expect(await availableOf()).toBe(0n)
    const params = { line_id: line._id }
    const body = { credit: false, reason: 'Ask the sender first.' }
    expect(await app.call(adminBankingCalls.confirmLine, { as: importer, params, body })).toMatchObject({
      status: 403,
      code: 'who_imported_a_statement_does_not_decide_on_it',
    })
    expect(
      answered(await app.call(adminBankingCalls.confirmLine, { as: second, params, body })),
    ).toMatchObject({ line: { state: 'unmatched' }, proposal_id: null })
    // Whoever says whose it is reads who kept it, and why.
    expect(
      answered(await app.call(adminBankingCalls.line, { as: importer, params: { line_id: line._id } })),
    ).toMatchObject({ confirmed_by: second.username, resolution: body.reason, resolved_by: null })
    expect(await availableOf()).toBe(0n)
    expect(await app.call(adminBankingCalls.confirmLine, { as: second, params, body })).toMatchObject({
      code: 'bank_line_is_in_another_state',
    })
    // Its confirmer may not send it back either.
    const back = {
      holder: 'Erika',
      account: SENDER,
      city: 'Berlin',
      country: 'DE',
      reason: 'Too much. It is written down.',
    }
    await gone(second)
    expect(await app.call(adminBankingCalls.proposeRefund, { as: second, params, body: back })).toMatchObject(
      BROUGHT_IN,
    )
  })

  test('is not kept as unmatched by one while a colleague’s proposal to credit it waits', async () => {
    const line = await waitingLine()
    const params = { line_id: line._id }
    const third = await staff(app, 'finance')
    const { proposal_id } = answered(
      await app.call(adminBankingCalls.confirmLine, {
        as: second,
        params,
        body: { credit: true, reason: 'She meant to pay more.' },
      }),
    )
    const keep = { params, body: { credit: false, reason: 'Ask the sender first.' } }
    expect(await app.call(adminBankingCalls.confirmLine, { as: third, ...keep })).toMatchObject({
      status: 409,
      code: 'this_is_proposed_already',
      details: { proposal: { _id: proposal_id, by: second.username, own: false } },
    })
    answered(
      await app.call(approvalCalls.reject, {
        as: third,
        params: { proposal_id: proposal_id! },
        body: { reason: 'The sender is asked first.' },
      }),
    )
    const kept = answered(
      await app.call(adminBankingCalls.confirmLine, { as: third, key: randomUUID(), ...keep }),
    )
    expect(kept).toMatchObject({ proposal_id: null, line: { state: 'unmatched' } })
  })

  test('of fifty who approve its credit at once one does, and it credits once', async () => {
    const line = await waitingLine()
    const third = await staff(app, 'finance')
    const confirm = {
      as: second,
      params: { line_id: line._id },
      body: { credit: true, reason: 'Seen. It is written down.' },
    }
    const proposed = await Promise.all(
      Array.from({ length: 20 }, () => app.call(adminBankingCalls.confirmLine, confirm)),
    )
    const ids = new Set(proposed.map((each) => answered(each).proposal_id!))
    expect(ids.size).toBe(1)
    const pressed = await Promise.all(Array.from({ length: 50 }, () => agree([...ids][0]!, third)))
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
    await decideNewLines(app.database)
    expect(await availableOf()).toBe(500_000n)
  })
})

describe('the threshold for dual approval', () => {
  const rich = async (name: string) => await payable(app, `${name} ${++count}`, 500_000n)
  const outcome = async (withdrawal_id: string, as = approver) => {
    const { takes_two } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as, params: { withdrawal_id } }),
    )
    const answer = await approve(withdrawal_id, as)
    expect(answer.code ?? 'approved').toBe(takes_two === null ? 'approved' : 'reason_is_required')
    return takes_two ?? 'one'
  }
  const other = async () => await staff(app, 'finance', 'out')
  /** Makes the member's payout account a different one. */
  const elsewhere = async (who: TestMember, account_number: string) =>
    await app.database.query({
      text: `update bank_details set account_number = $2 where member_id = $1`,
      values: [who._id, account_number],
    })

  test('counts what one member had approved in seven days: 13 times 150,00 do not exceed it', async () => {
    const who = await rich('structuring')
    const outcomes = []
    for (let i = 0; i < 13; i++)
      outcomes.push(await outcome((await requested(15_000n, who)).id, await other()))
    expect(outcomes).toEqual([...Array(6).fill('one'), ...Array(7).fill('member')])
    app.clock.advance(8 * DAY_MS)
    expect(await outcome((await requested(15_000n, who)).id, await other())).toBe('one')
  })

  test('counts what one payout account had approved in seven days, whoever’s withdrawals they were', async () => {
    const people = [await rich('one'), await rich('two'), await rich('three')]
    for (const who of people) await elsewhere(who, '9988776655')
    const outcomes = []
    for (const who of people) outcomes.push(await outcome((await requested(40_000n, who)).id, await other()))
    expect(outcomes).toEqual(['one', 'one', 'payout_account'])
  })

  test('counts what one operator approved alone in a day', async () => {
    const outcomes = []
    for (let i = 0; i < 3; i++) {
      const who = await rich('of many')
      await elsewhere(who, `55500${count}`)
      outcomes.push(await outcome((await requested(40_000n, who)).id))
    }
    expect(outcomes).toEqual(['one', 'one', 'operator'])
    app.clock.advance(DAY_MS + 1)
    const who = await rich('the next day')
    await elsewhere(who, `55501${count}`)
    approver = { ...approver, headers: await signedIn(app, approver._id) }
    expect(await outcome((await requested(40_000n, who)).id)).toBe('one')
  })

  test('voids what was proposed about a withdrawal that is refused or cancelled meanwhile', async () => {
    const who = await rich('refused')
    const open = async () => {
      const { id: withdrawal_id } = await requested(110_000n, who)
      const params = { withdrawal_id }
      const body = { reason: 'Everything was looked at.' }
      const { proposal_id } = answered(
        await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body }),
      )
      const at = { as: approver, params: { proposal_id: proposal_id! } }
      const shown = async () => {
        const { status, voided } = answered(await app.call(approvalCalls.detail, at))
        return { status, voided }
      }
      expect(await shown()).toEqual({ status: 'open', voided: null })
      return { params, shown, at }
    }
    const refused = await open()
    const refusing = await other()
    const waiting = async () =>
      answered(await app.call(approvalCalls.list, { as: await other(), query: {} })).waiting
    const before = await waiting()
    answered(
      await app.call(adminWithdrawalCalls.refuseWithdrawal, {
        as: refusing,
        params: refused.params,
        body: { reason: 'account_does_not_exist' },
      }),
    )
    const at = app.clock.now().toISOString()
    expect(await refused.shown()).toEqual({
      status: 'void',
      voided: { what: 'withdrawal_refused', by: refusing.username, at },
    })
    expect(await waiting()).toBe(before - 1)
    const { content_hash } = answered(await app.call(approvalCalls.detail, refused.at))
    const late = { as: await other(), params: refused.at.params, body: { content_hash } }
    expect(await app.call(approvalCalls.approve, late)).toMatchObject({
      status: 409,
      code: 'proposal_is_decided',
      details: { status: 'void', decided: { by: refusing.username, at } },
    })
    const cancelled = await open()
    await app.database.transaction((tx) => cancelWithdrawal(tx, { member_id: who._id, ...cancelled.params }))
    expect(await cancelled.shown()).toEqual({
      status: 'void',
      voided: { what: 'withdrawal_cancelled', by: null, at },
    })
  })

  test('is serialised: of thirteen concurrent approvals of 150,00 six succeed', async () => {
    const who = await rich('at once')
    const ids = []
    for (let i = 0; i < 13; i++) ids.push((await requested(15_000n, who)).id)
    const operators = await Promise.all(ids.map(() => other()))
    const answers = await Promise.all(ids.map((id, i) => approve(id, operators[i])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    const refused = answers.filter(({ status }) => status !== 200).map(({ code }) => code)
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'reason_is_required'))
  })

  test('is exceeded with two approvals, whose names are stored with it, and neither releases it', async () => {
    const who = await rich('by two')
    const { id } = await requested(100_000n, who)
    const { proposal_id } = answered(await approve(id, proposer, 'Checked with her bank.'))
    answered(await agree(proposal_id!, approver))
    for (const person of [proposer, approver])
      expect(await createFile({ withdrawal_ids: [id] }, person)).toMatchObject(APPROVED)
    answered(await createFile({ withdrawal_ids: [id] }))
  })
})
