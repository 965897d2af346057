import { INVOICE_SERIES } from '@fairturn/contract/accounting'
import { EmptyState } from '@fairturn/ui/EmptyState.tsx'
import { LinkButton } from '@fairturn/ui/LinkButton.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PaymentHistory } from '../documents/PaymentHistory.tsx'
import { useFilter } from '../shell/history/useFilter.ts'
import { paths } from '../shell/paths.ts'
import { InvoiceReceipt, InvoiceRow } from './InvoiceRow.tsx'
import { seriesText } from './labels.ts'
import { invoicesQuery } from './queries.ts'

export default function InvoicesPage() {
  const { t } = useLingui()
  const filter = useFilter(INVOICE_SERIES)
  const { data, ...query } = useInfiniteQuery(invoicesQuery(filter.state || undefined, filter.period))
  return (
    <PaymentHistory
      title={t`Invoices`}
      filter={filter}
      states={INVOICE_SERIES.map((value) => ({ value, label: seriesText(value) }))}
      query={query}
      list={data?.pages.flatMap((page) => page.list)}
      instantOf={(invoice) => invoice.issued_at}
      renderRow={(invoice, open) => <InvoiceRow key={invoice._id} invoice={invoice} onPress={open} />}
      renderReceipt={(invoice, onClose) => <InvoiceReceipt invoice={invoice} onClose={onClose} />}
      nothingFound={t`No invoices of this kind on these days`}
      empty={
        <EmptyState
          icon="document"
          title={t`No invoices yet`}
          body={
            <Trans>Each payment for a campaign or level gets an invoice, each refund a credit note.</Trans>
          }
          action={<LinkButton href={paths.billing} variant="secondary">{t`Billing profile`}</LinkButton>}
        />
      }
      file={{ path: 'invoices/export', name: 'invoices', by_day: true }}
    />
  )
}
