import { z } from 'zod'
import type { StaffRole } from './roles.ts'

interface ListCall {
  readonly path: string
  readonly summary: string
  readonly roles: readonly StaffRole[]
  readonly query: z.ZodObject<{ cursor: z.ZodType }>
}

const EXPORT_RATE_LIMIT = { hits: 30, per_seconds: 3600 }

/** The CSV export of a list: the same rows in the same order, for the same roles. */
export function csvFile<const L extends ListCall>(list: L, rows: string, note = '') {
  const { path, summary: _summary, query, ...call } = list
  return {
    ...call,
    path: `${path}.csv`,
    summary: `${rows} as a CSV file, in the order of the list${note && `; ${note}`}`,
    type: 'text/csv' as const,
    query: query.omit({ cursor: true }) as object as z.ZodType<Omit<z.output<L['query']>, 'cursor'>>,
    limit: EXPORT_RATE_LIMIT,
  }
}

/** `?search=` of a list; its description says which fields are searched. */
export const search = z.string().trim().min(1, 'field_is_invalid').max(100, 'field_is_invalid').optional()

/** `?sort=` of a list by one of these columns, `.asc` or `.desc`; the default order is in its summary. */
export function sortBy<const Columns extends readonly [string, ...string[]]>(...columns: Columns) {
  type Sort = `${Columns[number]}.${'asc' | 'desc'}`
  const sorts = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`]) as [Sort, ...Sort[]]
  return z.enum(sorts, { error: 'field_is_invalid' }).optional()
}
