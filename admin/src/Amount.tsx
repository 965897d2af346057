// Amounts of the back office, as everywhere: sign before them, spaces between thousands, figures of one width.
import { Box } from '@mui/material'
import { money } from '@fairturn/ui/formats.ts'
import { useEffect, useState } from 'react'

let asked: Promise<string> | undefined

/** The setting `currency`, asked for once; dollars, the product's own, until it is known. */
function useCurrency(): string {
  const [currency, setCurrency] = useState('USD')
  useEffect(() => {
    asked ??= fetch('/api/settings')
      .then((answer) => answer.json() as Promise<{ data: { currency: { value: string } } }>)
      .then(({ data }) => data.currency.value)
    asked.then(setCurrency, () => {
      asked = undefined
    })
  }, [])
  return currency
}

/** Writes a wire amount as text; a dash for none. */
export function useMoney(): (wire: string | null) => string {
  const currency = useCurrency()
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
