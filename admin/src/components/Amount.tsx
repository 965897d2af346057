import { money } from '@fairturn/ui/formats.ts'
// Amounts in the back office, formatted as in the member app: currency sign first, spaces between thousands,
// tabular figures.
import { Box } from '@mui/material'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'

/** Formats a wire amount; a dash for null. */
export function useMoney(): (wire: string | null) => string {
  const { data } = useEndpointQuery('GET settings', {}, { fixed: true, silent: true })
  // The default currency of the product, until the settings are loaded.
  const currency = data?.currency.value ?? 'USD'
  return (wire) => (wire === null ? '—' : money(wire, currency))
}

export function Amount({ wire, tone }: { wire: string | null; tone?: 'loss' | 'award' | undefined }) {
  const written = useMoney()
  const color = { loss: 'error.main', award: 'warning.main' } as const
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 600,
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        ...(tone && { color: color[tone] }),
      }}
    >
      {written(wire)}
    </Box>
  )
}
