// A member's invoices and credit notes, and the confirmation of the VAT number by evidence.
import { required, TextInput, useNotify, useTranslate } from 'react-admin'
import { ActionButton, type ReasonValues } from '../components/ActionDialog.tsx'
import { formatTime } from '../components/format.ts'
import { takeFocus } from '../components/forms.ts'
import { Heading } from '../components/headings.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointPages } from '../shell/endpoint-hooks.ts'
import type { TabProps } from './tab-props.ts'

export function MemberInvoices({ member }: Pick<TabProps, 'member'>) {
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
          { label: 'invoices.number', source: 'number' },
          { label: 'invoices.kind', text: 'series', texts: 'invoices.series' },
          { label: 'invoices.subject', source: 'subject_name' },
          { label: 'invoices.vat', amount: 'vat' },
          { label: 'invoices.total', amount: 'total' },
        ]}
      />
      {member.closed_at === null && <ConfirmNumber member_id={member._id} />}
    </section>
  )
}

type Confirm = 'POST backoffice/billing/:member_id/confirm-number'

interface Values extends ReasonValues {
  vat_number: string
}

/** The server compares what is typed with the number of the profile. */
function ConfirmNumber({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  return (
    <ActionButton<Confirm, Values>
      button={{ size: 'small', variant: 'outlined' }}
      endpoint="POST backoffice/billing/:member_id/confirm-number"
      input={({ vat_number, reason }) => ({ params: { member_id }, body: { vat_number, reason } })}
      title={translate('invoices.confirm_number')}
      why={translate('invoices.confirm_number_why')}
      with_reason
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
