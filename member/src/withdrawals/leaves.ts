import type { Withdrawal } from '@fairturn/contract/withdrawals'

const CAME_BACK: ReadonlySet<Withdrawal['status']> = new Set(['cancelled', 'refused', 'returned'])

/** Whether the money leaves, or has left, for the bank or the card: otherwise no fee is taken and nothing goes there. */
export const leaves = ({ status }: Pick<Withdrawal, 'status'>): boolean => !CAME_BACK.has(status)
