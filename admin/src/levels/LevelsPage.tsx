// The levels: the table as it is and as it is being changed, how members will see it, what a change means for how many, and
// the history with the way back.
import { Alert, Box, Button, Typography } from '@mui/material'
import { type LevelOfTable, LEVELS_PROPOSAL } from '@fairturn/contract/backoffice/levels'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { ActionButton, ActionDialog } from '../ActionDialog.tsx'
import type { DataOf } from '../api.ts'
import { OpenProposals } from '../approvals/OpenProposals.tsx'
import { useEndpointMutation, useEndpointPages, useEndpointQuery } from '../endpoint-hooks.ts'
import { useNotifyFailure } from '../failures.ts'
import { CsvButton } from '../CsvButton.tsx'
import { Refused } from '../versions/Refused.tsx'
import { VersionHistory } from '../versions/VersionHistory.tsx'
import { useLevelProperties } from './level-properties.ts'
import { type LevelsNow, LevelTable } from './LevelTable.tsx'
import { MemberRows } from './MemberRows.tsx'
import { levelOf, type TypedRow, typedOf } from './rows.ts'

type Preview = DataOf<'POST backoffice/levels/preview'>

export function LevelsPage() {
  const translate = useTranslate()
  const { data } = useEndpointQuery('GET backoffice/levels')
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title="levels.title" />
      <Typography color="text.secondary" sx={{ maxWidth: 880 }}>
        {translate('levels.why')}
      </Typography>
      <CsvButton path="backoffice/levels.csv" />
      <OpenProposals kind={LEVELS_PROPOSAL} />
      {data && <Editor key={data.version} now={data} />}
      {data && <History now={data} />}
    </Box>
  )
}

const rowsOf = ({ levels }: LevelsNow) => levels.map((level, at) => typedOf(level, level._id ?? String(at)))

function Editor({ now }: { now: LevelsNow }) {
  const translate = useTranslate()
  const [rows, setRows] = useState(() => rowsOf(now))
  const [preview, setPreview] = useState<Preview>()
  const [refused, setRefused] = useState<ApiFailure>()
  const notifyFailure = useNotifyFailure()
  const review = useEndpointMutation('POST backoffice/levels/preview', {
    onDone: setPreview,
    // What was refused is said in its place.
    onFailed: (failure) => (failure.kind === 'refused' ? setRefused(failure) : notifyFailure(failure)),
  })
  const { canAccess = false } = useCanAccess({ resource: 'levels', action: 'edit' })
  const levels = rows.map(levelOf)
  const changed = JSON.stringify(rows) !== JSON.stringify(rowsOf(now))
  const change = (next: TypedRow[]) => {
    setRefused(undefined)
    setRows(next)
  }
  return (
    <>
      <LevelTable rows={rows} now={now} may_change={canAccess} onChange={change} />
      <Promised promised={now.promised} />
      {refused && <Refused failure={refused} />}
      {canAccess && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button
            variant="contained"
            disabled={!changed || review.busy}
            onClick={() => review.start({ body: { levels } })}
          >
            {translate('levels.review')}
          </Button>
          <Button disabled={!changed} onClick={() => change(rowsOf(now))}>
            {translate('levels.discard')}
          </Button>
        </Box>
      )}
      <Typography variant="h6" component="h2">
        {translate(changed ? 'levels.seen_then' : 'levels.seen_now')}
      </Typography>
      <MemberRows levels={levels} />
      {preview && (
        <Propose
          levels={levels}
          preview={preview}
          expected={now.version}
          onProposed={() => setRows(rowsOf(now))}
          onClose={() => setPreview(undefined)}
        />
      )}
    </>
  )
}

const Promised = ({ promised }: Pick<LevelsNow, 'promised'>) => {
  const translate = useTranslate()
  return (
    <Typography variant="body2" color="text.secondary">
      {translate('levels.promised', promised)}
    </Typography>
  )
}

function Propose({
  levels,
  preview,
  expected,
  onProposed,
  onClose,
}: {
  levels: LevelOfTable[]
  preview: Preview
  expected: number
  onProposed: () => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const concerned = preview.levels.filter(({ effects }) => effects.length > 0)
  const worse = concerned.some(({ effects, bought }) => effects.includes('gives_less') && bought > 0)
  return (
    <ActionDialog
      endpoint="POST backoffice/levels"
      input={({ reason }) => ({ body: { levels, reason, expected } })}
      title={translate('settings.propose')}
      why={translate('levels.concerned')}
      with_reason
      done="approvals.proposed"
      onDone={onProposed}
      renderRefusal={(failure) => <Refused failure={failure} />}
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        {concerned.map(({ _id, name, members, bought, effects }) => (
          <li key={_id ?? name}>
            <strong>{name}</strong> ({translate('levels.held_in_words', { members, bought })}):{' '}
            {effects.map((effect) => translate(`levels.effects.${effect}`)).join(', ')}
          </li>
        ))}
      </Box>
      <Promised promised={preview.promised} />
      {worse && <Alert severity="warning">{translate('levels.worse')}</Alert>}
      <Alert severity="info">{translate('settings.takes_two')}</Alert>
    </ActionDialog>
  )
}

function History({ now }: { now: LevelsNow }) {
  const translate = useTranslate()
  const propertiesOf = useLevelProperties()
  const history = useEndpointPages('GET backoffice/levels/versions', {})
  const { canAccess } = useCanAccess({ resource: 'levels', action: 'edit' })
  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: 880 }}>
      <Typography variant="h6" component="h2">
        {translate('versions.title')}
      </Typography>
      <VersionHistory<LevelOfTable[]>
        history={history}
        propertiesOf={propertiesOf}
        renderRestore={
          canAccess &&
          ((restore) => (
            <ActionButton
              {...restore}
              endpoint="POST backoffice/levels/restore"
              input={({ reason }) => ({ body: { number: restore.number, reason, expected: now.version } })}
              done="approvals.proposed"
            />
          ))
        }
      />
    </Box>
  )
}
