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
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? formatMoney(value) : value
}
