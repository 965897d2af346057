// Who a member is, what is theirs, and how they get in.
import { Box, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { langCode } from '../i18n.ts'
import { Amount } from '../Amount.tsx'
import { Facts, GoTo } from '../parts.tsx'
import { when } from '../words.ts'
import type { Member } from './member.ts'

/** Names of levels by id, as everybody reads them; empty until they are known. */
function useLevelNames(): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    fetch('/api/level', { headers: { langCode: langCode() } })
      .then((answer) => answer.json() as Promise<{ data: { _id: string; name: string }[] }>)
      .then(({ data }) => setNames(new Map(data.map(({ _id, name }) => [_id, name]))))
      // The id is shown in its place.
      .catch(() => undefined)
  }, [])
  return names
}

export function MemberFacts({ member }: { member: Member }) {
  const translate = useTranslate()
  const levels = useLevelNames()
  const { lock, closed_at, verified_visits: verified, counted_visits: counted } = member
  const who = [
    ['member.phone', member.phone],
    ['member.email', member.email],
    ['members.code', member.code],
    ['member.locale', member.locale],
    ['member.level', levels.get(member.level_id) ?? member.level_id],
    ['members.member_since', when(member.member_since)],
    ['member.closed', closed_at && when(closed_at)],
    ['member.invited_by', member.invited_by?.username],
    [
      'invitations.by_code',
      member.invitation && (
        <GoTo key="invitation" to={`/invitations/${member.invitation._id}/show`}>
          {member.invitation.code}: {member.invitation.note}
        </GoTo>
      ),
    ],
    ['member.invited', member.invited],
    ['members.verified_orders', member.verified_orders],
    ['member.quality', translate('member.quality_of', { verified, counted })],
  ] as const
  const money = (['available', 'reserved', 'held'] as const).map(
    (part) => [`member.${part}`, <Amount key={part} wire={member[part]} />] as const,
  )
  const access = [
    [
      'members.lock',
      lock === null
        ? translate('members.locks.none')
        : translate('member.lock_now', {
            kind: translate(`members.locks.${lock.kind}`),
            when: when(lock.since),
            reason: lock.reason,
          }),
    ],
    ['member.lock_until', lock?.until && when(lock.until)],
    [
      'member.lock_confirmed_by',
      lock?.kind === 'security' ? (lock.confirmed_by ?? translate('member.nobody_yet')) : null,
    ],
    ['member.withdrawals_held_until', member.withdrawals_held_until && when(member.withdrawals_held_until)],
    ['member.password', member.needs_new_password ? translate('member.needs_new_password') : null],
    ['member.authenticator', translate(member.one_time_codes ? 'member.set_up' : 'member.not_set_up')],
    ['member.passkeys', member.passkeys],
    ['member.recovery_codes', member.recovery_codes_left],
  ] as const
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
      <Part title="member.who" rows={who} />
      <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Part title="member.money" rows={money} />
        <Part title="member.access" rows={access} />
      </Box>
    </Box>
  )
}

type Rows = readonly (readonly [name: string, value: React.ReactNode])[]

function Part({ title, rows }: { title: string; rows: Rows }) {
  const translate = useTranslate()
  return (
    <section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate(title)}
      </Typography>
      <Facts rows={rows.map(([name, value]) => [translate(name), value] as const)} />
    </section>
  )
}
