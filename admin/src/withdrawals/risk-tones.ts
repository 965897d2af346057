import { RISK_WEIGHTS } from '@fairturn/contract/backoffice/withdrawals'

type Weight = (typeof RISK_WEIGHTS)[keyof typeof RISK_WEIGHTS]

export const TONE_OF_WEIGHT = { high: 'error', middle: 'warning', low: 'default' } as const satisfies Record<
  Weight,
  string
>
