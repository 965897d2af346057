// The account that an unmatched payment is sent back to, where the bank does not name the sender's: what looks like an IBAN is
// one, and both fields of an address are asked for at once.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { adminWithdrawalCalls } from '@fairturn/contract/backoffice/withdrawals'
import { afterEach, expect, test } from 'vitest'
import { approveProposal } from '../../test/approvals.ts'
import type { Line } from '../../test/bank/files.ts'
import { answered } from '../../test/carrying.ts'
import { lines, openFinanceDesk, take } from '../../test/finance.ts'
import { executionDay } from '../../test/payments.ts'
import { staff } from '../../test/staff.ts'

const DAY_MS = 86_400_000
const desk = openFinanceDesk()
// Each statement is of a later day.
afterEach(() => desk.app.clock.advance(DAY_MS))
let count = 0

/** An unmatched payment, by default of a sender whose account the bank does not name. */
async function unmatched(sender: Partial<Line> = {}): Promise<string> {
  const text = `sent without a word ${++count}`
  await take(desk, { amount: '12.00', text, name: 'Jo Sender', ...sender })
  const [line] = await lines(desk, { search: text })
  return line!._id
}
const refund = (
  line_id: string,
  body: { account: string; swift?: string; city?: string; country?: string },
) =>
  desk.app.call(adminBankingCalls.proposeRefund, {
    as: desk.approver,
    params: { line_id },
    body: { holder: 'Jo Sender', reason: 'Nobody here is meant by it.', ...body },
  })
const ADDRESS = { city: 'Berlin', country: 'DE' }

test('an account that begins as an IBAN and is none is refused beside its field; an account number is not', async () => {
  const line_id = await unmatched()
  for (const account of ['DE00123', 'DE03 1203 0000 0000 2020 51', 'de02120300000000202052'])
    expect(await refund(line_id, { account, ...ADDRESS })).toMatchObject({
      status: 422,
      code: 'iban_is_invalid',
      details: { fields: [{ field: 'account', code: 'iban_is_invalid' }] },
    })
  for (const account of ['abc', 'no number', '12!34'])
    expect(await refund(line_id, { account, ...ADDRESS })).toMatchObject({
      status: 422,
      code: 'account_number_is_invalid',
      details: { fields: [{ field: 'account', code: 'account_number_is_invalid' }] },
    })
  answered(await refund(line_id, { account: 'DE02 1203.0000-0000 2020 51', ...ADDRESS }))
  answered(await refund(await unmatched(), { account: '0011 0042 31899', swift: 'vcba vn vx', ...ADDRESS }))
})

test('a sender’s account that the bank names is taken as it is, however it is written', async () => {
  const line_id = await unmatched({ iban: 'DE02120300000000202051' })
  expect(await refund(line_id, { account: 'DE00123', ...ADDRESS })).toMatchObject({
    code: 'refund_goes_to_the_sender',
  })
  answered(await refund(line_id, { account: 'de02 1203 0000 0000 2020 51', ...ADDRESS }))
})

test('town and country are asked for at once, and one alone for the other', async () => {
  const line_id = await unmatched()
  const account = '0011004231899'
  const swift = 'VCBAVNVX'
  const missing = (...fields: string[]) => ({
    status: 422,
    code: 'field_is_required',
    details: { fields: fields.map((field) => ({ field, code: 'field_is_required' })) },
  })
  expect(await refund(line_id, { account, swift })).toMatchObject(missing('city', 'country'))
  expect(await refund(line_id, { account, swift, city: 'Hanoi' })).toMatchObject(missing('country'))
  expect(await refund(line_id, { account, swift, country: 'VN' })).toMatchObject(missing('city'))
  answered(await refund(line_id, { account, swift, city: 'Hanoi', country: 'VN' }))
})

test.each([
  ['pain.001.001.09', '<BICFI>BOTKJPJT</BICFI>', '1234567'],
  ['pain.001.001.03', '<BIC>BOTKJPJT</BIC>', '1234568'],
] as const)(
  'an account number is refunded at the bank that the statement names, which stands in the file (%s)',
  async (format, named, account) => {
    const { app, approver, releaser } = desk
    const line_id = await unmatched({ account_number: account, bic: 'BOTKJPJTXXX' })
    expect(
      answered(await app.call(adminBankingCalls.line, { as: approver, params: { line_id } })),
    ).toMatchObject({ counterparty: { account }, counterparty_swift: 'BOTKJPJTXXX' })
    const tokyo = { account, city: 'Tokyo', country: 'JP' }
    const refused = (code: string) => ({ code, details: { fields: [{ field: 'swift', code }] } })
    expect(await refund(line_id, tokyo)).toMatchObject(refused('field_is_required'))
    for (const swift of ['BOTK', 'BOTKJPJTXX', '12345678'])
      expect(await refund(line_id, { ...tokyo, swift })).toMatchObject(refused('bic_is_invalid'))
    expect(await refund(line_id, { ...tokyo, swift: 'VCBAVNVX' })).toMatchObject(
      refused('refund_goes_to_the_sender'),
    )
    const { proposal_id } = answered(await refund(line_id, { ...tokyo, swift: 'botkjpjt' }))
    answered(await approveProposal(app, proposal_id, await staff(app, 'owner', 'out')))
    const { list } = answered(
      await app.call(adminBankingCalls.refunds, { as: releaser, query: { status: 'approved' } }),
    )
    const refund_ids = [list.find((each) => each.line_id === line_id)!._id]
    const body = { withdrawal_ids: [], refund_ids, format, execution_day: executionDay(app) }
    const { _id: batch_id } = answered(
      await app.call(adminWithdrawalCalls.createBatch, { as: releaser, body }),
    )
    const { text } = answered(
      await app.call(adminWithdrawalCalls.exportBatch, { as: releaser, params: { batch_id } }),
    )
    expect(text.replaceAll(/>\s+</g, '><')).toContain(
      `<CdtrAgt><FinInstnId>${named}</FinInstnId></CdtrAgt><Cdtr><Nm>Jo Sender</Nm>`,
    )
  },
)

test('a refund to an account number that was approved without its bank is in no file, and says so', async () => {
  const line_id = await unmatched({ account_number: '7654321', bic: 'BOTKJPJT' })
  const order = { account: '7654321', swift: 'BOTKJPJT', city: 'Tokyo', country: 'JP' }
  const { proposal_id } = answered(await refund(line_id, order))
  answered(await approveProposal(desk.app, proposal_id, await staff(desk.app, 'owner', 'out')))
  const [row] = await desk.app.database.asSchemaOwner<{ id: string }>(
    'update unmatched_payment_refund set payee_swift = null where line_id = $1 returning id',
    [line_id],
  )
  const body = {
    withdrawal_ids: [],
    refund_ids: [row!.id],
    format: 'pain.001.001.09' as const,
    execution_day: executionDay(desk.app),
  }
  expect(await desk.app.call(adminWithdrawalCalls.createBatch, { as: desk.releaser, body })).toMatchObject({
    status: 409,
    code: 'payout_is_not_ready',
    details: { id: row!.id, why: 'no_bank' },
  })
})
