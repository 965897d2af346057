// One withdrawal: to whom, what is known around it, who has approved it, and the decision of an operator.
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { textOf } from '../forms.ts'
import { useKeys } from '../keys.ts'
import { KeyHints } from '../KeysLine.tsx'
import { Age } from '../queue.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { Amount, useMoney } from '../Amount.tsx'
import { Facts, GoTo } from '../parts.tsx'
import { useQueue } from '../use-queue.ts'
import { WithdrawalStatus } from './WithdrawalList.tsx'

type Withdrawal = DataOf<'GET backoffice/withdrawals/:withdrawal_id'> & { id: string }
type Act = 'approve' | 'refuse'

export const WithdrawalPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  // The framework shows what it has from the list until the whole is there.
  const withdrawal = useRecordContext<Withdrawal>()
  return withdrawal === undefined || !('approvals' in withdrawal) ? null : (
    <Sheet key={withdrawal._id} withdrawal={withdrawal} />
  )
}

/** What may be done in its state; the server knows also whether a payment file is in the way. */
function actsOf({ status, proposal, batch_id, your_duty }: Withdrawal): readonly Act[] {
  if (status === 'requested')
    return proposal === null && your_duty !== 'brought_in' ? ['approve', 'refuse'] : ['refuse']
  return status === 'approved' && batch_id === null ? ['refuse'] : []
}

function Sheet({ withdrawal }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const [asking, ask] = useState<Act>()
  const { canAccess } = useCanAccess({ resource: 'withdrawals', action: 'edit' })
  const acts = canAccess ? actsOf(withdrawal) : []
  const go = useQueue('withdrawals', { status: 'requested' }, withdrawal._id)
  useKeys({
    j: () => go(1),
    k: () => go(-1),
    ...(acts.includes('approve') && { a: () => ask('approve') }),
    ...(acts.includes('refuse') && { r: () => ask('refuse') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 880, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1">
          <Amount wire={withdrawal.amount} />
        </Typography>
        <WithdrawalStatus status={withdrawal.status} />
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          {acts.map((act) => (
            <Button
              key={act}
              variant={act === 'approve' ? 'contained' : 'outlined'}
              color={act === 'refuse' ? 'error' : 'primary'}
              onClick={() => ask(act)}
            >
              {translate(`withdrawals.${act}`)}
            </Button>
          ))}
        </Box>
      </Box>
      <KeyHints
        keys={{
          ...(acts.includes('approve') && { a: translate('withdrawals.approve') }),
          ...(acts.includes('refuse') && { r: translate('withdrawals.refuse') }),
          j: translate('app.next'),
          k: translate('app.previous'),
        }}
      />
      <Duty withdrawal={withdrawal} />
      <People withdrawal={withdrawal} />
      <Asked withdrawal={withdrawal} />
      {withdrawal.status === 'requested' && <Known withdrawal={withdrawal} />}
      {asking && <Decide withdrawal={withdrawal} act={asking} onClose={() => ask(undefined)} />}
    </Box>
  )
}

/** What the caller has done for this money, and so leaves to colleagues. */
function Duty({ withdrawal: { your_duty } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  if (your_duty === null) return null
  return <Alert severity="info">{translate(`withdrawals.duties.${your_duty}`)}</Alert>
}

/** Who must approve, and who has. */
function People({ withdrawal: { status, needs_two, takes_two, proposal } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  if (proposal !== null)
    return (
      <Alert
        severity="info"
        action={
          <Button component={Link} to={`/approvals/${proposal._id}/show`} size="small">
            {translate('withdrawals.open_proposal')}
          </Button>
        }
      >
        {translate('withdrawals.waits_for', { who: proposal.proposed_by })}
      </Alert>
    )
  if (status !== 'requested' || !needs_two) return null
  return (
    <Alert severity="info">
      {translate('withdrawals.needs_two')} {takes_two && translate(`withdrawals.takes_two.${takes_two}`)}
    </Alert>
  )
}

function Asked({ withdrawal }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const { payee, approvals, batch_id } = withdrawal
  return (
    <Facts
      rows={[
        [translate('money.member'), withdrawal.username],
        [translate('money.member_id'), withdrawal.member_id],
        [translate('withdrawals.holder'), payee.holder],
        [translate('withdrawals.account'), [payee.bank_name, payee.account].filter(Boolean).join(', ')],
        [
          translate('withdrawals.fee'),
          withdrawal.fee !== '0.00' && <Amount key="fee" wire={withdrawal.fee} />,
        ],
        [translate('withdrawals.payout'), <Amount key="payout" wire={withdrawal.payout} />],
        [translate('money.reference'), withdrawal.reference],
        [
          translate('withdrawals.requested_at'),
          <>
            {when(withdrawal.requested_at)}
            {withdrawal.status === 'requested' && (
              <>
                {' '}
                (<Age since={withdrawal.requested_at} />)
              </>
            )}
          </>,
        ],
        [
          translate('withdrawals.approved_by'),
          approvals.length > 0 &&
            approvals.map(({ username, at, reason }) => (
              <div key={username}>
                {translate('withdrawals.approval', { who: username, when: when(at) })}
                {reason !== null && `: ${reason}`}
              </div>
            )),
        ],
        [
          translate('withdrawals.batch'),
          batch_id && (
            <GoTo key="batch" to={`/payout-batches/${batch_id}/show`}>
              {translate('withdrawals.batch')}
            </GoTo>
          ),
        ],
        [translate('withdrawals.sent_at'), withdrawal.sent_at && when(withdrawal.sent_at)],
        [translate('withdrawals.settled_at'), withdrawal.settled_at && when(withdrawal.settled_at)],
        [translate('app.reason'), withdrawal.reason],
      ]}
    />
  )
}

function Known({ withdrawal: { notes } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  const money = useMoney()
  /** Instants and amounts as everywhere; words and counts as they are. */
  const written = (detail: string) => {
    if (/^\d{4}-\d\d-\d\dT/.test(detail)) return when(detail)
    return /^\d+\.\d\d$/.test(detail) ? money(detail) : detail
  }
  return (
    <Box>
      <Typography variant="h6" component="h2">
        {translate('withdrawals.known')}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {translate(notes.length === 0 ? 'withdrawals.nothing_known' : 'withdrawals.known_why')}
      </Typography>
      <Facts
        rows={notes.map(({ fact, detail }) => [
          translate(`withdrawals.facts.${fact}`),
          detail === '' ? translate('money.yes') : written(detail),
        ])}
      />
    </Box>
  )
}

function Decide({
  withdrawal: { _id: withdrawal_id, needs_two },
  act,
  onClose,
}: {
  withdrawal: Withdrawal
  act: Act
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  async function decide(form: FormData) {
    const params = { withdrawal_id }
    const reason = textOf(form, 'reason')
    if (act === 'refuse') {
      await call('POST backoffice/withdrawals/:withdrawal_id/refuse', { params, body: { reason } })
      notify('withdrawals.refused', { type: 'success' })
    } else {
      const body = needs_two ? { reason } : {}
      const { proposal_id } = await call('POST backoffice/withdrawals/:withdrawal_id/approve', {
        params,
        body,
      })
      notify(proposal_id === null ? 'withdrawals.approved' : 'withdrawals.proposed', { type: 'success' })
    }
    refresh()
  }
  const why = act === 'refuse' ? 'refuse_why' : needs_two ? 'needs_two' : 'approve_sure'
  return (
    <ActDialog
      title={translate(`withdrawals.${act}`)}
      why={translate(`withdrawals.${why}`)}
      with_reason={act === 'refuse' || needs_two}
      act={decide}
      onClose={onClose}
    />
  )
}
