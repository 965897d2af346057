// Amounts as they are typed and pasted are read, and never guessed.
import { describe, expect, test } from 'vitest'
import { amountProblem, readAmount, wireAmount } from './typed-amount.ts'

test.each([
  ['57', '57.00'],
  ['12,50', '12.50'],
  ['12.50', '12.50'],
  ['7300,00', '7300.00'],
  ['7 300,00', '7300.00'],
  ['7\u00a0300,00', '7300.00'],
  ['7\u202f300,00', '7300.00'],
  ['7\u2009300,00', '7300.00'],
  ['7 300', '7300.00'],
  ['7.300,00', '7300.00'],
  ['7,300.00', '7300.00'],
  ['7’300.00', '7300.00'],
  ["7'300.00", '7300.00'],
  ['1.234.567,89', '1234567.89'],
  ['1,234,567.89', '1234567.89'],
  ['1 234 567', '1234567.00'],
  ['1.234.567', '1234567.00'],
  ['$ 7 300,00', '7300.00'],
  ['$7,300.00', '7300.00'],
  ['7.300,00 €', '7300.00'],
  ['€\u00a07\u202f300,00', '7300.00'],
  ['USD 7 300,00', '7300.00'],
  ['7 300,00 EUR', '7300.00'],
  ['  57,00\n', '57.00'],
  ['-3,20', '-3.20'],
  ['\u22123,20', '-3.20'],
  ['- 3,20', '-3.20'],
  ['− $ 3,20', '-3.20'],
  ['$ −3,20', '-3.20'],
  ['0,57', '0.57'],
])('%j is read', (typed, wire) => {
  expect(readAmount(typed)).toEqual({ wire })
  expect(wireAmount(typed)).toBe(wire)
})

test.each(['7.300', '7,300', '12.345', '$ 7.300'])('%j is one of two amounts', (typed) => {
  expect(readAmount(typed)).toEqual({ wire: undefined, why: 'unclear' })
})

test.each([
  '',
  ' ',
  'abc',
  '12,5',
  '12,505,0',
  '73 00',
  '7 30,00',
  '7.300.00',
  '7,300,00',
  '7 300.000,00',
  '1.23.456,00',
  '12,50,',
  '--5',
  '5-',
  '1234567890123',
  '7 300,00 dollars',
  '1e5',
])('%j is none', (typed) => {
  expect(readAmount(typed)).toEqual({ wire: undefined, why: 'no_amount' })
  expect(wireAmount(typed)).toBe(typed)
})

describe('the input says', () => {
  test('nothing of what it reads, and of nothing', () => {
    for (const typed of ['7 300,00', '57', '', undefined]) expect(amountProblem()(typed)).toBeUndefined()
  })
  test('what is unclear, and how an amount is written', () => {
    expect(amountProblem()('7.300')).toBe('adjustments.amount_is_unclear')
    expect(amountProblem()('12,5')).toBe('adjustments.amount_help')
  })
  test('whether an amount may be below zero', () => {
    expect(amountProblem()('-5,00')).toBe('adjustments.amount_help')
    expect(amountProblem({ signed: true })('-5,00')).toBeUndefined()
  })
})
