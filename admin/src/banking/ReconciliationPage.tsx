import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { ActionButton } from '../components/ActionDialog.tsx'
import { Amount, useMoney } from '../components/Amount.tsx'
import { Choice } from '../components/Choice.tsx'
import { DateField } from '../components/DateInput.tsx'
import { DayChart } from '../components/DayChart.tsx'
import { formatDay } from '../components/format.ts'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

type Balance = DataOf<'GET backoffice/bank-balances'>['list'][number]
type ReconciliationPeriod = DataOf<'GET backoffice/reconciliation'>

const PERIODS = [7, 30, 90] as const
const DAY_MS = 86_400_000

const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const isDay = (text: string | null): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')
const differenceOf = ({ bank, ledger }: Balance) =>
  bank === null ? null : formatMoney(parseMoney(bank) - parseMoney(ledger))

export function ReconciliationPage() {
  const translate = useTranslate()
  const [chosen, choose] = useSearchParams()
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const dayParam = chosen.get('day')
  const day = isDay(dayParam) ? dayParam : today
  const days = PERIODS.find((period) => String(period) === chosen.get('days')) ?? 30
  const period = { from: plus(day, 1 - days), to: day }
  const { data } = useEndpointQuery('GET backoffice/bank-balances', { query: period }, { keep: true })
  const { data: between } = useEndpointQuery(
    'GET backoffice/reconciliation',
    { query: { day } },
    { keep: true },
  )
  const balances = data?.list
  const open = (to: string, period: number = days) => choose({ day: to, days: String(period) })
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, minWidth: 0 }}>
      <Title title={translate('resources.reconciliation.name', { smart_count: 2 })} />
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <DateField
          fullWidth={false}
          label="reconciliation.day"
          value={day}
          onChange={(typed) => typed !== '' && typed <= today && open(typed)}
          max={today}
          sx={{ width: 165 }}
        />
        <Button onClick={() => open(plus(day, -1))}>{translate('reconciliation.previous')}</Button>
        <Button disabled={day >= today} onClick={() => open(plus(day, 1))}>
          {translate('reconciliation.next')}
        </Button>
        <Choice
          label="reconciliation.days"
          value={days}
          values={PERIODS}
          written={(period) => translate('reconciliation.last_days', { days: period })}
          onChoose={(period) => open(day, period)}
        />
      </Box>
      {between && <OneDay between={between} />}
      <OpeningBalance />
      {balances && <BalanceChart balances={balances} />}
      {balances && (
        <RecordTable
          rows={balances.toReversed()}
          label="reconciliation.by_day"
          rowProps={(balance) => ({ hover: true, selected: balance.day === day })}
          columns={[
            {
              label: 'reconciliation.day',
              render: (balance) => (
                <Button size="small" onClick={() => open(balance.day)} sx={{ minWidth: 0, p: 0 }}>
                  {formatDay(balance.day)}
                </Button>
              ),
            },
            { label: 'reconciliation.bank', amount: 'bank' },
            { label: 'reconciliation.ledger', amount: 'ledger' },
            {
              label: 'reconciliation.difference',
              render: (balance) => <Amount wire={differenceOf(balance)} />,
              end: true,
            },
          ]}
        />
      )}
    </Box>
  )
}

function BalanceChart({ balances }: { balances: readonly Balance[] }) {
  const translate = useTranslate()
  const money = useMoney()
  return (
    <DayChart
      title={translate('reconciliation.chart')}
      days={balances.map((balance) => balance.day)}
      shape="steps"
      written={(value) => money(value.toFixed(2))}
      series={[
        {
          label: translate('reconciliation.ledger'),
          data: balances.map(({ ledger }) => Number(ledger)),
        },
        {
          label: translate('reconciliation.bank'),
          data: balances.map(({ bank }) => (bank === null ? null : Number(bank))),
        },
      ]}
    />
  )
}

/** Booked once by two people; the amount is the first statement's. */
function OpeningBalance() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'bank-statements', action: 'create' })
  if (!canAccess) return null
  return (
    <ActionButton
      button={{ size: 'small', sx: { justifySelf: 'start' } }}
      endpoint="POST backoffice/opening-balance"
      input={(body) => ({ body })}
      title={translate('reconciliation.opening_balance')}
      of={null}
      why={translate('reconciliation.opening_balance_why')}
      withReason
      done="bank_lines.proposed"
    />
  )
}

function OneDay({ between }: { between: ReconciliationPeriod }) {
  const translate = useTranslate()
  const { bank, bank_day, ledger, difference, items, unexplained } = between
  const bad = unexplained !== null && unexplained !== '0.00'
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1.4fr' } }}>
      <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
        <PropertyTable
          values={{
            'reconciliation.bank': <Amount wire={bank} />,
            'reconciliation.ledger': <Amount wire={ledger} />,
            'reconciliation.difference': <Amount wire={difference} />,
            'reconciliation.unexplained': <Amount wire={unexplained} tone={bad ? 'loss' : undefined} />,
          }}
        />
        {unexplained === null ? (
          <Alert severity="info">{translate('reconciliation.no_statement')}</Alert>
        ) : (
          <Alert severity={bad ? 'error' : 'success'}>
            {translate(bad ? 'reconciliation.disagrees' : 'reconciliation.agrees')}
          </Alert>
        )}
        {bank_day !== null && (
          <Typography variant="caption" color="text.secondary">
            {translate('reconciliation.as_of', { day: formatDay(bank_day) })}
          </Typography>
        )}
      </Box>
      <RecordTable
        rows={items}
        empty="reconciliation.no_items"
        columns={[
          { label: 'reconciliation.items', text: 'kind', texts: 'reconciliation.kinds' },
          { label: 'reconciliation.count', source: 'count', end: true },
          { label: 'money.amount', amount: 'amount' },
        ]}
      />
    </Box>
  )
}
