import type { Side } from '@fairturn/contract/backoffice/roles'
import { Alert } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useScreenOptions } from '../shell/screen.ts'

/** The side of the operator, and from when it is another; null for who moves no money. */
export function useOwnSide(): { side: Side | null; text: string | null } {
  const { identity } = useGetIdentity()
  const translate = useTranslate()
  const side = (identity?.['side'] ?? null) as Side | null
  const next = identity?.['next_side'] as { side: Side; from: string } | null | undefined
  if (side === null) return { side, text: null }
  const now = translate(`sides.${side}`)
  if (!next) return { side, text: now }
  return {
    side,
    text: translate('sides.next', {
      now,
      next: translate(`sides.${next.side}`),
      when: formatTime(next.from),
    }),
  }
}

/** On a screen of the other side: whom its work waits for. */
export function SideNote() {
  const work = useScreenOptions()?.side
  const { side } = useOwnSide()
  const translate = useTranslate()
  const waits = work !== undefined && work !== side
  const { data } = useEndpointQuery('GET backoffice/sides', {}, { enabled: waits, silent: true })
  if (!waits || data === undefined) return null
  const who = data[work].join(', ')
  return (
    <Alert severity="info" square>
      {who === ''
        ? translate('sides.waits_for_nobody', { side: translate(`sides.${work}`) })
        : translate('sides.waits_for', { side: translate(`sides.${work}`), who })}
    </Alert>
  )
}
