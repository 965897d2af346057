import type { Product } from '@fairturn/contract/orders'

/** Can be claimed, but ended with fewer visits than its target. */
export const closedShort = ({ status, verified, target, in_review }: Product): boolean =>
  status === 'success' && !in_review && verified < target
