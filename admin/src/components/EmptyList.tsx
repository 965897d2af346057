// An empty list: explains what would bring the first row or, for a queue, that nothing is waiting.
import { Button, CardContent, Typography } from '@mui/material'
import { useListContext, useTranslate } from 'react-admin'

export function EmptyList() {
  const translate = useTranslate()
  const { resource, filterValues, setFilters } = useListContext()
  const filters = Object.values(filterValues as Record<string, unknown>)
  const key = filters.length === 0 ? 'all' : filters.length === 1 ? String(filters[0]) : ''
  const text = translate(`empty.${resource}.${key}`, { _: '' })
  return (
    <CardContent>
      <Typography variant="body2" sx={{ maxWidth: 640 }}>
        {text || translate(`ra.navigation.no_${filters.length > 0 ? 'filtered_' : ''}results`)}{' '}
        {text === '' && filters.length > 0 && (
          <Button size="small" onClick={() => setFilters({}, [])}>
            {translate('ra.navigation.clear_filters')}
          </Button>
        )}
      </Typography>
    </CardContent>
  )
}
