import type { AdminDeposit } from '@fairturn/contract/backoffice/deposits'
import { Box } from '@mui/material'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { Amount } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { Name, useLocaleOf } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import { Arrived, BeingChecked, TakenBack } from './DepositList.tsx'

export const DepositPage = () => (
  <RecordPage>{(deposit: AdminDeposit) => <Details deposit={deposit} />}</RecordPage>
)

/** Id of the bank line that is the evidence, if it is a bank line. */
const lineOf = (evidence: string | null) => /^bank line ([0-9a-f-]{36}) /.exec(evidence ?? '')?.[1]

function Details({ deposit }: { deposit: AdminDeposit }) {
  const localeOf = useLocaleOf()
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'deposits', action: 'edit' })
  const { _id: deposit_id, status, method, settled_at, evidence, taken_back } = deposit
  const line = lineOf(evidence)
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <RecordHead title={<Amount wire={deposit.amount} />}>
        <Status texts="deposits.statuses" value={status} />
        <TakenBack deposit={deposit} />
        <BeingChecked deposit={deposit} />
      </RecordHead>
      <PropertyTable
        values={{
          'money.member': <Name id={deposit.member_id} />,
          'money.reference': deposit.reference,
          'deposits.method': translate(`deposits.methods.${method}`),
          'deposits.received': deposit.received && <Arrived deposit={deposit} />,
          'deposits.created_at': formatTime(deposit.created_at),
          'deposits.expires_at': status === 'awaiting' && formatTime(deposit.expires_at),
          'deposits.settled_at': settled_at && formatTime(settled_at),
          'deposits.campaign': deposit.campaign_id && <Name id={deposit.campaign_id} />,
          'deposits.campaign_outcome':
            deposit.campaign_outcome && translate(`deposits.campaign_outcomes.${deposit.campaign_outcome}`),
          'deposits.evidence':
            line === undefined ? (
              evidence
            ) : (
              <GoTo to={`/bank-lines/${line}/show`}>{translate('deposits.open_line')}</GoTo>
            ),
          'deposits.taken_back': taken_back && (
            <>
              {translate('deposits.taken_back_on', { when: formatTime(taken_back.at) })}{' '}
              <Amount wire={taken_back.amount} />
            </>
          ),
          'app.reason': deposit.reason,
        }}
      />
      {canAccess && (status === 'awaiting' || status === 'expired') && (
        <Box>
          <ActionButton
            button={{ variant: 'outlined', color: 'error' }}
            endpoint="POST backoffice/deposits/:deposit_id/refuse"
            input={(body) => ({ params: { deposit_id }, body })}
            title={translate('deposits.refuse')}
            of={deposit.reference}
            why={translate('deposits.refuse_why')}
            withReason
            reader={{ locale: localeOf(deposit.member_id), templates: 'deposit' }}
            done="deposits.refused"
          />
        </Box>
      )}
    </Box>
  )
}
