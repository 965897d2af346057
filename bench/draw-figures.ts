// The figures of one simulation of draws: distance from expectation, longest waits, inequality. Each figure is
// compared with the same figure of perfectly fair simulations; none has a separate limit.
import { DAY_MS, type Draw, type Manner, type World } from './draw-world.ts'

const HOUR_MS = 3_600_000
/** Maximum distance from fair, in standard deviations: by chance alone one figure in 15 000 exceeds it. */
const MAX_DEVIATION_SD = 4
/** The longest wait; one-sided, because a short wait is not unfair. */
const WAIT = 'longest wait'

export type Figures = Record<string, number>

export function figuresOf(world: World, draws: readonly Draw[]): Figures {
  return { ...againstExpectation(world, draws), ...waits(world, draws), ...shares(world, draws) }
}

/**
 * Draws of each campaign against the sum of its chances, and the share of big campaigns drawn by members who joined
 * late.
 */
function againstExpectation({ campaigns }: World, draws: readonly Draw[]): Figures {
  const seen = campaigns.map(() => 0)
  const expected = campaigns.map(() => 0)
  const variance = campaigns.map(() => 0)
  const big = new Set(
    campaigns
      .toSorted((a, b) => b.visits / b.order_visits - a.visits / a.order_visits)
      .slice(0, Math.ceil(campaigns.length / 20))
      .map(({ number }) => number),
  )
  const late = { seen: 0, expected: 0 }
  for (const { campaign, chances, member } of draws) {
    seen[campaign]! += 1
    for (const [number, chance] of chances) {
      expected[number]! += chance
      variance[number]! += chance * (1 - chance)
      if (big.has(number) && member.joinedMs > 0) late.expected += chance
    }
    if (big.has(campaign) && member.joinedMs > 0) late.seen += 1
  }
  const common = campaigns.filter(({ number }) => variance[number]! >= 5)
  const chiSquare = common.reduce(
    (sum, { number }) => sum + (seen[number]! - expected[number]!) ** 2 / variance[number]!,
    0,
  )
  return {
    'chi-square of draws by campaign, a degree of freedom': chiSquare / common.length,
    'big campaigns drawn by members who joined later, to expected': late.seen / late.expected,
  }
}

/** The longest time for which a drawable campaign was not drawn, in expected draws and in hours. */
function waits({ campaigns }: World, draws: readonly Draw[]): Figures {
  const due = campaigns.map(() => 0)
  const sinceMs = campaigns.map(() => 0)
  const waited = { due: 0, hours_due_daily: 0 }
  const end = (number: number, at_ms: number) => {
    const hours = (at_ms - sinceMs[number]!) / HOUR_MS
    waited.due = Math.max(waited.due, due[number]!)
    // Only for campaigns whose expectation is at least one draw a day.
    if (due[number]! * DAY_MS >= at_ms - sinceMs[number]!)
      waited.hours_due_daily = Math.max(waited.hours_due_daily, hours)
    due[number] = 0
    sinceMs[number] = at_ms
  }
  const drawable = new Set<number>()
  for (const { at_ms, campaign, chances } of draws) {
    for (const [number, chance] of chances) {
      if (!drawable.has(number) && due[number] === 0) sinceMs[number] = at_ms
      drawable.add(number)
      due[number]! += chance
    }
    end(campaign, at_ms)
    drawable.delete(campaign)
  }
  const lastMs = draws.at(-1)?.at_ms ?? 0
  for (const number of drawable) end(number, lastMs)
  return {
    [`${WAIT} of a campaign, in draws due to it`]: waited.due,
    [`${WAIT} of a campaign due a draw a day, hours`]: waited.hours_due_daily,
  }
}

function shares({ campaigns, members }: World, draws: readonly Draw[]): Figures {
  const byCampaign = campaigns.map(() => 0)
  const byMember = members.map(() => 0)
  const orders: Record<Manner, { count: number; minor: number }> = {
    taker: { count: 0, minor: 0 },
    skipper: { count: 0, minor: 0 },
    chooser: { count: 0, minor: 0 },
  }
  const drawers = campaigns.map(() => new Set<number>())
  for (const { campaign, member, taken_minor } of draws) {
    byCampaign[campaign]! += 1
    drawers[campaign]!.add(member.number)
    if (taken_minor === 0) continue
    byMember[member.number]! += taken_minor
    orders[member.manner].count += 1
    orders[member.manner].minor += taken_minor
  }
  // Only members who were there all the time and behave alike: the remaining differences come from chance, language
  // and the draw.
  const equals = members
    .filter(({ joinedMs, manner }) => joinedMs === 0 && manner === 'taker')
    .map(({ number }) => byMember[number]!)
  const mean = (manner: Manner) => orders[manner].minor / orders[manner].count
  const biggest = drawers.toSorted((a, b) => b.size - a.size)[0]!
  return {
    'share of draws on the top 1 % of campaigns': topShare(byCampaign),
    'Gini of draws by campaign': gini(byCampaign),
    'members who drew the campaign seen by most': biggest.size,
    'share of rewards of the top 1 % of equal members': topShare(equals),
    'Gini of rewards of equal members': gini(equals),
    'reward an order: skippers to takers': mean('skipper') / mean('taker'),
    'reward an order: choosers to takers': mean('chooser') / mean('taker'),
  }
}

function topShare(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => b - a)
  const sum = (of: readonly number[]) => of.reduce((total, value) => total + value, 0)
  return sum(sorted.slice(0, Math.max(1, Math.round(values.length / 100)))) / sum(sorted)
}

/** Gini coefficient. 0: all have the same; 1: one has everything. */
function gini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const total = sorted.reduce((sum, value) => sum + value, 0)
  const ranked = sorted.reduce((sum, value, i) => sum + (i + 1) * value, 0)
  return (2 * ranked) / (sorted.length * total) - (sorted.length + 1) / sorted.length
}

/** The figures of the real draw beside those of fair ones; `fair`: none deviates more than chance explains. */
export function compared(
  real: Figures,
  fair: readonly Figures[],
): { lines: Record<string, string>[]; isFair: boolean } {
  let isFair = true
  const lines = Object.entries(real).map(([figure, value]) => {
    const values = fair.map((figures) => figures[figure]!)
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length
    const sd = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1))
    const apart = (value - mean) / sd
    if (!((figure.startsWith(WAIT) ? apart : Math.abs(apart)) <= MAX_DEVIATION_SD)) isFair = false
    return {
      figure,
      real: value.toFixed(3),
      fair: `${mean.toFixed(3)} ± ${sd.toFixed(3)}`,
      apart: `${apart.toFixed(1)} sd`,
    }
  })
  return { lines, isFair }
}
