// Numbers by their digits, of each country with a rule that members are likely to come from.
import { describe, expect, test } from 'vitest'
import { normalNumber, printedNumber } from './vat-number.ts'

describe('a number is right by its digits', () => {
  test.each([
    ['DE', 'DE 136 695 976', 'DE136695976'],
    ['DE', '136695976', 'DE136695976'],
    ['FR', 'fr 40 303 265 045', 'FR40303265045'],
    ['AT', 'ATU13585627', 'ATU13585627'],
    ['NL', 'NL004495445B01', 'NL004495445B01'],
    ['BE', 'BE 0428.759.497', 'BE0428759497'],
    ['IT', 'IT-00743110157', 'IT00743110157'],
    ['GR', 'EL094259216', 'EL094259216'],
    ['GR', '094259216', 'EL094259216'],
    ['GR', 'GR094259216', 'EL094259216'],
    ['MC', 'FR 53 000004605', 'FR53000004605'],
    ['CH', 'CHE-107.787.577 MWST', 'CHE107787577MWST'],
    ['CH', 'CHE-107.787.577 IVA', 'CHE107787577IVA'],
    ['GB', 'GB 980 7806 84', 'GB980780684'],
    ['CH', 'che‑107.787.577 tva', 'CHE107787577TVA'],
    ['VN', '0100233488', '0100233488'],
    ['VN', '0100233488-001', '0100233488001'],
    ['VN', '0100233488–001', '0100233488001'],
    ['VN', '0100233488−001', '0100233488001'],
    ['RS', '101134702', '101134702'],
    ['JP', '5-8356-7825-6246', '5835678256246'],
    ['KR', '220-81-62517', '2208162517'],
    ['CN', '91110000600037341L', '91110000600037341L'],
  ])('%s %s', async (country, written, normal) => {
    expect(await normalNumber(country, written)).toBe(normal)
  })
})

describe('a wrong one is not', () => {
  test.each([
    ['DE', 'DE136695978'],
    ['DE', 'FR40303265045'],
    ['DE', 'DE13669597'],
    ['FR', 'FR84323140391'],
    ['AT', 'U13585626'],
    ['NL', 'NL004495446B01'],
    ['BE', 'BE0431150351'],
    ['IT', 'IT00743110158'],
    ['GR', 'GR12345'],
    ['MC', 'FR84323140391'],
    ['VN', '0100233480'],
    ['VN', '0100233480-001'],
    ['VN', '0100233488-01'],
    ['RS', '101134703'],
    ['JP', '2835678256246'],
    ['KR', '2208162518'],
    ['CN', '91110000600037342L'],
    ['DE', ''],
    ['DE', "DE136695976'--"],
    ['US', '12'],
    ['US', 'x'.repeat(21)],
  ])('%s %s', async (country, written) => {
    expect(await normalNumber(country, written)).toBeUndefined()
  })
})

test.each([
  ['BG', 'BG175074752'],
  ['CH', 'CHE100155212'],
  ['CY', 'CY10259033P'],
  ['CZ', 'CZ25123891'],
  ['DK', 'DK13585628'],
  ['EE', 'EE100931558'],
  ['ES', 'ESB64717838'],
  ['FI', 'FI20774740'],
  ['GB', 'GB980780684'],
  ['HR', 'HR33392005961'],
  ['HU', 'HU12892312'],
  ['IE', 'IE6433435F'],
  ['LT', 'LT119511515'],
  ['LU', 'LU15027442'],
  ['LV', 'LV40003521600'],
  ['MT', 'MT11679112'],
  ['NO', '995525828MVA'],
  ['PL', 'PL8567346215'],
  ['PT', 'PT501964843'],
  ['RO', 'RO18547290'],
  ['SE', 'SE123456789701'],
  ['SI', 'SI50223054'],
  ['SK', 'SK2022749619'],
])('of %s %s is right, and wrong with another last digit', async (country, number) => {
  expect(await normalNumber(country, number)).toBe(number)
  const other = number.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
  expect(await normalNumber(country, other)).toBeUndefined()
})

test('of a country whose rule is not known, the form is all that is checked', async () => {
  expect(await normalNumber('US', '12-3456789')).toBe('123456789')
})

test.each([
  ['CH', 'CHE107787577MWST', 'CHE-107.787.577 MWST'],
  ['CH', 'CHE107787577TVA', 'CHE-107.787.577 TVA'],
  ['CH', 'CHE107787577', 'CHE-107.787.577'],
  ['VN', '0100233488001', '0100233488-001'],
  ['VN', '0100233488', '0100233488'],
  ['DE', 'DE136695976', 'DE136695976'],
])('a number of %s is printed as its register has it', (country, number, printed) => {
  expect(printedNumber(country, number)).toBe(printed)
})
