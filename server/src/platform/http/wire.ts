// Converts rows to the contract's DTOs. A schema's fields are taken from the row under their wire names: `id` as `_id`,
// `amount_minor` as the money `amount`, instants as ISO 8601. The type checker requires all others from the caller.
import { formatMoney } from '@fairturn/contract/minor-units'
import type { z } from 'zod'

type NameOf<Field> = Field extends 'id' ? '_id' : Field extends `${infer Money}_minor` ? Money : Field
type ValueOf<Value> = Value extends Date | bigint ? string : Value
type Fields<Row> = { [Field in keyof Row as NameOf<Field>]: ValueOf<Row[Field]> }
type Missing<Shown, Row> = {
  [
    Name in keyof Shown as Name extends keyof Fields<Row>
      ? Fields<Row>[Name] extends Shown[Name]
        ? never
        : Name
      : Name
  ]: Shown[Name]
}

/** `rest`: fields that the row lacks, has in another type, or must not expose unchanged. */
export function onWire<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  rest: Missing<z.output<Schema>, Row> & Partial<z.output<Schema>>,
): z.output<Schema> {
  const fields = row as Readonly<Record<string, unknown>>
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(schema.shape)) {
    const field = name === '_id' ? 'id' : Object.hasOwn(row, name) ? name : `${name}_minor`
    shown[name] = Object.hasOwn(rest, name) ? (rest as typeof fields)[name] : valueOf(fields[field])
  }
  return shown as z.output<Schema>
}

function valueOf(value: unknown): unknown {
  if (value instanceof Date) return isoOf(value)
  return typeof value === 'bigint' ? formatMoney(value) : value
}

const DAY_MS = 86_400_000
const MAX_DAY = Date.UTC(9999, 11, 31) / DAY_MS
/** Of the days since 1970 that were written last, such as `2026-11-25T`. */
const days = new Map<number, string>()
const MAX_DAYS = 4096
const padded = (below: number, digits: number): string[] =>
  Array.from({ length: below }, (_, number) => String(number).padStart(digits, '0'))
const TWO_DIGITS = padded(60, 2)
const THREE_DIGITS = padded(1000, 3)

/** `toISOString` in a third of its time, because a page of a list has a hundred instants (bench/README.md). */
export function isoOf(instant: Date): string {
  const ms = instant.getTime()
  const day = Math.floor(ms / DAY_MS)
  // Rare; years after 9999 have more digits.
  if (!(day >= 0 && day <= MAX_DAY)) return instant.toISOString()
  let date = days.get(day)
  if (date === undefined) {
    if (days.size >= MAX_DAYS) days.clear()
    date = instant.toISOString().slice(0, 11)
    days.set(day, date)
  }
  const seconds = Math.floor(ms / 1000) - day * 86_400
  const minutes = Math.floor(seconds / 60)
  const time = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`
  return `${date}${time}.${THREE_DIGITS[ms % 1000]}Z`
}
