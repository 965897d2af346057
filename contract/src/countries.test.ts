// The table of countries beside the metadata it follows; NOT RUN where that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COUNTRIES, needsPostalCode } from './countries.ts'

const METADATA = new URL('../../../shared/standards/addresses/countries.txt', import.meta.url)
const isThere = existsSync(METADATA)
if (!isThere) console.warn('NOT RUN: ../shared/standards/addresses is not there')

test.skipIf(!isThere)(
  'countries and which of them require a postal code are those of the address metadata',
  () => {
    const required = new Map<string, string>()
    for (const [, code, row] of readFileSync(METADATA, 'utf8').matchAll(/^data\/([A-Z]{2})=(.*)$/gm))
      if (code !== 'ZZ') required.set(code!, (JSON.parse(row!) as { require?: string }).require ?? '')
    expect(COUNTRIES.toSorted()).toEqual([...required.keys()].toSorted())
    expect(COUNTRIES.filter(needsPostalCode).toSorted()).toEqual(
      [...required].flatMap(([code, fields]) => (fields.includes('Z') ? [code] : [])).toSorted(),
    )
  },
)

test('each has a name in every browser’s data', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of COUNTRIES) expect([code, names.of(code)]).toEqual([code, expect.any(String)])
})
