// What is known around a withdrawal: for whoever decides on it, and for the second person.
import { RISK_WEIGHTS } from '@fairturn/contract/backoffice/withdrawals'
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { StateChip } from '../components/Status.tsx'
import { RingLink } from '../members/RingLink.tsx'
import type { DataOf } from '../shell/api.ts'
import { TONE_OF_WEIGHT } from './risk-tones.ts'

type Withdrawal = DataOf<'GET backoffice/withdrawals/:withdrawal_id'>

const MAX_NAMED = 5

export function RiskNotes({
  withdrawal: { member_id, notes },
}: {
  withdrawal: Pick<Withdrawal, 'member_id' | 'notes'>
}) {
  const translate = useTranslate()
  return (
    <Box>
      <Heading text="withdrawals.known" />
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {translate(notes.length === 0 ? 'withdrawals.nothing_known' : 'withdrawals.known_why')}
      </Typography>
      <PropertyTable
        values={Object.fromEntries(
          notes.map((note) => [
            note.fact === 'assigned_by_hand' ? 'withdrawals.sent_by' : `withdrawals.facts.${note.fact}`,
            <NoteValue key={note.fact} note={note} member_id={member_id} />,
          ]),
        )}
      />
    </Box>
  )
}

type Note = Withdrawal['notes'][number]

/** What is known, by weight; other members by name, with a link to all that links them. */
function NoteValue({ note, member_id }: { note: Note; member_id: string }) {
  const translate = useTranslate()
  const weight = RISK_WEIGHTS[note.fact]
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
      {weight !== 'low' && (
        <StateChip label={translate(`withdrawals.weights.${weight}`)} tone={TONE_OF_WEIGHT[weight]} />
      )}
      {note.member_ids.length === 0 ? (
        <Detail detail={note.detail} />
      ) : (
        <Others note={note} member_id={member_id} />
      )}
    </Box>
  )
}

/** Formats instants and amounts; words stay as they are. */
function Detail({ detail }: { detail: string }) {
  const translate = useTranslate()
  const money = useMoney()
  if (detail === '') return translate('money.yes')
  if (/^\d{4}-\d\d-\d\dT/.test(detail)) return formatTime(detail)
  return /^\d+\.\d\d$/.test(detail) ? money(detail) : detail
}

function Others({ note: { fact, detail, member_ids }, member_id }: { note: Note; member_id: string }) {
  const translate = useTranslate()
  const invited = fact === 'invited_with_others_who_withdraw_now'
  const [inviter_id] = member_ids
  const others = invited ? member_ids.slice(1) : member_ids
  return (
    <>
      {invited && inviter_id !== undefined && (
        <span>
          {translate('withdrawals.inviter')} <Name id={inviter_id} bare />:
        </span>
      )}
      {others.slice(0, MAX_NAMED).map((id) => (
        <Name key={id} id={id} bare />
      ))}
      <RingLink member_id={member_id}>
        {translate('rings.members_count', { smart_count: Number(detail) })}
      </RingLink>
    </>
  )
}
