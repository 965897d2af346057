// What is asked first about a member: what they have, and what speaks for a second look.
import { Box, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { usePanel } from '../components/panel.ts'
import type { Member } from './MemberProperties.tsx'
import { useRing } from './ring.ts'

export function MemberSummary({ member }: { member: Member }) {
  const translate = useTranslate()
  const beside = usePanel() !== null
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: beside
          ? 'minmax(0, 1fr)'
          : { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Card title="member.balance">
        <Figure label="member.available">
          <Box component="span" sx={{ fontSize: 20 }}>
            <Amount wire={member.available} />
          </Box>
        </Figure>
        <Figure label="member.reserved">
          <Amount wire={member.reserved} />
        </Figure>
        <Figure label="member.held">
          <Amount wire={member.held} />
        </Figure>
      </Card>
      <Card title="member.risk">
        <Risk member={member} />
      </Card>
      {member.lock && (
        <Typography sx={{ gridColumn: '1 / -1' }}>
          {translate('member.lock_now', {
            kind: translate(`members.locks.${member.lock.kind}`),
            when: formatTime(member.lock.since),
            reason: member.lock.reason,
          })}
        </Typography>
      )}
    </Box>
  )
}

function Risk({ member }: { member: Member }) {
  const translate = useTranslate()
  const { verified_visits: verified, counted_visits: counted } = member
  const { ring, own, others } = useRing(member._id)
  const waiting = ring?.orders.filter(
    ({ member_id, review }) => member_id === member._id && review?.outcome === null,
  )
  return (
    <>
      <Figure label="member.quality">{translate('member.quality_of', { verified, counted })}</Figure>
      <Figure label="rings.linked">{others?.length ?? '—'}</Figure>
      <Figure label="member.waiting_reviews">{waiting?.length ?? '—'}</Figure>
      <Figure label="member.unseen">
        <Amount wire={own?.unseen ?? null} />
      </Figure>
      {member.withdrawals_held_until && (
        <Figure label="member.withdrawals_held_until">{formatTime(member.withdrawals_held_until)}</Figure>
      )}
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const level = usePanel() === null ? 'h2' : 'h3'
  return (
    <Paper component="section" variant="outlined" sx={{ p: 2 }}>
      <Typography component={level} sx={{ fontWeight: 700, mb: 1 }}>
        {useTranslate()(title)}
      </Typography>
      <Box
        component="dl"
        sx={{ display: 'flex', gap: 3, rowGap: 1, flexWrap: 'wrap', alignItems: 'flex-start', m: 0 }}
      >
        {children}
      </Box>
    </Paper>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
      {useTranslate()(label)}
    </Box>
    {/* As high beside a larger amount: the labels stand in one line. */}
    <Box component="dd" sx={{ m: 0, fontWeight: 600, lineHeight: '28px' }}>
      {children}
    </Box>
  </div>
)
