import type { Level } from '@fairturn/contract/levels'
import { percent } from '../shell/percent.ts'

const figure = (rate: number) => String(rate).replace('.', ',')

/** `2%`, or `4–6%` if the rate is a range. */
export function rateText({ bonus_ads, max_bonus }: Pick<Level, 'bonus_ads' | 'max_bonus'>): string {
  const to = max_bonus !== undefined && max_bonus > bonus_ads ? `–\u2060${figure(max_bonus)}` : ''
  return percent(`${figure(bonus_ads)}${to}`)
}
