import type { Product } from '@fairturn/contract/orders'
import { remaining } from '@fairturn/ui/formats.ts'
import { plural, t } from '@lingui/core/macro'
import { rateText } from '../levels/rates.ts'
import { closedShort } from './short.ts'

/** Short enough to read out to support: the last four characters of the id. */
export const orderNumber = (order: Product): string => `#${order._id.slice(-4).toUpperCase()}`

const statuses: Readonly<Record<Product['status'], () => string>> = {
  offer: () => t({ message: 'offered', context: 'status of an order' }),
  pending: () => t({ message: 'pending', context: 'status of an order' }),
  distributing: () => t({ message: 'orders are being distributed', context: 'status of an order' }),
  success: () => t({ message: 'success', context: 'status of an order' }),
  done: () => t({ message: 'done', context: 'status of an order' }),
  returned: () => t({ message: 'returned', context: 'status of an order' }),
  expired: () => t({ message: 'expired', context: 'status of an order' }),
}

export const orderStatusText = (status: Product['status']): string => statuses[status]()

export function statusText(order: Product): string {
  if (order.in_review) return t({ message: 'in review', context: 'status of an order' })
  const { verified, target } = order
  if (closedShort(order)) {
    return t({ message: `closed with ${verified} of ${target}`, context: 'status of an order' })
  }
  return orderStatusText(order.status)
}

/** Under the name of one order, where the plural of the lists would be wrong. */
export function oneStatusText(order: Product): string {
  const beingDistributed = order.status === 'distributing' && !order.in_review
  return beingDistributed
    ? t({ message: 'being distributed', context: 'status of one order' })
    : statusText(order)
}

/** `4–6%`, or `2%` if the level has a single rate. */
export const bonusRange = ({ bonus_low, bonus_high }: Product): string =>
  rateText({ bonus_ads: bonus_low, max_bonus: bonus_high })

/** The rate at the current quality: `4,8%`. */
export const bonusRate = ({ bonus_rate }: Product): string => rateText({ bonus_ads: bonus_rate })

export function timeLeftText(until: string, now: Date): string {
  const { days, hours, minutes, over } = remaining(until, now)
  if (over) return t`time is up`
  if (days > 0 && hours > 0) {
    return t`${plural(days, { one: '# day', other: '# days' })} ${plural(hours, { one: '# hour', other: '# hours' })} left`
  }
  if (days > 0) return plural(days, { one: '# day left', other: '# days left' })
  if (hours > 0 && minutes > 0) {
    return t`${plural(hours, { one: '# hour', other: '# hours' })} ${plural(minutes, { one: '# minute', other: '# minutes' })} left`
  }
  if (hours > 0) return plural(hours, { one: '# hour left', other: '# hours left' })
  if (minutes > 0) return plural(minutes, { one: '# minute left', other: '# minutes left' })
  return t`less than a minute left`
}
