// Withdrawals and payment files in the back office: list and export; the refusals of each route.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approvalCalls } from '@fairturn/contract/backoffice/approvals'
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { dashboardCalls } from '@fairturn/contract/backoffice/dashboard'
import { adminWithdrawalCalls, adminWithdrawalFiles } from '@fairturn/contract/backoffice/withdrawals'
import { bankingCalls } from '@fairturn/contract/banking'
import { newId } from '@fairturn/contract/ids'
import { expect, test } from 'vitest'
import { approveProposal } from '../../test/approvals.ts'
import { answered } from '../../test/carrying.ts'
import {
  lines,
  requestPayout,
  openFinanceDesk,
  saved,
  take,
  savedLists,
  unknownId,
} from '../../test/finance.ts'
import { ADDRESS, executionDay } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'
import { changeSetting, settingsOf } from '../content/content.ts'
import { linkMembers } from '../members/members.ts'
import { MIGRATIONS_FOLDER } from '../platform/database/migrate.ts'

const desk = openFinanceDesk()

test('waiting withdrawals are listed by age, all others newest first, each in the requested order', async () => {
  const [first, second, third] = [
    await requestPayout(desk, 3000n),
    await requestPayout(desk, 1000n),
    await requestPayout(desk, 200_000n),
  ]
  const list = async (query: object) =>
    answered(await desk.app.call(adminWithdrawalCalls.withdrawals, { as: desk.finance, query })).list.map(
      ({ _id }) => _id,
    )
  expect(await list({ status: 'requested' })).toEqual([first, second, third])
  expect(await list({})).toEqual([third, second, first])
  expect(await list({ status: 'requested', sort: 'amount.desc' })).toEqual([third, first, second])
  expect(await list({ at_least: '30.00', sort: 'amount.asc' })).toEqual([first, third])
  expect(await list({ search: 'thu', undrawn: 'true' })).toHaveLength(3)
  expect(await list({ undrawn: 'false' })).toEqual([])
  expect(await list({ search: '%' })).toEqual([])
  const { list: rows } = answered(
    await desk.app.call(adminWithdrawalCalls.withdrawals, { as: desk.finance, query: {} }),
  )
  expect(rows[0]!.facts).toContain('first_withdrawal')
  expect(rows.map(({ needs_two, proposal }) => [needs_two, proposal])).toEqual([
    [true, null],
    [false, null],
    [false, null],
  ])
  const file = await saved(desk, adminWithdrawalFiles.exportWithdrawals.path, { status: 'requested' })
  expect(file.rows.map((row) => row.split(',').at(-1))).toEqual([first, second, third])
  expect(file.rows[0]).toContain('•••• 1899')
  expect(file.rows[0]).not.toContain('0011004231899')
  const body = { reason: 'account_does_not_exist' as const }
  const refused = { as: desk.approver, params: { withdrawal_id: first }, body }
  expect(answered(await desk.app.call(adminWithdrawalCalls.refuseWithdrawal, refused)).status).toBe('refused')
  expect((await desk.app.call(adminWithdrawalCalls.refuseWithdrawal, refused)).code).toBe(
    'withdrawal_is_in_another_state',
  )
  const ofNobody = { as: desk.approver, params: { withdrawal_id: unknownId(desk) } }
  expect((await desk.app.call(adminWithdrawalCalls.withdrawal, ofNobody)).code).toBe('withdrawal_is_unknown')
  expect((await desk.app.call(adminWithdrawalCalls.refuseWithdrawal, { ...ofNobody, body })).code).toBe(
    'withdrawal_is_unknown',
  )
})

