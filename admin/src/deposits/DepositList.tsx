import type { AdminDeposit } from '@fairturn/contract/backoffice/deposits'
import { DEPOSIT_STATUSES } from '@fairturn/contract/deposits'
import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Amount, useMoney } from '../components/Amount.tsx'
import { member, search, shownChoice } from '../components/filters.tsx'
import { Name } from '../components/Name.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { StateChip, Status } from '../components/Status.tsx'

type Deposit = AdminDeposit & { id: string }

const FILTERS = [
  search('money.found_by'),
  shownChoice('method', 'deposits.method', ['bank_transfer', 'card'], 'deposits.methods'),
  member('money.member'),
]

/** The amount received, marked if it differs from the announced one. */
export function Arrived({ deposit: { amount, received } }: { deposit: AdminDeposit }) {
  const translate = useTranslate()
  if (received === null || received === amount) return <Amount wire={received} />
  const more = Number(received) > Number(amount)
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <StateChip label={translate(more ? 'deposits.more' : 'deposits.less')} tone="warning" />{' '}
      <Amount wire={received} tone="award" />
    </Box>
  )
}

/** That its money was taken back, because the statement that credited it was revoked. */
export function TakenBack({ deposit: { taken_back } }: { deposit: AdminDeposit }) {
  const translate = useTranslate()
  const money = useMoney()
  if (taken_back === null) return null
  return (
    <StateChip
      label={translate('deposits.taken_back_of', { amount: money(taken_back.amount) })}
      tone="error"
    />
  )
}

/** What has arrived for it and is not credited yet. */
export function BeingChecked({ deposit: { being_checked } }: { deposit: AdminDeposit }) {
  const translate = useTranslate()
  const money = useMoney()
  if (being_checked === null) return null
  return (
    <StateChip label={translate('deposits.being_checked', { amount: money(being_checked) })} tone="warning" />
  )
}

export function DepositList() {
  const translate = useTranslate()
  return (
    <RecordList<Deposit>
      filters={FILTERS}
      sort={{ field: 'created_at', order: 'DESC' }}
      tabs={{ source: 'status', values: DEPOSIT_STATUSES, texts: 'deposits.statuses' }}
      columns={[
        { label: 'deposits.created_at', time: 'created_at', sort: true },
        { label: 'money.member', render: ({ member_id }) => <Name id={member_id} bare /> },
        {
          label: 'money.reference',
          render: ({ reference, method }) => (
            <>
              <Box sx={{ whiteSpace: 'nowrap' }}>{reference}</Box>
              <Box sx={{ color: 'text.secondary' }}>{translate(`deposits.methods.${method}`)}</Box>
            </>
          ),
        },
        { label: 'deposits.announced', amount: 'amount', sort: true, total: true },
        {
          label: 'deposits.received',
          render: (deposit) => (
            <>
              {(deposit.received !== null || deposit.being_checked === null) && <Arrived deposit={deposit} />}
              {deposit.being_checked !== null && (
                <Box sx={{ color: 'warning.main' }}>
                  <Amount wire={deposit.being_checked} />
                  <Box>{translate('deposits.not_credited')}</Box>
                </Box>
              )}
            </>
          ),
          end: true,
          total: ({ received }) => received ?? '0.00',
        },
        {
          label: 'money.status',
          render: (deposit) => (
            <>
              <Status texts="deposits.statuses" value={deposit.status} /> <TakenBack deposit={deposit} />
            </>
          ),
        },
      ]}
    />
  )
}
