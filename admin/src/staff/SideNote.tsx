import { may, type Side, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { Alert, Box } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { isOffered, useScreenOptions } from '../shell/screen.ts'

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

/**
 * As long as somebody who moves money has no side, as after an upgrade: who, and what gives them one. Shown to those it
 * concerns; with a link where it is not on the staff page itself.
 */
export function SidesMissing({ here = false }: { here?: boolean }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const staff = useScreenOptions('staff')
  const role = identity?.['role'] as StaffRole | undefined
  const concerned = role !== undefined && (may.move_money as readonly StaffRole[]).includes(role)
  const { data } = useEndpointQuery('GET backoffice/sides', {}, { enabled: concerned, silent: true })
  if (!concerned || data === undefined || data.none.length === 0) return null
  const nobody = data.in.length === 0 && data.out.length === 0
  return (
    <Alert severity="warning" {...(here && { sx: { mt: 2 } })}>
      <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
        <span>
          {translate(nobody ? 'sides.nobody_has_one' : 'sides.some_have_none', { who: data.none.join(', ') })}
        </span>
        <span>{translate('sides.how_to_set')}</span>
        {!here && isOffered(staff, role, 'edit') && <GoTo to="/staff">{translate('sides.set')}</GoTo>}
      </Box>
    </Alert>
  )
}
