import { Alert, Box, Button } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useTranslate } from 'react-admin'
import { ActionDialog, type ReasonValues } from '../components/ActionDialog.tsx'
import { useMoney } from '../components/Amount.tsx'
import { formatTime } from '../components/format.ts'
import { GoTo } from '../components/GoTo.tsx'
import { RecordHead } from '../components/headings.tsx'
import { useKeys } from '../components/keys.ts'
import { Name, useLocaleOf } from '../components/Name.tsx'
import { PropertyTable } from '../components/PropertyTable.tsx'
import { Due, QueueLine, useQueue } from '../components/queue.tsx'
import { RecordPage } from '../components/RecordPage.tsx'
import { Status } from '../components/Status.tsx'
import type { DataOf } from '../shell/api.ts'
import { VisitEvidence } from './VisitEvidence.tsx'

type Objection = DataOf<'GET backoffice/objections/:objection_id'>
type Decision = 'all' | 'none' | 'chosen'

export const ObjectionPage = () => (
  <RecordPage has="list">
    {(objection: Objection) => <Details key={objection._id} objection={objection} />}
  </RecordPage>
)

function Details({ objection }: { objection: Objection }) {
  const translate = useTranslate()
  const money = useMoney()
  const localeOf = useLocaleOf()
  const { canAccess } = useCanAccess({ resource: 'objections', action: 'edit' })
  const queue = useQueue('objections', { state: 'open' }, objection._id, {
    forMe: (one: Objection) => one.may_decide,
    name: 'objections',
  })
  const [open, setOpen] = useState<Decision>()
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const decides = canAccess === true && objection.may_decide
  // After visits are selected, the filled button and its key mean those.
  const first: Decision = selected.size === 0 ? 'all' : 'chosen'
  const titleOf = (decision: Decision) => translate(`objections.uphold_${decision}`, { count: selected.size })
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(decides && { a: () => setOpen(first), r: () => setOpen('none') }),
  })
  const why = {
    all: translate('objections.uphold_all_sure', { count: objection.visits, most: money(objection.most) }),
    none: translate('objections.uphold_none_why'),
    chosen: translate('objections.uphold_chosen_why'),
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1 }}>
      <RecordHead title={objection.campaign.brand}>
        {objection.decided_at === null ? (
          <Due waiting={objection} />
        ) : (
          <Status texts="objections.statuses" value="decided" />
        )}
        {decides && <Decisions first={first} titleOf={titleOf} onOpen={setOpen} />}
      </RecordHead>
      <QueueLine position={queue.position} keys={decides ? { a: titleOf(first), r: titleOf('none') } : {}} />
      <Silence objection={objection} may={canAccess === true} />
      <Properties objection={objection} />
      <Visits objection={objection} selected={selected} onSelect={decides ? select : undefined} />
      {open && (
        <ActionDialog
          endpoint="POST backoffice/objections/:objection_id/decide"
          form={open}
          input={({ reason }: Partial<ReasonValues>) => ({
            params: { objection_id: objection._id },
            body: { upheld: open === 'chosen' ? [...selected] : open, reason },
          })}
          title={titleOf(open)}
          of={`${objection.campaign.brand} · ${objection.carrier.username}`}
          ends={open === 'none'}
          why={why[open]}
          withReason={open !== 'all'}
          reader={{ locale: localeOf(objection.carrier._id), templates: 'visits' }}
          leaves
          onDone={() => queue.goOn(translate('objections.done'))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  )
}

interface DecisionsProps {
  /** Whose button is filled. */
  first: Decision
  titleOf: (decision: Decision) => string
  onOpen: (decision: Decision) => void
}

const Decisions = ({ first, titleOf, onOpen }: DecisionsProps) => (
  <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
    {first === 'chosen' && (
      <Button variant="contained" onClick={() => onOpen('chosen')}>
        {titleOf('chosen')}
      </Button>
    )}
    <Button variant={first === 'all' ? 'contained' : 'outlined'} onClick={() => onOpen('all')}>
      {titleOf('all')}
    </Button>
    <Button variant="outlined" color="error" onClick={() => onOpen('none')}>
      {titleOf('none')}
    </Button>
  </Box>
)

function Silence({ objection, may }: { objection: Objection; may: boolean }) {
  const translate = useTranslate()
  if (objection.decided_at !== null) return null
  return (
    <>
      <Alert severity="info">{translate('objections.silence', { when: formatTime(objection.due_by) })}</Alert>
      {may && !objection.may_decide && <Alert severity="warning">{translate('objections.another')}</Alert>}
    </>
  )
}

function Properties({ objection }: { objection: Objection }) {
  const translate = useTranslate()
  const money = useMoney()
  const { carrier, most, most_visits, visits, upheld, added, decided_at } = objection
  return (
    <PropertyTable
      values={{
        'queue.brand': <Name id={objection.campaign._id} />,
        'objections.order': <Name id={objection.order_id} />,
        'orders.carrier': <GoTo to={`/members/${carrier._id}/show`}>{carrier.username}</GoTo>,
        'objections.note': objection.note,
        'objections.review_reason': objection.review_reason,
        'objections.most': translate('objections.most_of', { most: money(most), most_visits, visits }),
        'objections.made_at': formatTime(objection.since),
        'objections.statuses.decided': decided_at && formatTime(decided_at),
        [objection.by_silence ? 'objections.by_silence' : 'objections.upheld']:
          upheld !== null && translate('objections.upheld_of', { upheld, visits, added: money(added) }),
        'objections.reason': objection.reason,
      }}
    />
  )
}

/**
 * The visits of an objection, fixed when it was made: why each was refused and, once decided, whether it
 * counts after all.
 */
function Visits({
  objection: { list, decided_at },
  selected,
  onSelect,
}: {
  objection: Objection
  selected: ReadonlySet<string>
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined
}) {
  const translate = useTranslate()
  return (
    <VisitEvidence
      visits={list.map(({ reason, upheld, ...visit }) => ({
        ...visit,
        cause: reason,
        ...(decided_at !== null && { outcome: translate(upheld ? 'objections.yes' : 'objections.no') }),
      }))}
      selection={onSelect && { selected, onSelect, can: () => true }}
      outcome={decided_at === null ? undefined : 'objections.upheld'}
    />
  )
}
