// A table of levels for its history and proposals: one line per level, by position.
import type { LevelOfTable } from '@fairturn/contract/backoffice/levels'
import { useTranslate } from 'react-admin'
import { useMoney } from '../components/Amount.tsx'
import type { Properties } from '../content/difference.ts'
import { rangeOf } from './rows.ts'

export function useLevelProperties(): (levels: readonly LevelOfTable[]) => Properties {
  const translate = useTranslate()
  const money = useMoney()
  const describeLevel = (level: LevelOfTable) =>
    [
      level.name,
      money(level.joining_fee),
      rangeOf(level),
      translate('levels.turns_a_day', { smart_count: level.number_ads }),
      ...(level.orders_to_earn === null
        ? []
        : [translate('levels.earned_by', { orders: level.orders_to_earn, quality: level.earn_quality })]),
    ].join(' · ')
  return (levels) =>
    Object.fromEntries(
      levels.map((level, at) => [translate('levels.position', { at: at + 1 }), describeLevel(level)]),
    )
}