test('payment files are listed, sorted and exported; the export is logged', async () => {
  const filed = await requestPayout(desk, 4000n)
  const params = { withdrawal_id: filed }
  answered(
    await desk.app.call(adminWithdrawalCalls.approveWithdrawal, { as: desk.approver, params, body: {} }),
  )
  const day = { execution_day: executionDay(desk.app) }
  const body = { withdrawal_ids: [filed], format: 'pain.001.001.03' as const, ...day }
  const createFile = () => desk.app.call(adminWithdrawalCalls.createBatch, { as: desk.releaser, body })
  const batch = answered(await createFile())
  // Whoever comes second is told which payment it is, and in whose file.
  expect(await createFile()).toMatchObject({
    status: 409,
    code: 'payout_is_not_ready',
    details: {
      id: filed,
      why: 'in_another_batch',
      reference: expect.stringMatching(/^FW-/),
      file: batch.reference,
      by: desk.releaser.username,
    },
  })
  const { list } = answered(
    await desk.app.call(adminWithdrawalCalls.batches, { as: desk.finance, query: { sort: 'total.asc' } }),
  )
  expect(list.map(({ _id }) => _id)).toEqual([batch._id])
  expect((await saved(desk, adminWithdrawalFiles.exportBatches.path)).rows[0]).toContain(batch.reference)
  expect(await savedLists(desk)).toEqual(['payout-batches'])
  const ofNothing = { as: desk.releaser, params: { batch_id: unknownId(desk) } }
  for (const call of [
    adminWithdrawalCalls.batch,
    adminWithdrawalCalls.exportBatch,
    adminWithdrawalCalls.sendBatch,
    adminWithdrawalCalls.discardBatch,
  ])
    expect((await desk.app.call(call, ofNothing)).code).toBe('payout_batch_is_unknown')
  const step = { as: desk.releaser, params: { batch_id: batch._id } }
  expect((await desk.app.call(adminWithdrawalCalls.sendBatch, step)).code).toBe(
    'payout_batch_is_in_another_state',
  )
  expect(answered(await desk.app.call(adminWithdrawalCalls.discardBatch, step)).state).toBe('dropped')
  expect((await desk.app.call(adminWithdrawalCalls.exportBatch, step)).code).toBe(
    'payout_batch_is_in_another_state',
  )
})

