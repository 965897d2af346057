// The card provider that the configuration selects. Apart from the interface, which each provider imports.
import type { Config } from '../platform/config.ts'
import type { CardProvider } from './card-provider.ts'

export async function openCardProvider(config: Config['card']): Promise<CardProvider | undefined> {
  if (config === undefined) return undefined
  // Lazy import: its library is large, and most deployments do not use it.
  const { openStripe } = await import('./stripe.ts')
  return openStripe(config)
}
