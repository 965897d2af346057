// What is suggested for a payment that matched nobody, and what never is. Approving stays with a second person.
import { adminDepositCalls as calls } from '@fairturn/contract/backoffice/deposits'
import { expect, test } from 'vitest'
import { answered } from '../../test/carrying.ts'
import { announce, lines, openFinanceDesk, take, unknownId } from '../../test/finance.ts'
import { BANK, payable } from '../../test/payments.ts'

const desk = openFinanceDesk()
let n = 0

/** The reference with its last symbol replaced: one letter off, and no valid one. */
const mistyped = (reference: string) => reference.slice(0, -1) + (reference.endsWith('7') ? '8' : '7')

type Sent = readonly [text: string, amount?: string, name?: string | null]

/** The lines of a statement with these payments, which match nobody, in their order. */
async function unmatched(...sent: Sent[]): Promise<string[]> {
  const refs = sent.map(() => `S${++n}`)
  await take(
    desk,
    ...sent.map(([text, amount = '25.00', name = 'Nguyen Thi Thu Ha'], i) =>
      Object.assign({ amount, text, ref: refs[i]! }, name === null ? {} : { name }),
    ),
  )
  const found = await lines(desk, { state: 'unmatched' })
  return refs.map((ref) => found.find(({ bank_reference }) => bank_reference === ref)!._id)
}
const suggestions = async (line_id: string) =>
  answered(await desk.app.call(calls.suggestions, { as: desk.finance, params: { line_id } })).list

test('a deposit with the amount, a reference one letter off and a payer named like the member is suggested', async () => {
  const { id, reference } = await announce(desk, 2500n)
  const wrong = mistyped(reference)
  const [line_id = ''] = await unmatched([`Nap tien ${wrong.replaceAll('-', ' ')}`])
  expect(await suggestions(line_id)).toMatchObject([
    {
      deposit_id: id,
      reference,
      written: wrong.replaceAll('-', ''),
      member: { username: 'thu ha' },
      amount: '25.00',
      status: 'awaiting',
    },
  ])
  const assigned = answered(
    await desk.app.call(calls.assignLine, {
      as: desk.finance,
      params: { line_id },
      body: { deposit_id: id, reason: 'One letter off. It is written down.' },
    }),
  )
  // Proposed, not assigned; and nothing is suggested while somebody has to decide.
  expect(assigned.line.state).toBe('unmatched')
  expect(await suggestions(line_id)).toEqual([])
})

test('none for another amount, another name, no name, a reference two letters off, or a credited deposit', async () => {
  const { reference } = await announce(desk, 2500n)
  const wrong = mistyped(reference)
  const twice = `FT-${wrong.charAt(3) === 'Z' ? 'Y' : 'Z'}${wrong.slice(4)}`
  const [right = '', ...others] = await unmatched(
    [wrong],
    [wrong, '25.01'],
    [wrong, '25.00', 'Tran Van Binh'],
    [wrong, '25.00', null],
    [twice],
    ['no reference at all'],
  )
  for (const line_id of others) expect(await suggestions(line_id)).toEqual([])
  expect(await suggestions(right)).toHaveLength(1)
  await take(desk, { amount: '25.00', text: reference, name: BANK.holder, ref: `S${++n}` })
  expect(await suggestions(right)).toEqual([])
})

test('never another member whose name differs from the payer’s, or who has no payout account', async () => {
  const other = await payable(desk.app, 'binh', 0n)
  await desk.app.database.asSchemaOwner('update bank_details set holder = $2 where member_id = $1', [
    other._id,
    'TRAN VAN BINH',
  ])
  const nameless = await desk.app.member('nobody’s account')
  const his = mistyped((await announce(desk, 3100n, other._id)).reference)
  const unnamed = mistyped((await announce(desk, 3100n, nameless._id)).reference)
  const [hers = '', none = '', right = ''] = await unmatched(
    [his, '31.00'],
    [unnamed, '31.00'],
    [his, '31.00', 'Trần Văn Bình'],
  )
  expect(await suggestions(hers)).toEqual([])
  expect(await suggestions(none)).toEqual([])
  expect(await suggestions(right)).toMatchObject([{ member: { _id: other._id } }])
})

test('a line that does not exist is bank_line_is_unknown', async () => {
  const params = { line_id: unknownId(desk) }
  expect((await desk.app.call(calls.suggestions, { as: desk.finance, params })).code).toBe(
    'bank_line_is_unknown',
  )
})
