import { money } from '@fairturn/ui/formats.ts'
import { Money } from '@fairturn/ui/Money.tsx'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
// Money in the site's currency. Shows a skeleton until the currency is known: a figure with the wrong
// currency sign would be a wrong amount.
import type { ComponentProps } from 'react'
import { useSettings } from './useSession.ts'

export function Amount(props: Omit<ComponentProps<typeof Money>, 'currency'>) {
  const currency = useSettings()?.currency.value
  if (currency === undefined) return <Skeleton className="inline-block h-[1em] w-16 align-middle" />
  return <Money {...props} currency={currency} />
}

/** The same as text, for use within a sentence; '' until the currency is known. */
export function useMoneyText(): (wire: string) => string {
  const currency = useSettings()?.currency.value
  return (wire) => (currency === undefined ? '' : money(wire, currency))
}
