import { Tab, Tabs } from '@mui/material'
import { useListContext, useResourceContext, useTranslate } from 'react-admin'
import { type Counts, useCounts } from './queue.tsx'

/** One tab per value of a filter, and one for all; the selection is in the URL like every filter. */
export function FilterTabs<Value extends string>({
  source,
  values,
  label,
  waiting,
}: {
  source: string
  values: readonly Value[]
  label: (value: Value) => string
  /** The tab of what waits for an operator: it carries the number. */
  waiting?: string
}) {
  const translate = useTranslate()
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const { counts } = useCounts()
  const many = counts[useResourceContext() as keyof Counts]?.waiting ?? 0
  const now = (filterValues as Record<string, unknown>)[source]
  const choose = (chosen: string) => {
    const { [source]: _, ...others } = filterValues as Record<string, unknown>
    setFilters(chosen === '' ? others : { ...others, [source]: chosen }, displayedFilters)
  }
  return (
    <Tabs
      value={values.includes(now as Value) ? now : ''}
      onChange={(_, chosen: string) => choose(chosen)}
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
        <Tab
          key={value}
          value={value}
          label={value === waiting && many > 0 ? `${label(value)} (${many})` : label(value)}
        />
      ))}
      <Tab value="" label={translate('money.every')} />
    </Tabs>
  )
}
