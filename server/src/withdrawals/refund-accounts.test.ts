// The account that an unmatched payment is sent back to, where the bank does not name the sender's: what looks like an IBAN is
// one, and both fields of an address are asked for at once.
import { adminBankingCalls } from '@fairturn/contract/backoffice/banking'
import { expect, test } from 'vitest'
import { answered } from '../../test/carrying.ts'
import { lines, openFinanceDesk, take } from '../../test/finance.ts'

const desk = openFinanceDesk()
let count = 0

/** An unmatched payment, by default of a sender whose account the bank does not name. */
async function unmatched(iban?: string): Promise<string> {
  const text = `sent without a word ${++count}`
  await take(desk, { amount: '12.00', text, name: 'Jo Sender', ...(iban !== undefined && { iban }) })
  const [line] = await lines(desk, { search: text })
  return line!._id
}
const refund = (line_id: string, body: { account: string; city?: string; country?: string }) =>
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
  answered(await refund(await unmatched(), { account: '0011 0042 31899', ...ADDRESS }))
})

test('a sender’s account that the bank names is taken as it is, however it is written', async () => {
  const line_id = await unmatched('DE02120300000000202051')
  expect(await refund(line_id, { account: 'DE00123', ...ADDRESS })).toMatchObject({
    code: 'refund_goes_to_the_sender',
  })
  answered(await refund(line_id, { account: 'de02 1203 0000 0000 2020 51', ...ADDRESS }))
})

test('town and country are asked for at once, and one alone for the other', async () => {
  const line_id = await unmatched()
  const account = '0011004231899'
  const missing = (...fields: string[]) => ({
    status: 422,
    code: 'field_is_required',
    details: { fields: fields.map((field) => ({ field, code: 'field_is_required' })) },
  })
  expect(await refund(line_id, { account })).toMatchObject(missing('city', 'country'))
  expect(await refund(line_id, { account, city: 'Hanoi' })).toMatchObject(missing('country'))
  expect(await refund(line_id, { account, country: 'VN' })).toMatchObject(missing('city'))
  answered(await refund(line_id, { account, city: 'Hanoi', country: 'VN' }))
})
