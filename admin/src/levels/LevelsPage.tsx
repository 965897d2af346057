import { adminLevelCalls, type LevelOfTable, LEVELS_PROPOSAL } from '@fairturn/contract/backoffice/levels'
import type { ApiFailure } from '@fairturn/ui/failure.ts'
// The levels: current and edited table, preview, effect of a change on members, and the history with restore.
import { Alert, Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { Title, useCanAccess, useTranslate } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { ActionDialog } from '../components/ActionDialog.tsx'
import { ActionForm } from '../components/ActionForm.tsx'
import { CsvButton } from '../components/CsvButton.tsx'
import { Refused } from '../content/Refused.tsx'
import { VersionHistory } from '../content/VersionHistory.tsx'
import type { DataOf } from '../shell/api.ts'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { OpenProposals } from '../staff/OpenProposals.tsx'
import { useLevelProperties } from './level-properties.ts'
import { type LevelsNow, LevelTable } from './LevelTable.tsx'
import { MemberRows } from './MemberRows.tsx'
import { levelOf, type TypedRow, typedOf } from './rows.ts'

type Preview = DataOf<'POST backoffice/levels/preview'>

export function LevelsPage() {
  const translate = useTranslate()
  const propertiesOf = useLevelProperties()
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
      <Box sx={{ maxWidth: 880 }}>
        {data && (
          <VersionHistory<LevelOfTable[]>
            of={translate('levels.title')}
            path="backoffice/levels"
            expected={data.version}
            saved="approvals.proposed"
            propertiesOf={propertiesOf}
          />
        )}
      </Box>
    </Box>
  )
}

const rowsOf = ({ levels }: LevelsNow) => levels.map(typedOf)

function Editor({ now }: { now: LevelsNow }) {
  const [preview, setPreview] = useState<Preview & { proposed: LevelOfTable[] }>()
  const [refused, setRefused] = useState<ApiFailure>()
  // Counts proposals, to reset the form after each.
  const [proposals, setProposals] = useState(0)
  return (
    <>
      <ActionForm<'POST backoffice/levels/preview', { levels: TypedRow[] }>
        key={proposals}
        endpoint="POST backoffice/levels/preview"
        input={({ levels }) => ({ body: { levels: levels.map(levelOf) } })}
        schema={adminLevelCalls.preview.body}
        defaultValues={{ levels: rowsOf(now) }}
        onDone={(data, { body: { levels } }) => {
          setRefused(undefined)
          setPreview({ ...data, proposed: levels })
        }}
        onRefused={setRefused}
      >
        {(busy) => <Fields now={now} busy={busy} refused={busy ? undefined : refused} />}
      </ActionForm>
      {preview && (
        <Propose
          levels={preview.proposed}
          preview={preview}
          expected={now.version}
          onProposed={() => setProposals(proposals + 1)}
          onClose={() => setPreview(undefined)}
        />
      )}
    </>
  )
}

interface FieldsProps {
  now: LevelsNow
  busy: boolean
  refused: ApiFailure | undefined
}

function Fields({ now, busy, refused }: FieldsProps) {
  const translate = useTranslate()
  const { canAccess = false } = useCanAccess({ resource: 'levels', action: 'edit' })
  const { reset } = useFormContext()
  const { isDirty } = useFormState()
  const { levels } = useWatch() as { levels: TypedRow[] }
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <LevelTable now={now} mayChange={canAccess} />
      <Promised promised={now.promised} />
      {refused && <Refused failure={refused} />}
      {canAccess && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button type="submit" variant="contained" disabled={!isDirty || busy}>
            {translate('levels.review')}
          </Button>
          <Button disabled={!isDirty} onClick={() => reset()}>
            {translate('levels.discard')}
          </Button>
        </Box>
      )}
      <Typography variant="h6" component="h2">
        {translate(isDirty ? 'levels.seen_then' : 'levels.seen_now')}
      </Typography>
      <MemberRows levels={levels.map(levelOf)} />
    </Box>
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
      of={translate('levels.title')}
      why={translate('levels.concerned')}
      withReason
      done="approvals.proposed"
      onDone={onProposed}
      renderRefusal={(failure) => <Refused failure={failure} />}
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
        {concerned.map(({ _id, name, members, bought, effects }) => (
          <li key={_id ?? name}>
            <strong>{name}</strong> ({translate('levels.in_use_in_words', { members, bought })}):{' '}
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
