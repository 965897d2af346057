// Whether a payer is certainly another person than the account holder, by what banks write.
import { expect, test } from 'vitest'
import { namesDiffer } from './payer-names.ts'

test.each([
  ['Trần Thị Mai', 'TRAN THI MAI'],
  ['MAI TRAN THI', 'Trần Thị Mai'],
  ['Müller', 'Hans Müller'],
  ['MULLER, HANS', 'Hans Müller'],
  ['Đặng Thu Hà', 'DANG THU HA'],
  ['Straße GmbH', 'STRASSE GMBH'],
  ['MUELLER HANS', 'Hans Müller'],
  ['JOERG MUSSIG', 'Jörg Müßig'],
  ['SOERENSEN', 'Sørensen'],
  ['SORENSEN', 'Sørensen'],
  ['THORDUR AEGISSON', 'Þórður Ægisson'],
  ['DJORDJE LUKIC', 'Đorđe Lukić'],
  ['Ђорђе Лукић', 'Đorđe Lukić'],
  ['AASE LUND', 'Åse Lund'],
])('%s and %s can be one person', (one, other) => {
  expect(namesDiffer(one, other)).toBe(false)
  expect(namesDiffer(other, one)).toBe(false)
})

test.each([
  ['Erika Mustermann', 'Hans Mustermann'],
  ['Nguyễn Văn An', 'Nguyễn Văn Bình'],
  ['HAN', 'Hans Müller'],
  ['Trần Thị Huệ', 'TRAN THI HU'],
])('%s and %s are two people', (one, other) => {
  expect(namesDiffer(one, other)).toBe(true)
  expect(namesDiffer(other, one)).toBe(true)
})

test.each([
  ['田中太郎', 'Tanaka Taro'],
  ['', 'Tanaka Taro'],
  ['...', 'Tanaka Taro'],
])('%s and %s cannot be compared', (one, other) => {
  expect(namesDiffer(one, other)).toBeUndefined()
  expect(namesDiffer(other, one)).toBeUndefined()
})
