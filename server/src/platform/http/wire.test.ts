// Rows on the wire: field names, money, instants, and nothing that the contract does not name.
import { money } from '@fairturn/contract/fields'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { onWire } from './wire.ts'

const shape = z.object({
  _id: z.string(),
  amount: money,
  fee: money.nullable(),
  sent_at: z.iso.datetime().nullable(),
  account: z.string(),
  status: z.string(),
})
const row = {
  id: 'a',
  amount_minor: 1250n,
  fee_minor: null as bigint | null,
  sent_at: new Date('2026-11-22T10:00:00Z'),
  account: 'FR14 2004 1010',
  passwordHash: 'secret',
  status: 'sent',
}

test('ids, money and instants get their wire names and formats, in the order of the contract', () => {
  expect(JSON.stringify(onWire(shape, row, { account: '•••• 1010' }))).toBe(
    '{"_id":"a","amount":"12.50","fee":null,"sent_at":"2026-11-22T10:00:00.000Z","account":"•••• 1010","status":"sent"}',
  )
})

test('a column that the contract does not name is omitted', () => {
  expect(onWire(shape, row, {})).not.toHaveProperty('password_hash')
})

test('a value passed by the caller overrides the column of the same name', () => {
  expect(onWire(shape, row, { status: 'requested', fee: '1.00' })).toMatchObject({
    status: 'requested',
    fee: '1.00',
  })
})

test('the types require fields that the row lacks, or has with another type', () => {
  const { status: _, ...less } = row
  // @ts-expect-error status is missing
  expect(onWire(shape, less, {})).toMatchObject({ status: undefined })
  // @ts-expect-error a number is no account
  expect(onWire(shape, { ...row, account: 7 }, {})).toMatchObject({ account: 7 })
})
