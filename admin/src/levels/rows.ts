// Conversion between rows of the level table as typed and as sent. Pure functions; the server validates.
import type { LevelOfTable } from '@fairturn/contract/backoffice/levels'
import { parseAmount } from '@fairturn/ui/formats.ts'

export const COLUMNS = [
  'name',
  'joining_fee',
  'bonus_ads',
  'max_bonus',
  'number_ads',
  'orders_to_earn',
  'earn_quality',
] as const
export type Column = (typeof COLUMNS)[number]

export type TypedRow = Readonly<Record<Column, string>> & Pick<LevelOfTable, '_id'>

const text = (value: string | number | null): string => (value === null ? '' : String(value))

export const typedOf = (level: LevelOfTable): TypedRow => ({
  _id: level._id,
  name: level.name,
  joining_fee: level.joining_fee.replace('.', ','),
  bonus_ads: text(level.bonus_ads),
  max_bonus: text(level.max_bonus),
  number_ads: text(level.number_ads),
  orders_to_earn: text(level.orders_to_earn),
  earn_quality: text(level.earn_quality),
})

const figure = (typed: string): number => Number(typed.trim().replace(',', '.') || Number.NaN)
const figureOrNone = (typed: string): number | null => (typed.trim() === '' ? null : figure(typed))

/** The typed row as sent; a number that cannot be parsed becomes a value that the server refuses. */
export function levelOf(row: TypedRow): LevelOfTable {
  const fee = parseAmount(row.joining_fee)
  return {
    _id: row._id,
    name: row.name.trim(),
    joining_fee: fee.ok ? fee.wire : row.joining_fee,
    bonus_ads: figure(row.bonus_ads),
    max_bonus: figureOrNone(row.max_bonus),
    number_ads: figure(row.number_ads),
    orders_to_earn: figureOrNone(row.orders_to_earn),
    earn_quality: figure(row.earn_quality),
  }
}

/** `2 %` or `4–6 %`, as members see it. */
export const rangeOf = ({ bonus_ads, max_bonus }: Pick<LevelOfTable, 'bonus_ads' | 'max_bonus'>): string => {
  const written = (percent: number) => String(percent).replace('.', ',')
  const upper = max_bonus !== null && max_bonus > bonus_ads ? `–${written(max_bonus)}` : ''
  return `${written(bonus_ads)}${upper}\u00a0%`
}
