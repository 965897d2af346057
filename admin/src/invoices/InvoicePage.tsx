import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Amount } from '../components/Amount.tsx'
import { formatDay, formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { Name } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { EntryLink } from '../ledger/links.tsx'
import { addressOf, type DataOf } from '../shell/api.ts'
import { Case } from './InvoiceList.tsx'

type Invoice = DataOf<'GET backoffice/invoices/:invoice_id'>

export const InvoicePage = () => (
  <RecordPage has="lines">{(invoice: Invoice) => <Details invoice={invoice} />}</RecordPage>
)

function Details({ invoice }: { invoice: Invoice }) {
  const translate = useTranslate()
  const { _id, number, series, vat_case, vat_percent, buyer, seller, lines, vat_stated } = invoice
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <RecordHead title={`${translate(`invoices.series.${series}`)} ${number}`}>
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          {(vat_case === null ? ['pdf'] : ['pdf', 'xml']).map((format) => (
            <Button
              key={format}
              size="small"
              startIcon={<DownloadIcon />}
              component="a"
              download
              href={addressOf(`backoffice/invoices/${_id}/file`, { format })}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Box>
      </RecordHead>
      <PropertyTable
        values={{
          'invoices.member': <Name id={invoice.member_id} />,
          'invoices.subject': <Name id={invoice.subject_id} />,
          'invoices.day': formatDay(invoice.day),
          'invoices.issued_at': formatTime(invoice.issued_at),
          'invoices.buyer': <Party of={buyer} />,
          'invoices.vat_number': buyer.vat_number,
          'invoices.purchase_order': buyer.purchase_order,
          'invoices.seller': seller && <Party of={seller} />,
          'invoices.vat_case': <Case of={vat_case} />,
          'invoices.net': <Amount wire={invoice.net} />,
          'invoices.vat': (
            <>
              <Amount wire={invoice.vat} /> {vat_percent > 0 && `(${vat_percent}\u00a0%)`}
            </>
          ),
          'invoices.vat_stated':
            vat_stated &&
            `${vat_stated.currency}\u00a0${vat_stated.amount.replace('.', ',')} (${vat_stated.rate.replace('.', ',')})`,
          'invoices.total': <Amount wire={invoice.total} />,
          'invoices.corrects': others(invoice.corrects),
          'invoices.corrected_by': others(invoice.corrected_by),
          'invoices.entry': (
            <EntryLink entry_id={invoice.entry_id} label={translate('invoices.open_entry')} />
          ),
        }}
      />
      <RecordTable
        rows={lines}
        columns={[
          { label: 'invoices.line', text: 'kind', texts: 'invoices.lines' },
          { label: 'invoices.quantity', render: ({ quantity }) => quantity, end: true },
          { label: 'invoices.unit', amount: 'unit' },
          { label: 'invoices.amount', amount: 'amount' },
        ]}
      />
    </Box>
  )
}

const Party = ({ of }: { of: Invoice['buyer'] | NonNullable<Invoice['seller']> }) => (
  <>
    {[of.legal_name, of.street, [of.postal_code, of.city].filter(Boolean).join(' '), of.country]
      .filter(Boolean)
      .join(', ')}
  </>
)

/** What the document corrects, or is corrected by. */
const others = (of: Invoice['corrects']) =>
  of.length > 0 && (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
      {of.map(({ _id, number }) => (
        <GoTo key={_id} to={`/invoices/${_id}/show`}>
          {number}
        </GoTo>
      ))}
    </Box>
  )
