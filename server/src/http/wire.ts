// Rows as the contract shows them. A schema's fields are taken from the row under their wire names: `id` as
// `_id`, `amount_minor` as the money `amount`, instants as ISO 8601. Types ask the caller for all others.
import { formatMoney } from '@fairturn/contract/money'
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

/** `rest`: what the row has not, has in another type, or must not show as it is. */
export function onWire<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  rest: Missing<z.output<Schema>, Row> & Partial<z.output<Schema>>,
): z.output<Schema> {
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(row)) {
    const name = field === 'id' ? '_id' : field.replace(/_minor$/, '')
    fields[name] =
      value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? formatMoney(value) : value
  }
  Object.assign(fields, rest)
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, fields[name]])) as z.output<Schema>
}
