// Shared by lists of the back office.
import { z } from 'zod'

/** `?sort=` of a list by one of these columns, `.asc` or `.desc`; without it the list has the order its summary says. */
export function sortBy<const Columns extends readonly [string, ...string[]]>(...columns: Columns) {
  type Sort = `${Columns[number]}.${'asc' | 'desc'}`
  const sorts = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`]) as [Sort, ...Sort[]]
  return z.enum(sorts, { error: 'field_is_invalid' }).optional()
}
