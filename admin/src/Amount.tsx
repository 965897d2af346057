// Amounts of the back office, as everywhere: sign before them, spaces between thousands, figures of one width.
import { Box } from '@mui/material'
import { money } from '@fairturn/ui/formats.ts'
import { useEndpointQuery } from './endpoint-hooks.ts'

/** Writes a wire amount as text; a dash for none. */
export function useMoney(): (wire: string | null) => string {
  const { data } = useEndpointQuery('GET settings', {}, { fixed: true, silent: true })
  // Dollars, the product's own, until it is known.
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
