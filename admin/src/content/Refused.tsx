import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'

const AMOUNTS = new Set(['minimum', 'fee', 'highest'])

/** The message of a refusal, and its figures if there are any. */
function useRefusalParts(): (failure: ApiFailure) => [message: string, figures: string] {
  const translate = useTranslate()
  const money = useMoney()
  return (failure) => {
    const where = positionOf(failure.details['fields'])
    const position = where === undefined ? '' : translate('levels.position', { at: where.at + 1 })
    const field = where === undefined ? '' : translate(`levels.${where.column}`, { _: '' })
    const written = Object.entries(failure.details).map(([name, value]): [string, unknown] => {
      // Basis points, shown as percent.
      if (name.endsWith('_bp')) return [name.slice(0, -3), Number(value) / 100]
      if (name === 'field') return [name, translate(`levels.${String(value)}`, { _: String(value) })]
      if (Array.isArray(value)) return [name, value.join(', ')]
      return [name, AMOUNTS.has(name) ? money(String(value)) : value]
    })
    const figures = translate(`versions.refused.${failure.code}`, {
      level: position,
      field,
      ...Object.fromEntries(written),
      _: '',
    })
    return [failure.message, figures.trim()]
  }
}

/** Message and figures in one line. */
export function useRefusalText(): (failure: ApiFailure) => string {
  const partsOf = useRefusalParts()
  return (failure) => {
    const [message, figures] = partsOf(failure)
    return figures === '' ? message : `${message}. ${figures}`
  }
}

export function Refused({ failure }: { failure: ApiFailure }) {
  const [message, figures] = useRefusalParts()(failure)
  return (
    <Alert severity="error">
      {message}
      {figures !== '' && <div>{figures}</div>}
    </Alert>
  )
}

/** Row and column of the level table that the contract's schema refuses. */
function positionOf(fields: unknown): { at: number; column: string } | undefined {
  const [first] = Array.isArray(fields) ? (fields as { field?: string }[]) : []
  const [, at, column] = /^levels\.(\d+)\.(\w+)$/.exec(first?.field ?? '') ?? []
  return at === undefined || column === undefined ? undefined : { at: Number(at), column }
}