test('a payment that waits to be sent is counted once: by itself until it is in a payment file, then by the file', async () => {
  const { app, approver, finance, releaser } = desk
  const counts = async () => {
    const { payouts, refunds, payout_batches } = answered(
      await app.call(dashboardCalls.moneyQueues, { as: finance }),
    )
    return [payouts.waiting, refunds.waiting, payout_batches.waiting]
  }
  const filesToSend = async () =>
    answered(
      await app.call(adminWithdrawalCalls.batches, { as: finance, query: { state: 'to_send' } }),
    ).list.map(({ _id }) => _id)
  const [payouts = 0, refunds = 0, files = 0] = await counts()
  const withdrawal_id = await requestPayout(desk, 5000n)
  answered(
    await app.call(adminWithdrawalCalls.approveWithdrawal, {
      as: approver,
      params: { withdrawal_id },
      body: {},
    }),
  )
  await take(desk, { amount: '12.00', text: 'for nobody', name: 'Jo', iban: 'DE02120300000000202051' })
  const [line] = await lines(desk, { search: 'for nobody' })
  const refund = {
    holder: 'Jo',
    account: 'DE02120300000000202051',
    city: 'Berlin',
    country: 'DE',
    reason: 'Nobody here is meant by it.',
  }
  const proposed = await app.call(adminBankingCalls.proposeRefund, {
    as: approver,
    params: { line_id: line!._id },
    body: refund,
  })
  answered(await approveProposal(app, answered(proposed).proposal_id, await staff(app, 'owner', 'out')))
  expect(await counts()).toEqual([payouts + 1, refunds + 1, files])
  const [waiting] = answered(
    await app.call(adminBankingCalls.refunds, { as: finance, query: { undrawn: 'true' } }),
  ).list
  const body = {
    withdrawal_ids: [withdrawal_id],
    refund_ids: [waiting!._id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const batch = answered(await app.call(adminWithdrawalCalls.createBatch, { as: releaser, body }))
  expect(await counts()).toEqual([payouts, refunds, files + 1])
  expect(await filesToSend()).toEqual([batch._id])
  const step = { as: releaser, params: { batch_id: batch._id } }
  answered(await app.call(adminWithdrawalCalls.exportBatch, step))
  expect(await counts()).toEqual([payouts, refunds, files + 1])
  answered(await app.call(adminWithdrawalCalls.sendBatch, step))
  expect(await counts()).toEqual([payouts, refunds, files])
  expect(await filesToSend()).toEqual([])
})

test('risk notes name the other members, the weightiest first', async () => {
  const { app, finance, member } = desk
  const other = await app.member('other one')
  const withdrawal_id = await requestPayout(desk, 1000n)
  await app.database.transaction((tx) =>
    linkMembers(
      tx,
      member._id,
      [
        { member_id: other._id, kind: 'device' },
        { member_id: other._id, kind: 'registration' },
      ],
      tx.now,
    ),
  )
  const { notes, names } = answered(
    await app.call(adminWithdrawalCalls.withdrawal, { as: finance, params: { withdrawal_id } }),
  )
  expect(notes[0]).toEqual({
    fact: 'device_shared_with_other_members',
    detail: '1',
    member_ids: [other._id],
  })
  const network = notes.find(({ fact }) => fact === 'network_shared_with_other_members')
  expect(network?.member_ids).toEqual([other._id])
  expect(names).toContainEqual({
    _id: other._id,
    kind: 'members',
    locale: 'en',
    name: 'other one',
    page: { screen: 'members', _id: other._id },
  })
})

test('a withdrawal that a version of before addresses requested gets its member’s, then and by migration', async () => {
  const { app } = desk
  const withdrawal_id = await requestPayout(desk, 2600n)
  const address = async () =>
    (
      await app.database.asSchemaOwner<{ address: object | null }>(
        'select payee_address as address from withdrawal where id = $1',
        [withdrawal_id],
      )
    )[0]!.address
  const given = await address()
  expect(given).toMatchObject({ city: expect.any(String), country: expect.any(String) })
  await app.database.asSchemaOwner('update withdrawal set payee_address = null where id = $1', [
    withdrawal_id,
  ])
  const sql = await readFile(join(MIGRATIONS_FOLDER, '0068-withdrawals-address-of-before.sql'), 'utf8')
  const [backfill] = sql.split(';')
  await app.database.asSchemaOwner(backfill!)
  expect(await address()).toEqual(given)
  // As a process of before 0055 inserts it while the versions overlap.
  const insert = `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, bank_code, bank_name, swift, holder,
      account_number, iban, requested_at)
    select $2, member_id, amount_minor, fee_minor, 'FW-ZZZZ-ZZZZ', bank_code, bank_name, swift, holder, account_number, iban, requested_at
    from withdrawal where id = $1 returning payee_address as address`
  const undone = app.database.transaction(async (tx) => {
    const { rows } = await tx.query<{ address: object }>({
      text: insert,
      values: [withdrawal_id, newId(tx.now)],
    })
    throw new Error(`inserted with ${JSON.stringify(rows[0]!.address)}`)
  })
  await expect(undone).rejects.toThrow(`inserted with ${JSON.stringify(given)}`)
})

test('outside SEPA a payment file needs the town and country of our own account', async () => {
  const { app } = desk
  const withdrawal_id = await requestPayout(desk, 2500n)
  const params = { withdrawal_id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: desk.approver, params, body: {} }))
  const before = await app.database.transaction(async (tx) => (await settingsOf(tx)).receive_account!)
  const receiveWith = (account: typeof before) =>
    app.database.transaction((tx) => changeSetting(tx, 'receive_account', account))
  const without = { ...before, city: null, country: null }
  const body = {
    withdrawal_ids: [withdrawal_id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const createFile = () => app.call(adminWithdrawalCalls.createBatch, { as: desk.releaser, body })
  await receiveWith(without)
  expect(await createFile()).toMatchObject({ status: 409, code: 'receiving_account_has_no_address' })
  await receiveWith(before)
  expect((await createFile()).status).toBe(200)
})

test('what banks cannot read is in no payment file: it is refused with whose it is, and a withdrawal goes back to be requested again', async () => {
  const { app, approver, releaser } = desk
  const withdrawal_id = await requestPayout(desk, 2700n)
  const params = { withdrawal_id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
  const body = {
    withdrawal_ids: [withdrawal_id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const createFile = () => app.call(adminWithdrawalCalls.createBatch, { as: releaser, body })
  const change = (set: string, value: string) =>
    app.database.asSchemaOwner(`update withdrawal set ${set} where id = $1`, [withdrawal_id, value])
  const live = (town: string) =>
    app.database.asSchemaOwner('update member_address set city = $1 where member_id = $2', [
      town,
      desk.member._id,
    ])
  // Accounts and addresses of before have any letters.
  for (const town of ['東京', '北京', 'القاهرة', '???']) {
    await change(`payee_address = payee_address || jsonb_build_object('city', $2::text)`, town)
    await live(town)
    const { reference, payee } = answered(
      await app.call(adminWithdrawalCalls.withdrawal, { as: approver, params }),
    )
    expect(await createFile()).toMatchObject({
      status: 409,
      code: 'town_of_payee_is_not_in_latin_letters',
      details: { id: withdrawal_id, reference, holder: payee!.holder, text: town },
    })
  }
  await change(`payee_address = payee_address || jsonb_build_object('city', $2::text)`, 'Đà Nẵng')
  await live(ADDRESS.city)
  await change('holder = $2', '山田太郎')
  expect(await createFile()).toMatchObject({
    code: 'payee_is_not_in_latin_letters',
    details: { holder: '山田太郎', text: '山田太郎' },
  })
  // As the refusal says: rejected, the money is available again.
  const refusal = { reason: 'bank_cannot_be_reached' as const }
  answered(await app.call(adminWithdrawalCalls.refuseWithdrawal, { as: approver, params, body: refusal }))
})

test('a town that was approved before it was refused is taken from the address that the member saves since', async () => {
  const { app, approver, releaser, member } = desk
  const withdrawal_id = await requestPayout(desk, 2600n)
  const params = { withdrawal_id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
  await app.database.asSchemaOwner(
    `update withdrawal set payee_address = payee_address || '{"city": "الرياض"}' where id = $1`,
    [withdrawal_id],
  )
  await app.database.asSchemaOwner(`update member_address set city = 'الرياض' where member_id = $1`, [
    member._id,
  ])
  const body = {
    withdrawal_ids: [withdrawal_id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const createFile = () => app.call(adminWithdrawalCalls.createBatch, { as: releaser, body })
  expect(await createFile()).toMatchObject({ status: 409, code: 'town_of_payee_is_not_in_latin_letters' })
  const { token, _id: user_id } = await app.signedIn(member)
  const saved = { ...ADDRESS, city: 'Riyadh', country: 'SA', postal_code: '11564' }
  answered(await app.call(bankingCalls.updateAddress, { token, body: { user_id, ...saved } }))
  const { _id: batch_id } = answered(await createFile())
  const { text } = answered(
    await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }),
  )
  expect(text).toContain('<TwnNm>Riyadh</TwnNm>')
})

test('our own account is written in Latin letters too, and a refund’s payee is proposed in them', async () => {
  const { app, approver, releaser } = desk
  const withdrawal_id = await requestPayout(desk, 2800n)
  const params = { withdrawal_id }
  answered(await app.call(adminWithdrawalCalls.approveWithdrawal, { as: approver, params, body: {} }))
  const before = await app.database.transaction(async (tx) => (await settingsOf(tx)).receive_account!)
  const receiveWith = (account: typeof before) =>
    app.database.transaction((tx) => changeSetting(tx, 'receive_account', account))
  const body = {
    withdrawal_ids: [withdrawal_id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(app),
  }
  const createFile = () => app.call(adminWithdrawalCalls.createBatch, { as: releaser, body })
  for (const [wrong, text] of [
    [{ ...before, holder: '公正株式会社' }, '公正株式会社'],
    [{ ...before, city: '東京' }, '東京'],
  ] as const) {
    await receiveWith(wrong)
    expect(await createFile()).toMatchObject({
      status: 409,
      code: 'receiving_account_is_not_in_latin_letters',
      details: { text },
    })
  }
  await receiveWith(before)
  expect((await createFile()).status).toBe(200)

  await take(desk, { amount: '13.00', text: 'from Tokyo', name: '山田太郎', iban: 'AE070331234567890123456' })
  const [line] = await lines(desk, { search: 'from Tokyo' })
  const refund = {
    holder: 'YAMADA TARO',
    account: 'AE070331234567890123456',
    swift: 'BOMLAEAD',
    city: 'Tokyo',
    country: 'JP',
  }
  const refundTo = (changed: Partial<typeof refund>) =>
    app.call(adminBankingCalls.proposeRefund, {
      as: approver,
      params: { line_id: line!._id },
      body: { ...refund, ...changed, reason: 'Nobody here is meant by it.' },
    })
  const refused = (field: string, code: string) => ({
    status: 422,
    code,
    details: { fields: [{ field, code }] },
  })
  expect(await refundTo({ holder: '山田太郎' })).toMatchObject(
    refused('holder', 'holder_must_be_in_latin_letters'),
  )
  expect(await refundTo({ city: '東京' })).toMatchObject(refused('city', 'town_must_be_in_latin_letters'))
  expect((await refundTo({})).status).toBe(200)
})

test('a refund whose payee banks cannot read is taken back by two, and goes to the account that sent it once it is written in Latin letters', async () => {
  const { app, approver, releaser } = desk
  const iban = 'AE070331234567890123456'
  await take(desk, { amount: '14.00', text: 'from Osaka', name: '山田太郎', iban })
  const [line] = await lines(desk, { search: 'from Osaka' })
  const line_id = line!._id
  const reason = 'Nobody here is meant by it.'
  const proposeRefund = (changed: { holder?: string; account?: string } = {}) =>
    app.call(adminBankingCalls.proposeRefund, {
      as: approver,
      params: { line_id },
      body: {
        holder: 'YAMADA TARO',
        account: iban,
        swift: 'BOMLAEAD',
        city: 'Osaka',
        country: 'JP',
        reason,
        ...changed,
      },
    })
  const approve = (proposal_id: string) => approveProposal(app, proposal_id, releaser)
  const creator = await staff(app, 'finance', 'out')
  const refundsOf = async (status: 'approved' | 'returned') =>
    answered(await app.call(adminBankingCalls.refunds, { as: approver, query: { status } })).list.filter(
      (refund) => refund.line_id === line_id,
    )
  answered(await approve(answered(await proposeRefund()).proposal_id))
  const [first] = await refundsOf('approved')
  const refund_id = first!._id
  // Approved before names had to be in Latin letters.
  const name = (holder: string) =>
    app.database.asSchemaOwner('update unmatched_payment_refund set holder = $2 where id = $1', [
      refund_id,
      holder,
    ])
  const createFile = (id: string) =>
    app.call(adminWithdrawalCalls.createBatch, {
      as: creator,
      body: {
        withdrawal_ids: [],
        refund_ids: [id],
        format: 'pain.001.001.09',
        execution_day: executionDay(app),
      },
    })
  const takeBack = (id = refund_id) =>
    app.call(adminBankingCalls.takeRefundBack, { as: approver, params: { refund_id: id }, body: { reason } })

  // While a file has it, it stays.
  const file = answered(await createFile(refund_id))
  expect(await takeBack()).toMatchObject({ status: 409, code: 'refund_is_in_a_payment_file' })
  answered(await app.call(adminWithdrawalCalls.discardBatch, { as: creator, params: { batch_id: file._id } }))
  await name('山田太郎')
  expect(await createFile(refund_id)).toMatchObject({ code: 'payee_is_not_in_latin_letters' })

  expect((await takeBack(unknownId(desk))).code).toBe('refund_is_unknown')
  const proposed = await Promise.all(Array.from({ length: 50 }, () => takeBack()))
  const [proposal_id, ...others] = new Set(proposed.map((each) => answered(each).proposal_id))
  expect(others).toEqual([])
  const own = await app.call(approvalCalls.detail, { as: approver, params: { proposal_id: proposal_id! } })
  expect(answered(own)).toMatchObject({ kind: 'refund_taken_back', may: { approve: false } })
  const approved = await Promise.all(Array.from({ length: 50 }, () => approve(proposal_id!)))
  expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await refundsOf('returned')).toMatchObject([{ settled_reason: reason }])
  expect(await takeBack()).toMatchObject({
    code: 'refund_is_in_another_state',
    details: { state: 'returned' },
  })
  expect((await createFile(refund_id)).code).toBe('payout_is_not_ready')
  expect(await lines(desk, { search: 'from Osaka' })).toMatchObject([
    { state: 'unmatched', finding: 'refund_taken_back' },
  ])

  expect(await proposeRefund({ holder: '山田太郎' })).toMatchObject({
    code: 'holder_must_be_in_latin_letters',
  })
  expect(await proposeRefund({ account: 'DE02120300000000202051' })).toMatchObject({
    code: 'refund_goes_to_the_sender',
  })
  answered(await approve(answered(await proposeRefund()).proposal_id))
  const [again] = await refundsOf('approved')
  expect(again!._id).not.toBe(refund_id)
  expect((await createFile(again!._id)).status).toBe(200)
})
