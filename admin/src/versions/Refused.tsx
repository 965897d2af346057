// Why a change was refused, with the figures that do not fit: in the dialog where it was asked for, as long as that is open.
import { Alert } from '@mui/material'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { useTranslate } from 'react-admin'
import { useMoney } from '../Amount.tsx'

const AMOUNTS = new Set(['minimum', 'fee', 'highest'])

export function Refused({ failure }: { failure: ApiFailure }) {
  const translate = useTranslate()
  const money = useMoney()
  const where = placeOf(failure.details['fields'])
  const place = where === undefined ? '' : translate('levels.place', { at: where.at + 1 })
  const field = where === undefined ? '' : translate(`levels.${where.column}`, { _: '' })
  const written = Object.entries(failure.details).map(([name, value]): [string, unknown] => {
    // Basis points, as percent.
    if (name.endsWith('_bp')) return [name.slice(0, -3), Number(value) / 100]
    if (name === 'field') return [name, translate(`levels.${String(value)}`, { _: String(value) })]
    if (Array.isArray(value)) return [name, value.join(', ')]
    return [name, AMOUNTS.has(name) ? money(String(value)) : value]
  })
  const figures = translate(`versions.refused.${failure.code}`, {
    level: place,
    field,
    ...Object.fromEntries(written),
    _: '',
  })
  return (
    <Alert severity="error">
      {failure.message}
      {figures.trim() !== '' && <div>{figures}</div>}
    </Alert>
  )
}

/** Of a table of levels, the place and the column that the contract's form refuses. */
function placeOf(fields: unknown): { at: number; column: string } | undefined {
  const [first] = Array.isArray(fields) ? (fields as { field?: string }[]) : []
  const [, at, column] = /^levels\.(\d+)\.(\w+)$/.exec(first?.field ?? '') ?? []
  return at === undefined || column === undefined ? undefined : { at: Number(at), column }
}
