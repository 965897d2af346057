import { expect, test } from 'vitest'
import { columnsIn } from './mapping-draft.ts'

const FORM = { separator: ';', encoding: 'utf-8', skip_lines: 0 } as const
const namesIn = (text: string) => columnsIn(new File([text], 'bank.csv'), FORM)

test('the form offers each column by its heading, and by its position one without or with another’s', async () => {
  expect(await namesIn('Data;"Kwota";Opis;;Opis\n1;2;3;4;5\n')).toEqual([
    'Data',
    'Kwota',
    'Column 3',
    'Column 4',
    'Column 5',
  ])
  expect(await namesIn('\n')).toEqual([])
  expect(await namesIn('sep=;\r\n\r\nData;="Kwota";"Opis; ""dalszy""";;\r\n1;2;3;4;5\r\n')).toEqual([
    'Data',
    'Kwota',
    'Opis; "dalszy"',
    'Column 4',
    'Column 5',
  ])
})
