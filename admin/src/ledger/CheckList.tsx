import type { CheckRun } from '@fairturn/contract/backoffice/ledger'
import { Button, Chip } from '@mui/material'
import { useState } from 'react'
import { SelectInput, useCanAccess, useNotify, useRefresh, useTranslate } from 'react-admin'
import { period } from '../components/filters.tsx'
import { formatTime } from '../components/format.ts'
import { RecordList } from '../components/RecordList.tsx'
import { call } from '../shell/api.ts'
import { useEndpointMutation, useEndpointQuery, useReadQuery } from '../shell/endpoint-hooks.ts'

type Run = CheckRun & { id: string }

const POLL_MS = 1_000
const STANDING = 'GET backoffice/ledger/standing'
const FILTERS = [
  <SelectInput
    key="found"
    source="found"
    label="checks.found"
    alwaysOn
    choices={[{ id: 'true', name: 'checks.found_something' }]}
  />,
  ...period('entries'),
]

export function CheckList() {
  const translate = useTranslate()
  return (
    <RecordList<Run>
      filters={FILTERS}
      sort={{ field: 'started_at', order: 'DESC' }}
      actions={<CheckNow />}
      note={<Reach />}
      columns={[
        { label: 'checks.started_at', time: 'started_at', sort: true },
        {
          label: 'checks.asked_by',
          render: ({ asked_by_name, mode }) => asked_by_name ?? translate(scheduleOf(mode)),
        },
        { label: 'checks.reach', render: ({ since }) => reachOf(translate, since) },
        {
          label: 'checks.findings',
          render: ({ findings }) => <Findings count={findings} />,
          sort: 'findings',
        },
        { label: 'checks.entries', source: 'entries', end: true },
        { label: 'checks.liabilities', amount: 'liabilities' },
        { label: 'checks.cash', amount: 'cash' },
      ]}
    />
  )
}

export const scheduleOf = (mode: CheckRun['mode']): string =>
  mode === 'chunked' ? 'checks.daily' : 'checks.hourly'
/** The period that a check covered. */
export const reachOf = (translate: ReturnType<typeof useTranslate>, since: string | null): string =>
  since === null ? translate('checks.everything') : translate('checks.since', { when: formatTime(since) })

/** When everything was last checked, and how far the daily check has got. */
function Reach() {
  const translate = useTranslate()
  const { data } = useEndpointQuery(STANDING)
  if (!data) return '…'
  const { full_at, progress } = data
  const full =
    full_at === null
      ? translate('checks.never_full')
      : translate('checks.full_at', { when: formatTime(full_at) })
  return progress === null
    ? full
    : `${full} ${translate('checks.progress', { percent: Math.floor(progress * 100) })}`
}

/** Requests a check and shows its result when it is done; a check of the whole ledger takes time. */
function CheckNow() {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const { canAccess } = useCanAccess({ resource: 'checks', action: 'create' })
  /** Id of the last check before the requested one; null if there was none. */
  const [after, setAfter] = useState<string | null>()
  const { start } = useEndpointMutation('POST backoffice/ledger/checks', {
    onDone: ({ last_check }) => setAfter(last_check?._id ?? null),
  })
  useReadQuery(
    ['requested check', after],
    async () => {
      const { last_check } = await call(STANDING)
      if (last_check === null || last_check._id === after) return null
      setAfter(undefined)
      notify(last_check.findings === 0 ? 'checks.all_right' : 'checks.found_something', {
        type: last_check.findings === 0 ? 'success' : 'error',
      })
      refresh()
      return last_check
    },
    { enabled: after !== undefined, pollMs: POLL_MS, silent: true },
  )
  if (!canAccess) return null
  return (
    <Button variant="contained" size="small" onClick={() => start({})} disabled={after !== undefined}>
      {translate(after === undefined ? 'checks.now' : 'checks.under_way')}
    </Button>
  )
}

export function Findings({ count }: { count: number }) {
  const translate = useTranslate()
  return (
    <Chip
      size="small"
      variant="outlined"
      color={count === 0 ? 'default' : 'error'}
      label={count === 0 ? translate('checks.nothing') : translate('checks.count', { count })}
    />
  )
}
