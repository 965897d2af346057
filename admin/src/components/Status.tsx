import { Chip } from '@mui/material'
import { useTranslate } from 'react-admin'

type Tone = 'default' | 'primary' | 'warning' | 'error'

export const StateChip = ({ label, tone = 'default' }: { label: string; tone?: Tone | undefined }) => (
  <Chip size="small" variant="outlined" color={tone} label={label} />
)

/** Tone of a status wherever it is shown; `group.key` overrides `key`. */
const TONES: Readonly<Record<string, Tone>> = {
  'invitations.statuses.open': 'primary',
  open: 'warning',
  review: 'warning',
  active: 'primary',
  awaiting: 'warning',
  credited: 'primary',
  requested: 'warning',
  approved: 'primary',
  sent: 'primary',
  returned: 'error',
  drawn: 'warning',
  exported: 'warning',
  executed: 'primary',
  scheduled: 'warning',
  sending: 'warning',
  matched: 'primary',
  held: 'warning',
  differs: 'warning',
  to_check: 'warning',
  unmatched: 'error',
  unexplained: 'error',
  needs_review: 'error',
}

export const Status = ({ texts, value }: { texts: string; value: string }) => (
  <StateChip label={useTranslate()(`${texts}.${value}`)} tone={TONES[`${texts}.${value}`] ?? TONES[value]} />
)
