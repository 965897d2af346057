import type { QueueName } from '@fairturn/contract/backoffice/dashboard'
import { Tab, Tabs } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'
import { useCounts } from './queue.tsx'

/** The tabs of what waits, each with its queue: they carry how many wait, and where these are others, how many for this operator, as the menu. */
export type WaitingTabs = Readonly<Record<string, QueueName>>

/** One tab per value of a filter, and one for all where there is one; the selection is in the URL like every filter. */
export function FilterTabs<Value extends string>({
  source,
  values,
  label,
  waiting,
  every = true,
}: {
  source: string
  values: readonly Value[]
  label: (value: Value) => string
  waiting?: WaitingTabs
  /** Whether there is a tab for all. */
  every?: boolean
}) {
  const translate = useTranslate()
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const { queues } = useCounts()
  const labelOf = (value: Value) => {
    const queue = waiting?.[value]
    const counted = queue && queues[queue]
    if (!counted || counted.waiting === 0) return label(value)
    const { waiting: all, own } = counted
    const counts = translate(`queue.counted.${queue}`, { _: String(all), all })
    if (own.waiting === all) return `${label(value)} (${counts})`
    const mine = translate(own.waiting === 0 ? 'queue.none_for_you' : 'queue.for_you', { own: own.waiting })
    return `${label(value)} (${counts}, ${mine})`
  }
  const now = (filterValues as Record<string, unknown>)[source]
  const choose = (chosen: string) => {
    const { [source]: _, ...others } = filterValues as Record<string, unknown>
    setFilters(chosen === '' ? others : { ...others, [source]: chosen }, displayedFilters)
  }
  return (
    <Tabs
      value={values.includes(now as Value) ? now : every ? '' : values[0]}
      slotProps={{ list: { sx: { flexWrap: 'wrap' } } }}
      sx={{
        minHeight: 40,
        px: 1,
        // Tabs wrap, so that all are visible; the framework's sliding indicator does not support wrapping.
        '& .MuiTabs-indicator': { display: 'none' },
        '& .MuiTab-root': { minHeight: 40, minWidth: 0 },
        '& .MuiTab-root.Mui-selected': { boxShadow: 'inset 0 -2px currentColor' },
      }}
    >
      {values.map((value) => (
        // Not `onChange`: a press on the tab that is still shown takes back one that is not shown yet.
        <Tab key={value} value={value} label={labelOf(value)} onClick={() => choose(value)} />
      ))}
      {every && <Tab value="" label={translate('money.every')} onClick={() => choose('')} />}
    </Tabs>
  )
}
