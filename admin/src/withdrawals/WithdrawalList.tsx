import { RISK_WEIGHTS, WITHDRAWAL_DECISION_MS } from '@fairturn/contract/backoffice/withdrawals'
import { formatMoney, parseMoney } from '@fairturn/contract/minor-units'
import { WITHDRAWAL_STATUSES } from '@fairturn/contract/withdrawals'
import { Box, Button, Skeleton, Tooltip } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import { BulkAction, type Review } from '../components/BulkAction.tsx'
import { amount, member, search } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { useKeys } from '../components/keys.ts'
import { Name } from '../components/Name.tsx'
import { Age, Due } from '../components/queue.tsx'
import { RecordList } from '../components/RecordList.tsx'
import { StateChip } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { useRecordedQueries } from '../shell/endpoint-hooks.ts'
import { CreateFileDialog } from './CreateFileDialog.tsx'
import { TONE_OF_WEIGHT } from './risk-tones.ts'
import { hasWeight, ShortNotes } from './RiskNotes.tsx'

type Withdrawal = DataOf<'GET backoffice/withdrawals'>['list'][number] & { id: string }

/** Where the risk notes would be cut off otherwise. */
const WIDE_ONLY = { display: { xs: 'none', lg: 'table-cell' } }

const FILTERS = [search('money.found_by'), member('money.member'), amount('at_least', 'withdrawals.at_least')]

export function dueOf(since: string) {
  const due = Date.parse(since) + WITHDRAWAL_DECISION_MS
  return { since, due_by: new Date(due).toISOString(), overdue: due <= Date.now() }
}

export function WithdrawalList() {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'withdrawals', action: 'edit' })
  const createFileKeys = useCreateFileKeys()
  return (
    <RecordList<Withdrawal>
      filters={FILTERS}
      filterDefaultValues={{ status: 'requested' }}
      actions={<CreateFile />}
      keys={createFileKeys}
      tabs={{
        source: 'status',
        values: WITHDRAWAL_STATUSES,
        texts: 'withdrawals.statuses',
        waiting: { requested: 'withdrawals', approved: 'payouts' },
      }}
      renderBulkActions={({ status }) => status === 'requested' && canAccess === true && <ApproveSelected />}
      isRowSelectable={isApprovable}
      columns={({ status }) => {
        const waiting = status === 'requested'
        return [
          {
            label: waiting ? 'withdrawals.age' : 'withdrawals.requested_at',
            render: ({ requested_at }) => (waiting ? <Age since={requested_at} /> : formatTime(requested_at)),
            sort: 'requested_at',
          },
          waiting && {
            label: 'queue.due_by',
            render: ({ requested_at }) => <Due waiting={dueOf(requested_at)} />,
          },
          { label: 'money.amount', amount: 'amount', sort: true, total: true },
          !waiting && { label: 'money.status', status: 'status', texts: 'withdrawals.statuses' },
          { label: 'money.member', render: ({ member_id }) => <Name id={member_id} bare /> },
          {
            label: 'withdrawals.payee',
            render: ({ payee }) =>
              payee
                ? [payee.holder, payee.bank_name, payee.account].filter(Boolean).join(', ')
                : translate('withdrawals.to_card'),
          },
          {
            label: 'withdrawals.people',
            render: (withdrawal) => <People withdrawal={withdrawal} />,
            sx: WIDE_ONLY,
          },
          waiting && {
            label: 'withdrawals.notes',
            render: ({ facts }) => <Facts facts={facts} />,
          },
        ]
      }}
    />
  )
}

const MAX_CHIPS = 2

/** The weightiest first; the others are named when one points at their number. */
function Facts({ facts }: { facts: Withdrawal['facts'] }) {
  const translate = useTranslate()
  const textOf = (fact: Withdrawal['facts'][number]) => translate(`withdrawals.facts.${fact}`)
  const others = facts.slice(MAX_CHIPS).map(textOf).join(', ')
  return (
    <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap' }}>
      {facts.slice(0, MAX_CHIPS).map((fact) => (
        <StateChip key={fact} label={textOf(fact)} tone={TONE_OF_WEIGHT[RISK_WEIGHTS[fact]]} />
      ))}
      {others !== '' && (
        <Tooltip title={others}>
          <Box
            component="span"
            tabIndex={0}
            sx={{ alignSelf: 'center', color: 'text.secondary', fontSize: 13 }}
          >
            +{facts.length - MAX_CHIPS}
          </Box>
        </Tooltip>
      )}
    </Box>
  )
}

