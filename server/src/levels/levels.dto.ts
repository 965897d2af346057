import type { Level } from '@fairturn/contract/levels'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { levelNameText } from '../platform/texts/notices.ts'
import type { LevelRow } from './levels.store.ts'

export const levelOnWire = (level: LevelRow, locale: Locale): Level => ({
  _id: level.id,
  name: levelNameText(level.name, locale),
  joining_fee: formatMoney(level.joining_fee_minor),
  bonus_ads: level.bonus_low_bp / 100,
  ...(level.bonus_high_bp !== null && { max_bonus: level.bonus_high_bp / 100 }),
  number_ads: level.turns_a_day,
  orders_to_earn: level.orders_to_earn,
})
