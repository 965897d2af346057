// What is known around a withdrawal: for whoever decides on it, and for the second person.
import { RISK_WEIGHTS } from '@fairturn/contract/backoffice/withdrawals'
import { Box, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { Name, Names } from '../components/Name.tsx'
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
            labelOf(note),
            <NoteValue key={note.fact} note={note} member_id={member_id} />,
          ]),
        )}
      />
    </Box>
  )
}

export const hasWeight = ({ notes }: Pick<Withdrawal, 'notes'>): boolean =>
  notes.some(({ fact }) => RISK_WEIGHTS[fact] !== 'low')

/** Who is paid and what is known, of one among several that are approved at once. */
export function ShortNotes({ withdrawal }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const { member_id, payee, notes, names } = withdrawal
  return (
    <Box sx={{ fontSize: 13, mt: 0.5 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {payee === null
          ? translate('withdrawals.to_card')
          : [payee.holder, payee.bank_name, payee.account].filter(Boolean).join(', ')}
      </Box>
      {notes.length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{translate('withdrawals.nothing_known')}</Box>
      ) : (
        <Names of={names}>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
            {notes.map((note) => (
              <Box
                key={note.fact}
                component="li"
                sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', alignItems: 'baseline' }}
              >
                <span>{translate(labelOf(note))}:</span>
                <NoteValue note={note} member_id={member_id} />
              </Box>
            ))}
          </Box>
        </Names>
      )}
    </Box>
  )
}

type Note = Withdrawal['notes'][number]

const labelOf = ({ fact }: Note): string =>
  fact === 'assigned_by_hand' ? 'withdrawals.sent_by' : `withdrawals.facts.${fact}`

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
