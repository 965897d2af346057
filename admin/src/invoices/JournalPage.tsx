import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { Title, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { CsvButton } from '../components/CsvButton.tsx'
import { DateField } from '../components/DateInput.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

type Balances = DataOf<'GET backoffice/journal'>

const isDay = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')
/** The month or year of a day, or the one before, as its first and last day. */
function periodOf(today: string, unit: 'month' | 'year', before: number) {
  const [year, month] = [Number(today.slice(0, 4)), unit === 'year' ? 0 : Number(today.slice(5, 7)) - 1]
  const day = (shift: number, last: number) =>
    unit === 'year' ? Date.UTC(year + shift, 0, last) : Date.UTC(year, month + shift, last)
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: iso(day(-before, 1)), to: iso(day(1 - before, 0)) }
}
const PERIODS = {
  thisMonth: ['month', 0],
  lastMonth: ['month', 1],
  thisYear: ['year', 0],
  lastYear: ['year', 1],
} as const

/** Trial balance and revenue by type of a period, and its journal as files. */
export function JournalPage() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const [from, to] = [chosen.get('from'), chosen.get('to')]
  const period = isDay(from) && isDay(to) ? { from, to } : periodOf(today, 'month', 0)
  const { data } = useEndpointQuery('GET backoffice/journal', { query: period }, { keep: true })
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, minWidth: 0 }}>
      <Title title={translate('resources.journal.name', { smart_count: 2 })} />
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            fullWidth={false}
            label={`invoices.${end}`}
            value={period[end]}
            onChange={(typed) => typed !== '' && choose({ ...period, [end]: typed })}
            sx={{ width: 165 }}
          />
        ))}
        {Object.entries(PERIODS).map(([name, [unit, before]]) => (
          <Button key={name} size="small" onClick={() => choose(periodOf(today, unit, before))}>
            {translate(`journal.periods.${name}`)}
          </Button>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {(['days', 'entries'] as const).map((lines) => (
          <CsvButton
            key={lines}
            path="backoffice/journal.csv"
            query={{ ...period, lines }}
            label={`journal.by.${lines}`}
          />
        ))}
        <CsvButton path="backoffice/vat-summary.csv" query={period} label="journal.by.vat" />
      </Box>
      {data && <TrialBalance of={data} />}
      <VatSummary of={period} />
      {data && (
        <RecordTable
          rows={[...data.revenue, { type: null, amount: data.revenue_total }]}
          label="journal.revenue"
          columns={[
            {
              label: 'journal.revenue',
              render: ({ type }) => translate(type === null ? 'journal.total' : `entries.types.${type}`),
            },
            { label: 'money.amount', amount: 'amount' },
          ]}
        />
      )}
    </Box>
  )
}

/** By seller and the state whose VAT it is; documents of the period, not entries. */
function VatSummary({ of: query }: { of: { from: string; to: string } }) {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/vat-summary', { query }, { keep: true })
  if (!data || data.list.length === 0) return null
  return (
    <RecordTable
      rows={data.list}
      label="journal.vat_summary"
      dense
      columns={[
        {
          label: 'invoices.seller',
          render: ({ seller_country, seller_number }) =>
            seller_country === null ? '–' : `${seller_country} ${seller_number}`,
        },
        { label: 'journal.vat_country', render: ({ vat_country }) => vat_country ?? '–' },
        {
          label: 'invoices.vat_case',
          render: ({ vat_case }) => translate(`invoices.vat_cases.${vat_case ?? 'none'}`),
        },
        {
          label: 'journal.vat_rate',
          render: ({ vat_percent }) => `${String(vat_percent).replace('.', ',')} %`,
        },
        { label: 'journal.documents', render: ({ documents }) => String(documents) },
        { label: 'journal.taxable', amount: 'taxable' },
        { label: 'journal.not_taxable', amount: 'not_taxable' },
        { label: 'invoices.vat', amount: 'vat' },
        {
          label: 'journal.vat_stated',
          render: ({ stated }) =>
            stated.map(({ currency, amount }) => `${currency} ${amount.replace('.', ',')}`).join(' · '),
        },
      ]}
    />
  )
}

function TrialBalance({ of: { accounts, debit, credit } }: { of: Balances }) {
  const translate = useTranslate()
  const total = { key: null, account: '', opening: '0.00', debit, credit, closing: '0.00' }
  return (
    <RecordTable
      rows={[...accounts, total]}
      label="journal.trial_balance"
      dense
      columns={[
        { label: 'journal.account', source: 'account', whole: true },
        {
          label: 'journal.name',
          render: ({ key }) => translate(key === null ? 'journal.total' : `accounts.kinds.${key}`),
        },
        { label: 'journal.opening', amount: 'opening' },
        { label: 'journal.debit', amount: 'debit' },
        { label: 'journal.credit', amount: 'credit' },
        { label: 'journal.closing', amount: 'closing' },
      ]}
    />
  )
}
