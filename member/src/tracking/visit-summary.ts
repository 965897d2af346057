import type { Product } from '@fairturn/contract/orders'
// An order's visits in one sentence: "37 visits: 29 verified, 5 repeated, 3 bots".
import { plural, t } from '@lingui/core/macro'
import { listOf } from '../shell/list.ts'
import type { Verdict } from './reasons.ts'

type Counts = NonNullable<Product['visit_counts']>

/** Counted as bots in the sentence; the order's screen lists them separately. */
const OTHER_BOTS = ['not_a_page_view', 'prefetch', 'preview', 'scanner'] as const
type OtherBots = (typeof OTHER_BOTS)[number]
const isOtherBot = (verdict: Verdict): verdict is OtherBots => OTHER_BOTS.some((one) => one === verdict)

/** Each part in its plural form. Functions, because the texts depend on the current language. */
const parts: Readonly<Record<Exclude<Verdict, OtherBots>, (count: number) => string>> = {
  verified: (count) => plural(count, { one: '# verified', other: '# verified' }),
  not_continued: (count) => plural(count, { one: '# not continued', other: '# not continued' }),
  bot: (count) => plural(count, { one: '# bot', other: '# bots' }),
  link_not_active: (count) => plural(count, { one: '# after the end', other: '# after the end' }),
  token_invalid: (count) => plural(count, { one: '# invalid', other: '# invalid' }),
  token_used: (count) => plural(count, { one: '# duplicate', other: '# duplicates' }),
  too_fast: (count) => plural(count, { one: '# too fast', other: '# too fast' }),
  too_late: (count) => plural(count, { one: '# too late', other: '# too late' }),
  own_visit: (count) => plural(count, { one: '# of your own', other: '# of your own' }),
  own_network: (count) => plural(count, { one: '# from your network', other: '# from your network' }),
  repeated: (count) => plural(count, { one: '# repeat visit', other: '# repeat visits' }),
  address_pace: (count) => plural(count, { one: '# from a busy address', other: '# from a busy address' }),
  network_pace: (count) => plural(count, { one: '# from a busy network', other: '# from a busy network' }),
  order_pace: (count) => plural(count, { one: '# too many at once', other: '# too many at once' }),
  carrier_pace: (count) => plural(count, { one: '# over your limit', other: '# over your limit' }),
  campaign_pace: (count) =>
    plural(count, { one: '# over the campaign’s limit', other: '# over the campaign’s limit' }),
  order_complete: (count) => plural(count, { one: '# after the target', other: '# after the target' }),
  not_confirmed: (count) => plural(count, { one: '# not confirmed', other: '# not confirmed' }),
  waiting: (count) =>
    plural(count, { one: '# waiting for confirmation', other: '# waiting for confirmation' }),
  review: (count) => plural(count, { one: '# refused in review', other: '# refused in review' }),
}

/** Verified first, then by descending frequency; '' without visits. */
export function visitsText(counts: Counts): string {
  const sums = new Map<Exclude<Verdict, OtherBots>, number>()
  for (const { verdict, count } of counts) {
    const part = isOtherBot(verdict) ? 'bot' : verdict
    sums.set(part, (sums.get(part) ?? 0) + count)
  }
  const some = [...sums]
    .map(([verdict, count]) => ({ verdict, count }))
    .filter((one) => one.count > 0)
    .toSorted(
      (a, b) => Number(b.verdict === 'verified') - Number(a.verdict === 'verified') || b.count - a.count,
    )
  if (some.length === 0) return ''
  const all = some.reduce((sum, one) => sum + one.count, 0)
  const visits = plural(all, { one: '# visit', other: '# visits' })
  const list = listOf(some.map(({ verdict, count }) => parts[verdict](count)))
  return t({ message: `${visits}: ${list}`, comment: '37 visits: 29 verified, 5 repeated, 2 bots' })
}
