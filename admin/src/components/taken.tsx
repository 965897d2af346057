import type { StaffRole } from '@fairturn/contract/backoffice/roles'
// Which operator has an item of a queue in hand: shown in its list and on its page, where it can be taken, given back and taken
// over. It reserves nothing.
import { mayTake, type TakenKind } from '@fairturn/contract/backoffice/taken'
import { Box, Button, Chip } from '@mui/material'
import { useEffect, useEffectEvent } from 'react'
import { useGetIdentity, useRecordContext, useResourceContext, useTranslate } from 'react-admin'
import { useEndpointMutation, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { isOnSide, useScreenOptions } from '../shell/screen.ts'
import { useOwnSide } from '../staff/SideNote.tsx'
import { formatTime } from './format.ts'

const LIST_POLL_MS = 15_000
/** On its page: before two people decide the same. Only while the tab is visible, as every interval of a query. */
const PAGE_POLL_MS = 4000
/** Well below the 15 minutes after which an item without activity is free. */
const RENEW_MS = 4 * 60_000

const KINDS: Readonly<Record<string, TakenKind>> = {
  approvals: 'approval',
  'bank-lines': 'bank_line',
  'bank-statements': 'bank_statement',
  campaigns: 'campaign',
  'card-events': 'card_event',
  conversations: 'conversation',
  objections: 'objection',
  orders: 'order',
  'payout-batches': 'payout_batch',
  withdrawals: 'withdrawal',
}

/** The items of this resource that somebody has in hand, by id. */
function useTakenItems(resource: string | undefined, pollMs: number) {
  const kind = resource === undefined ? undefined : KINDS[resource]
  const { data } = useEndpointQuery(
    'GET backoffice/taken',
    {},
    { enabled: kind !== undefined, pollMs, silent: true },
  )
  const of = (id: string) => data?.list.find((item) => item.kind === kind && item.object_id === id)
  return { kind, of }
}

/** Beside a row of a list: who has it in hand. */
export function useTakenBy(): (id: string) => string | undefined {
  const { of } = useTakenItems(useResourceContext(), LIST_POLL_MS)
  return (id) => of(id)?.by.username
}

export function TakenChip({ by }: { by: string | undefined }) {
  const translate = useTranslate()
  return by === undefined ? null : (
    <Chip size="small" variant="outlined" sx={{ ml: 1 }} label={translate('taken.by', { by })} />
  )
}

/** What the records of the queues say about who may decide them. */
interface Item {
  readonly id: string
  readonly may_decide?: boolean
  readonly may?: { readonly approve?: boolean }
  readonly your_import?: boolean
  readonly your_duty?: string | null
  readonly status?: string
}

/** An earlier step of the operator bars them from deciding it; a conversation is answered by them all the same. */
const isBarred = (kind: TakenKind, { may_decide, may, your_import, your_duty, status }: Item): boolean =>
  (may_decide === false && kind !== 'conversation') ||
  may?.approve === false ||
  (your_import === true && status === 'unconfirmed') ||
  (your_duty ?? null) !== null

/** On the page of an item: take it, give it back, take it over. Who may not decide it sees who has it. */
export function Taking() {
  const translate = useTranslate()
  const record = useRecordContext<Item>()
  const { kind, of } = useTakenItems(useResourceContext(), PAGE_POLL_MS)
  const { identity } = useGetIdentity()
  const role = identity?.['role'] as StaffRole | undefined
  const screen = useScreenOptions()
  const { side } = useOwnSide()
  const decides =
    kind !== undefined &&
    role !== undefined &&
    mayTake(kind, role) &&
    isOnSide(screen, side, 'edit') &&
    record !== undefined &&
    !isBarred(kind, record)
  const take = useEndpointMutation('POST backoffice/taken')
  const release = useEndpointMutation('POST backoffice/taken/release')
  const item = record === undefined ? undefined : of(record.id)
  const mine = item !== undefined && item.by._id === identity?.id
  useActivity(mine, () => {
    if (kind !== undefined && record !== undefined) take.start({ body: { kind, object_id: record.id } })
  })
  if (kind === undefined || record === undefined) return null
  const body = { kind, object_id: record.id }
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mr: 'auto' }}>
      {item && (
        <span title={formatTime(item.taken_at)}>
          {mine ? translate('taken.mine') : translate('taken.by', { by: item.by.username })}
        </span>
      )}
      {decides &&
        (mine ? (
          <Button size="small" onClick={() => release.start({ body })}>
            {translate('taken.release')}
          </Button>
        ) : (
          <Button
            size="small"
            onClick={() => take.start({ body: item === undefined ? body : { ...body, over: true } })}
          >
            {translate(item === undefined ? 'taken.take' : 'taken.take_over')}
          </Button>
        ))}
    </Box>
  )
}

/** Calls back while the operator does something on this page, at most every few minutes. */
function useActivity(enabled: boolean, onActivity: () => void): void {
  const act = useEffectEvent(onActivity)
  useEffect(() => {
    if (!enabled) return undefined
    let renewedAt = Date.now()
    const renew = () => {
      if (Date.now() - renewedAt < RENEW_MS) return
      renewedAt = Date.now()
      act()
    }
    document.addEventListener('pointerdown', renew)
    document.addEventListener('keydown', renew)
    return () => {
      document.removeEventListener('pointerdown', renew)
      document.removeEventListener('keydown', renew)
    }
  }, [enabled])
}
