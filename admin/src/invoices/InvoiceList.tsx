import { INVOICE_SERIES } from '@fairturn/contract/accounting'
import { useTranslate } from 'react-admin'
import { DateInput } from '../components/DateInput.tsx'
import { member, search, shownChoice } from '../components/filters.tsx'
import { Name, useLevelName } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import type { DataOf } from '../shell/api.ts'

type Invoice = DataOf<'GET backoffice/invoices'>['list'][number] & { id: string }

const FILTERS = [
  search('invoices.number', 'number'),
  shownChoice('series', 'invoices.kind', INVOICE_SERIES, 'invoices.series'),
  member('invoices.member'),
  <DateInput key="from" source="from" label="invoices.from" />,
  <DateInput key="to" source="to" label="invoices.to" />,
]

export function InvoiceList() {
  const levelName = useLevelName()
  return (
    <RecordList<Invoice>
      filters={FILTERS}
      sort={{ field: 'issued_at', order: 'DESC' }}
      columns={[
        { label: 'invoices.number', source: 'number', sx: { whiteSpace: 'nowrap' } },
        { label: 'invoices.day', day: 'day' },
        { label: 'invoices.kind', text: 'series', texts: 'invoices.series' },
        { label: 'invoices.member', render: ({ member_id }) => <Name id={member_id} bare /> },
        { label: 'invoices.subject', render: ({ subject_name }) => levelName(subject_name) },
        { label: 'invoices.vat_case', render: ({ vat_case }) => <Case of={vat_case} /> },
        { label: 'invoices.net', amount: 'net' },
        { label: 'invoices.vat', amount: 'vat' },
        { label: 'invoices.total', amount: 'total' },
      ]}
    />
  )
}

/** Why a document has the VAT it has; without a seller there is no case. */
export function Case({ of }: { of: Invoice['vat_case'] }) {
  const translate = useTranslate()
  return translate(`invoices.vat_cases.${of ?? 'none'}`)
}
