// A member's invoices and credit notes, and the confirmation of the VAT number by evidence.
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { required, TextInput, useNotify, useTranslate } from 'react-admin'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { takeFocus } from '../components/forms.ts'
import { GoTo } from '../components/GoTo.tsx'
import { Heading } from '../components/headings.tsx'
import { useLevelName } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointQuery, useEndpointPages } from '../shell/endpoint-hooks.ts'
import type { TabProps } from './tab-props.ts'

export function MemberInvoices({ member }: Pick<TabProps, 'member'>) {
  const levelName = useLevelName()
  const invoices = useEndpointPages('GET backoffice/invoices', { query: { member_id: member._id } })
  return (
    <section>
      <Heading text="invoices.of_member" />
      <RecordTable
        {...invoices}
        label="invoices.of_member"
        empty="member.nothing"
        columns={[
          { label: 'invoices.issued_at', time: 'issued_at' },
          {
            label: 'invoices.number',
            render: ({ _id, number }) => <GoTo to={`/invoices/${_id}/show`}>{number}</GoTo>,
          },
          { label: 'invoices.kind', text: 'series', texts: 'invoices.series' },
          { label: 'invoices.subject', render: ({ subject_name }) => levelName(subject_name) },
          { label: 'invoices.vat', amount: 'vat' },
          { label: 'invoices.total', amount: 'total' },
        ]}
      />
      {member.closed_at === null && <Profile member={member} />}
    </section>
  )
}

/** Names and addresses are shown when asked for: the member reads that somebody looked. */
function Profile({ member: { _id: member_id, username } }: Pick<TabProps, 'member'>) {
  const translate = useTranslate()
  const [isShown, show] = useState(false)
  const { data } = useEndpointQuery(
    'GET backoffice/billing/:member_id',
    { params: { member_id } },
    { enabled: isShown, recorded: true },
  )
  if (!isShown)
    return (
      <Button size="small" onClick={() => show(true)}>
        {translate('invoices.show_profile')}
      </Button>
    )
  if (data === undefined) return null
  const { profile, vat_case, is_sellers_number, same_number } = data
  if (profile === null) return <Typography>{translate('invoices.no_profile')}</Typography>
  const { street, postal_code, city, country, number_check, confirmed_until } = profile
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 2, justifyItems: 'start' }}>
      <Heading text="invoices.profile" />
      <PropertyTable
        values={{
          'invoices.name': profile.legal_name,
          'invoices.address': [street, [postal_code, city].filter(Boolean).join(' '), country]
            .filter(Boolean)
            .join(', '),
          'invoices.vat_number': profile.vat_number,
          'invoices.number_check':
            profile.vat_number &&
            translate(`invoices.number_checks.${number_check}`, {
              until: confirmed_until && formatTime(confirmed_until),
            }),
          'invoices.registration_number': profile.registration_number,
          'invoices.purchase_order': profile.purchase_order,
          'invoices.email': profile.email,
          'invoices.vat_case': translate(`invoices.vat_cases.${vat_case ?? 'none'}`),
        }}
      />
      {is_sellers_number && <Alert severity="warning">{translate('invoices.is_sellers_number')}</Alert>}
      {same_number.length > 0 && (
        <Alert severity="warning">
          {translate('invoices.same_number')}{' '}
          {same_number.map(({ member_id: _id, username: other }, at) => (
            <span key={_id}>
              {at > 0 && ', '}
              <GoTo to={`/members/${_id}/show`}>{other}</GoTo>
            </span>
          ))}
        </Alert>
      )}
      {profile.vat_number !== null && <ConfirmNumber member_id={member_id} username={username} />}
    </Box>
  )
}

type Confirm = 'POST backoffice/billing/:member_id/confirm-number'

interface Values extends ReasonValues {
  vat_number: string
}

/** The server compares what is typed with the number of the profile. */
function ConfirmNumber({ member_id, username }: { member_id: string; username: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  return (
    <ActionButton<Confirm, Values>
      button={{ size: 'small', variant: 'outlined' }}
      endpoint="POST backoffice/billing/:member_id/confirm-number"
      input={({ vat_number, reason }) => ({ params: { member_id }, body: { vat_number, reason } })}
      title={translate('invoices.confirm_number')}
      of={username}
      why={translate('invoices.confirm_number_why')}
      withReason
      onDone={({ confirmed_until }) =>
        notify('invoices.number_confirmed', {
          type: 'success',
          messageArgs: { until: formatTime(confirmed_until) },
        })
      }
    >
      <TextInput
        source="vat_number"
        label="invoices.vat_number"
        helperText="invoices.vat_number_help"
        validate={required()}
        slotProps={{ htmlInput: { maxLength: 30, ref: takeFocus } }}
      />
    </ActionButton>
  )
}
