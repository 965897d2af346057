import { expect, test } from 'vitest'
import { findBanks } from './find-banks.ts'

const bank = (short_name: string, name: string, swift: string | null = null) => ({
  code: short_name.toUpperCase(),
  bin: null,
  name,
  short_name,
  country: 'VN',
  swift,
})
const banks = [
  bank('Agribank', 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam', 'VBAAVNVX'),
  bank('DongA Bank', 'Ngân hàng TMCP Đông Á'),
  bank('Vietcombank', 'Ngân hàng TMCP Ngoại Thương Việt Nam', 'BFTVVNVX'),
]
const names = (search: string) => findBanks(banks, search).map(({ short_name }) => short_name)

test('without accents, and in any order of words', () => {
  expect(names('dong a ngan hang')).toEqual(['DongA Bank'])
  expect(names('việt ngoai')).toEqual(['Vietcombank'])
})

test('by BIC; and all while nothing is searched', () => {
  expect(names('bftv')).toEqual(['Vietcombank'])
  expect(names('  ')).toHaveLength(3)
})

test('those whose short name begins with it come first', () => {
  expect(names('viet')[0]).toBe('Vietcombank')
})