const useMayCreateFile = (): boolean =>
  useCanAccess({ resource: 'payout-batches', action: 'create' }).canAccess === true

/** For the list that it is a button of. */
export function useCreateFileKeys(): () => Readonly<Record<string, string>> {
  const translate = useTranslate()
  const may = useMayCreateFile()
  return () => (may ? { c: translate('batches.create') } : {})
}

export function CreateFile() {
  const translate = useTranslate()
  const [open, setOpen] = useState(false)
  const may = useMayCreateFile()
  useKeys(may ? { c: () => setOpen(true) } : {})
  if (!may) return null
  return (
    <>
      <Button variant="contained" size="small" aria-keyshortcuts="c" onClick={() => setOpen(true)}>
        {translate('batches.create')}
      </Button>
      {open && <CreateFileDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Operators cannot approve twice, nor approve money that they brought in. */
export const isApprovable = ({ status, to, proposal, your_duty }: Withdrawal) =>
  status === 'requested' && to === 'bank' && proposal === null && your_duty !== 'brought_in'

interface NotesProps {
  rows: readonly Withdrawal[]
  children: (review: Review) => ReactNode
}

/** The notes of each, and a tick where one has notes of weight. */
function NotesToRead({ rows, children }: NotesProps) {
  const translate = useTranslate()
  const found = useRecordedQueries(
    'GET backoffice/withdrawals/:withdrawal_id',
    rows.map(({ id }) => ({ params: { withdrawal_id: id } })),
  )
  const known = new Map(found.flatMap((one) => (one === undefined ? [] : [[one._id, one]])))
  const weighty = rows.filter(({ id }) => known.has(id) && hasWeight(known.get(id)!))
  return children({
    ready: known.size === rows.length,
    renderOf: (id) => {
      const one = known.get(id)
      return one ? <ShortNotes withdrawal={one} /> : <Skeleton height={48} />
    },
    tick:
      weighty.length === 0
        ? undefined
        : translate('withdrawals.notes_read', {
            references: weighty.map(({ reference }) => reference).join(', '),
          }),
  })
}

function ApproveSelected() {
  const translate = useTranslate()
  const money = useMoney()
  const totalOf = (rows: readonly Withdrawal[]) =>
    money(formatMoney(rows.reduce((sum, { amount }) => sum + parseMoney(amount), 0n)))
  return (
    <BulkAction<'POST backoffice/withdrawals/:withdrawal_id/approve', Withdrawal>
      endpoint="POST backoffice/withdrawals/:withdrawal_id/approve"
      title={translate('withdrawals.approve_selected')}
      of={(rows) => translate('withdrawals.selected', { smart_count: rows.length, total: totalOf(rows) })}
      why={(rows) =>
        translate('withdrawals.approve_selected_sure', { smart_count: rows.length, total: totalOf(rows) })
      }
      input={({ id, needs_two }, { reason }) => ({
        params: { withdrawal_id: id },
        body: needs_two ? { reason } : {},
      })}
      outcome={({ proposal_id }) =>
        translate(proposal_id === null ? 'withdrawals.approved' : 'withdrawals.proposed')
      }
      nameOf={({ username, amount, reference }) => `${username} · ${money(amount)} · ${reference}`}
      withReason={(rows) => rows.some(({ needs_two }) => needs_two)}
      Review={NotesToRead}
    />
  )
}

/** How many approvals it has, of those it needs. */
function People({ withdrawal: { needs_two, proposal, status } }: { withdrawal: Withdrawal }) {
  const translate = useTranslate()
  if (proposal !== null)
    return (
      <StateChip label={translate('withdrawals.one_of_two', { who: proposal.proposed_by })} tone="warning" />
    )
  if (status === 'cancelled' || status === 'refused') return '—'
  if (status !== 'requested') return translate('withdrawals.given')
  return translate(needs_two ? 'withdrawals.two' : 'withdrawals.one')
}
