// Figures in sentences have the product's format, in every language: Lingui would write `#` in that of the language, 45,000 or
// 45.000. Compiled messages choose a plural's form by `name#`, the number, and show `name`, its text.
import { unbroken } from '@fairturn/contract/unbroken'
import { count } from '@fairturn/ui/formats.ts'
import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core'

type Values = Record<string, unknown>

const NUMBER = '#'

/** Numbers as text, with the values themselves beside them; dates and references without line breaks. */
function written(values: Values): Values {
  const all: Values = {}
  for (const [name, value] of Object.entries(values)) {
    all[name + NUMBER] = value
    if (typeof value === 'number') all[name] = count(value)
    else all[name] = typeof value === 'string' ? unbroken(value) : value
  }
  return all
}

/** Makes every text of `i18n` write its figures in the product's format. */
export function writeFigures(i18n: I18n): void {
  const write = i18n._.bind(i18n) as (
    id: string | MessageDescriptor,
    values?: Values,
    options?: MessageOptions,
  ) => string
  const writeWithFigures = (id: string | MessageDescriptor, values?: Values, options?: MessageOptions) => {
    const given = (typeof id === 'object' ? id.values : undefined) ?? values
    const shown = given && written(given)
    return typeof id === 'object' && shown ? write({ ...id, values: shown }) : write(id, shown, options)
  }
  i18n._ = writeWithFigures
  i18n.t = writeWithFigures
}
