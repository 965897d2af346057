import type { Invoice } from '@fairturn/contract/invoices'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { dateTime } from '@fairturn/ui/formats.ts'
import { Row } from '@fairturn/ui/Row.tsx'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileButton } from '../documents/FileButton.tsx'
import { linesOf, Receipt } from '../documents/Receipt.tsx'
import { Amount, useMoneyText } from '../shell/Amount.tsx'
import { Dotted } from '../shell/Dotted.tsx'
import { lineText, seriesText } from './labels.ts'
import { invoiceQuery } from './queries.ts'

/** Credit notes are what came back. */
export function InvoiceRow({ invoice, onPress }: { invoice: Invoice; onPress: () => void }) {
  return (
    <Row
      as="li"
      onPress={onPress}
      title={invoice.number}
      detail={
        <Dotted then={<DateTime value={invoice.issued_at} day />}>
          <bdi>{invoice.subject_name}</bdi>
        </Dotted>
      }
      trailing={<Amount amount={signed(invoice, invoice.total)} />}
    />
  )
}

const signed = ({ series }: Invoice, amount: string): string =>
  series === 'FC' && amount !== '0.00' ? `-${amount}` : amount

export function InvoiceReceipt({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useLingui()
  const moneyText = useMoneyText()
  const money = (amount: string) => moneyText(signed(invoice, amount))
  const { number, series, vat_percent, vat_case } = invoice
  const { data: detail } = useQuery(invoiceQuery(invoice._id))
  const file = `invoices/${invoice._id}/file`
  const lines = detail?.lines ?? []
  const [only] = lines.length === 1 ? lines : []
  const numbersOf = (documents: readonly { number: string }[] | undefined) =>
    documents?.map((document) => document.number).join(', ')
  return (
    <Receipt
      title={seriesText(series)}
      onClose={onClose}
      lines={linesOf([
        { label: t`Amount`, text: money(invoice.total), main: true },
        // A line alone would be the net amount twice, of which the first reads as the price.
        ...(only ? [] : lines).map((line) => ({ label: lineText(line), text: money(line.amount) })),
        { label: t`Net amount`, text: money(invoice.net) },
        { label: t`VAT ${vat_percent}%`, text: vat_case && money(invoice.vat) },
        { label: t`Number`, text: number },
        {
          label: t({ message: 'For', context: 'what an invoice is for' }),
          text: only ? `${lineText(only)}: ${invoice.subject_name}` : invoice.subject_name,
        },
        { label: t`Buyer`, text: detail?.buyer.legal_name },
        { label: t`VAT number`, text: detail?.buyer.vat_number },
        { label: t`Purchase order`, text: detail?.buyer.purchase_order },
        { label: t`Corrects`, text: numbersOf(detail?.corrects) },
        { label: t`Corrected by`, text: numbersOf(detail?.corrected_by) },
        { label: t`Issued on`, text: dateTime(invoice.issued_at) },
      ])}
      copying={
        series === 'FC'
          ? { label: t`Copy credit note`, done: t`Credit note copied` }
          : { label: t`Copy invoice`, done: t`Invoice copied` }
      }
      file={{ path: file, name: `${number}.pdf`, label: t`Download PDF` }}
      action={
        vat_case && <FileButton label={t`Download XML`} path={`${file}?format=xml`} name={`${number}.xml`} />
      }
    />
  )
}
