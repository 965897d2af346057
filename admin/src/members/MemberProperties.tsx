import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { usePanel } from '../components/panel.ts'
import { PropertyTable } from '../components/PropertyTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

export type Member = DataOf<'GET backoffice/members/:member_id'>

export function MemberProperties({ member }: { member: Member }) {
  const translate = useTranslate()
  const nameOf = useLanguageName()
  // Until the levels' names are loaded, ids are shown.
  const { data: levels } = useEndpointQuery('GET level', {}, { fixed: true, silent: true })
  const { lock, closed_at, invitation, invited_by } = member
  const beside = usePanel() !== null
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: beside ? '1fr' : { xs: '1fr', md: '1fr 1fr' } }}>
      <Part
        title="member.who"
        values={{
          'member.phone': member.phone,
          'member.phone_confirmed_at': member.phone_confirmed_at
            ? formatTime(member.phone_confirmed_at)
            : translate('member.not_confirmed'),
          'member.email': member.email,
          'members.code': member.code,
          'member.locale': nameOf(member.locale),
          'member.level': levels?.find(({ _id }) => _id === member.level_id)?.name ?? member.level_id,
          'members.member_since': formatTime(member.member_since),
          'member.closed': closed_at && formatTime(closed_at),
          'member.invited_by': invited_by && (
            <GoTo to={`/members/${invited_by._id}/show`}>{invited_by.username}</GoTo>
          ),
          'invitations.by_code': invitation && (
            <GoTo to={`/invitations/${invitation._id}/show`}>{`${invitation.code}: ${invitation.note}`}</GoTo>
          ),
          'member.invited': member.invited,
          'members.verified_orders': member.verified_orders,
        }}
      />
      <Part
        title="member.access"
        values={{
          'members.lock':
            lock === null
              ? translate('members.locks.none')
              : translate('member.lock_now', {
                  kind: translate(`members.locks.${lock.kind}`),
                  when: formatTime(lock.since),
                  reason: lock.reason,
                }),
          'member.lock_until': lock?.until && formatTime(lock.until),
          'member.lock_confirmed_by':
            lock?.kind === 'security' && (lock.confirmed_by ?? translate('member.nobody_yet')),
          'member.withdrawals_held_until':
            member.withdrawals_held_until && formatTime(member.withdrawals_held_until),
          'member.password': member.needs_new_password && translate('member.needs_new_password'),
          'member.authenticator': translate(member.one_time_codes ? 'member.set_up' : 'member.not_set_up'),
          'member.passkeys': member.passkeys,
          'member.recovery_codes': member.recovery_codes_left,
        }}
      />
    </Box>
  )
}

function Part({ title, values }: { title: string; values: Readonly<Record<string, ReactNode>> }) {
  const translate = useTranslate()
  return (
    <section>
      <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
        {translate(title)}
      </Typography>
      <PropertyTable values={values} />
    </section>
  )
}
