// One objection: why each visit was refused, what the carrier says, and what an operator who had not decided before says now.
import type { AdminObjection } from '@fairturn/contract/backoffice/reviews'
import { Alert, Box, Button, Chip, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { useCanAccess, useNotify, useRecordContext, useTranslate } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { ActDialog } from '../ActionDialog.tsx'
import { call, type DataOf } from '../api.ts'
import { textOf } from '../forms.ts'
import { useKeys } from '../keys.ts'
import { useMoney } from '../Amount.tsx'
import { Facts } from '../parts.tsx'
import { Due, QueueLine, useQueue } from '../queue.tsx'
import { RecordPage } from '../RecordPage.tsx'
import { when } from '../words.ts'
import { ObjectedVisits } from './ObjectedVisits.tsx'

/** Its visits are not there while only the list's row is known. */
type Objection = AdminObjection & Partial<Pick<DataOf<'GET backoffice/objections/:objection_id'>, 'list'>>
type Decision = 'all' | 'none' | 'chosen'

export const ObjectionPage = () => (
  <RecordPage>
    <Shown />
  </RecordPage>
)

function Shown() {
  const objection = useRecordContext<Objection & { id: string }>()
  return objection === undefined ? null : <Sheet key={objection._id} objection={objection} />
}

function Sheet({ objection }: { objection: Objection }) {
  const translate = useTranslate()
  const { canAccess } = useCanAccess({ resource: 'objections', action: 'edit' })
  const queue = useQueue('objections', objection._id)
  const [asking, ask] = useState<Decision>()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const decides = canAccess === true && objection.may_decide
  useKeys({
    j: queue.next,
    k: queue.previous,
    ...(decides && { a: () => ask('all'), r: () => ask('none') }),
  })
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960, mt: 1 }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h5" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {objection.campaign.brand}
        </Typography>
        {objection.decided_at === null ? (
          <Due waiting={objection} />
        ) : (
          <Chip size="small" variant="outlined" label={translate('objections.states.decided')} />
        )}
        {decides && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', ml: 'auto' }}>
            <Button variant="contained" onClick={() => ask('all')}>
              {translate('objections.uphold_all')}
            </Button>
            {chosen.size > 0 && (
              <Button variant="outlined" onClick={() => ask('chosen')}>
                {translate('objections.uphold_chosen', { count: chosen.size })}
              </Button>
            )}
            <Button variant="outlined" color="error" onClick={() => ask('none')}>
              {translate('objections.uphold_none')}
            </Button>
          </Box>
        )}
      </Box>
      <QueueLine
        place={queue.place}
        keys={
          decides ? { a: translate('objections.uphold_all'), r: translate('objections.uphold_none') } : {}
        }
      />
      <Silence objection={objection} may={canAccess === true} />
      <ObjectionFacts objection={objection} />
      {objection.list !== undefined && (
        <ObjectedVisits list={objection.list} chosen={chosen} onChoose={decides ? choose : undefined} />
      )}
      {asking && (
        <Decide
          objection={objection}
          decision={asking}
          visit_ids={[...chosen]}
          onClose={() => ask(undefined)}
          onDecided={queue.decided}
        />
      )}
    </Box>
  )
}

function Silence({ objection, may }: { objection: Objection; may: boolean }) {
  const translate = useTranslate()
  if (objection.decided_at !== null) return null
  return (
    <>
      <Alert severity="info">{translate('objections.silence', { when: when(objection.due_by) })}</Alert>
      {may && !objection.may_decide && <Alert severity="warning">{translate('objections.another')}</Alert>}
    </>
  )
}

function ObjectionFacts({ objection }: { objection: Objection }) {
  const translate = useTranslate()
  const money = useMoney()
  const { carrier, most, most_visits, visits, upheld, added, decided_at } = objection
  const rows = [
    [
      'orders.carrier',
      <Link key="carrier" component={RouterLink} to={`/members/${carrier._id}/show`}>
        {carrier.username}
      </Link>,
    ],
    ['objections.note', objection.note],
    ['objections.review_reason', objection.review_reason],
    ['objections.most', translate('objections.most_of', { most: money(most), visits: most_visits })],
    ['objections.made_at', when(objection.since)],
    ['objections.states.decided', decided_at && when(decided_at)],
    [
      objection.by_silence ? 'objections.by_silence' : 'objections.upheld',
      upheld !== null && translate('objections.upheld_of', { upheld, visits, added: money(added) }),
    ],
    ['objections.reason', objection.reason],
  ] as const
  return <Facts rows={rows.map(([name, value]) => [translate(name), value] as const)} />
}

interface DecisionDialogProps {
  objection: Objection
  decision: Decision
  visit_ids: string[]
  onClose: () => void
  onDecided: () => void
}

function Decide({ objection, decision, visit_ids, onClose, onDecided }: DecisionDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const money = useMoney()
  async function act(form: FormData) {
    const reason = textOf(form, 'reason')
    await call('POST backoffice/objections/:objection_id/decide', {
      params: { objection_id: objection._id },
      body: { upheld: decision === 'chosen' ? visit_ids : decision, ...(reason !== '' && { reason }) },
    })
    notify('objections.done', { type: 'success' })
    onDecided()
  }
  const why = {
    all: translate('objections.uphold_all_sure', { count: objection.visits, most: money(objection.most) }),
    none: translate('objections.uphold_none_why'),
    chosen: translate('objections.uphold_chosen_why'),
  }
  return (
    <ActDialog
      title={translate(`objections.uphold_${decision}`, { count: visit_ids.length })}
      why={why[decision]}
      with_reason={decision !== 'all'}
      act={act}
      onClose={onClose}
    />
  )
}
