// What the rules cost honest people and leave to cheats: simulated weeks (fraud-people.ts, fraud-cheats.ts) judged by the
// product's own rules, version 4 beside the current one. Fails when honest people lose more, or one address gets more, than
// docs/rules.md states. Run: node bench/fraud-limits.ts [seeds] (7; about two minutes, without a database).
import { RULES_VERSION } from '../server/src/tracking/rules.ts'
import { seedRandom } from '../testing/random.ts'
import { type Cheat, cheats, cheatsWeek, costOf } from './fraud-cheats.ts'
import {
  communities,
  honestWeek,
  type SharedAddresses,
  type SimulatedWeek,
  tightNat,
  wideNat,
} from './fraud-people.ts'
import { judgeWeek, type SimulatedJudgement } from './fraud-simulation.ts'

const BEFORE = 4
const PRICES_MINOR = [5, 20] as const
/** Percent of honest visits that the rules may refuse, on average of the seeds and for each seed. */
const MAX_REFUSED_ON_AVERAGE = 4.6
const MAX_REFUSED = 5
/** Percent of honest orders about which a person is asked, on average of the seeds. */
const MAX_ASKED_ON_AVERAGE = 6
/** Percent of what version 4 left to one address, in orders of ten. */
const MAX_ONE_ADDRESS = 20
/** Not refusals of the rules: nobody continued in time, or nothing was left to earn. */
const NOT_REFUSED = new Set(['not_continued', 'too_fast', 'too_late', 'link_not_active'])
const NOTHING_LEFT = new Set(['order_complete', 'campaign_pace'])

type Row = Record<string, string | number>

/** In percent. */
interface HonestFigures {
  readonly visits: number
  readonly refused: number
  readonly repeated: number
  readonly by_address: number
  readonly by_network: number
  readonly by_carrier: number
  readonly filled: number
  readonly reviewed: number
  /** Of these a person is asked about; the others wait with another order. */
  readonly asked: number
  readonly reasons: string
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length
const percent = (value: number): string => value.toFixed(1)
const money = (minor: number): string => (minor / 100).toFixed(2)

/** What occurs most often, most frequent first, with the percentage of `among`. */
function mostFrequent(values: readonly string[], among: number, shown: number): string {
  return [...Map.groupBy(values, (value) => value)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, shown)
    .map(([value, { length }]) => `\`${value}\` ${percent((100 * length) / among)}`)
    .join(', ')
}

/** Counts people, once for each campaign: whoever was verified or refused, by the best verdict. */
function honestFigures(week: SimulatedWeek, { verdicts, results }: SimulatedJudgement): HonestFigures {
  const people = new Map<string, string>()
  for (const [i, { order, person }] of week.visits.entries()) {
    const verdict = verdicts[i]!
    const key = `${week.orders[order]!.campaign} ${person}`
    if (!NOT_REFUSED.has(verdict) && (!people.has(key) || verdict === 'verified')) people.set(key, verdict)
  }
  const counted = [...people.values()].filter((verdict) => !NOTHING_LEFT.has(verdict))
  const share = (...names: string[]) =>
    (100 * counted.filter((verdict) => names.includes(verdict)).length) / counted.length
  const earning = results.filter(({ verified }) => verified > 0)
  const reviewed = earning.filter(({ status }) => status !== 'none')
  const asked = reviewed.filter(({ status }) => status === 'asked')
  return {
    visits: counted.length,
    refused: 100 - share('verified'),
    repeated: share('repeated'),
    by_address: share('address_pace'),
    by_network: share('network_pace'),
    by_carrier: share('carrier_pace'),
    filled: 100 * mean(results.map(({ verified }, i) => verified / week.orders[i]!.target)),
    reviewed: (100 * reviewed.length) / earning.length,
    asked: (100 * asked.length) / earning.length,
    reasons: mostFrequent(
      asked.map(({ reason }) => reason!),
      earning.length,
      4,
    ),
  }
}

function judgeHonest(seed: number, rules: number, week: () => SimulatedWeek): HonestFigures {
  seedRandom(seed)
  const people = week()
  return honestFigures(people, judgeWeek(people, { rules, decision: 'paid' }))
}

interface HonestResult {
  readonly nat: string
  readonly seed: number
  readonly before: HonestFigures
  readonly after: HonestFigures
}

function measureHonest(nat: string, of: SharedAddresses, seed: number, carriers: number): HonestResult {
  const week = () => honestWeek(of, { carriers, days: 7 })
  return {
    nat,
    seed,
    before: judgeHonest(seed, BEFORE, week),
    after: judgeHonest(seed, RULES_VERSION, week),
  }
}

interface CheatResult {
  readonly cheat: Cheat
  readonly seed: number
  /** Most visits that could be verified, and those that were. */
  readonly possible: number
  readonly before: number
  readonly after: number
  readonly judgement: SimulatedJudgement
}

function judgeCheat(cheat: Cheat, seed: number, rules: number, options: Parameters<typeof cheatsWeek>[1]) {
  seedRandom(seed)
  const week = cheatsWeek(cheat, options)
  const judgement = judgeWeek(week, { rules, decision: 'refused' })
  const possible = sum(week.orders.map(({ target }) => target))
  return { possible, judgement, verified: sum(judgement.results.map(({ verified }) => verified)) }
}

function measureCheat(cheat: Cheat, seed: number, orders: 'of ten' | 'demo'): CheatResult {
  const options = { price_minor: 20, linked: true, orders }
  const before = judgeCheat(cheat, seed, BEFORE, options).verified
  const { possible, verified: after, judgement } = judgeCheat(cheat, seed, RULES_VERSION, options)
  return { cheat, seed, possible, before, after, judgement }
}

/** Paid although a person refuses every order that they are asked about, in minor units. */
function paidUnseen(cheat: Cheat, seed: number, price_minor: number, linked: boolean): number {
  const options = { price_minor, linked, orders: 'of ten' as const }
  const { results } = judgeCheat(cheat, seed, RULES_VERSION, options).judgement
  return sum(results.map(({ status, award_minor }) => (status === 'none' ? award_minor : 0)))
}

export interface Measurement {
  readonly honest: readonly HonestResult[]
  /** Orders of ten visits, and as the demo draws them. */
  readonly cheats: readonly CheatResult[]
  readonly small_orders: readonly CheatResult[]
}

/** @param options `carriers`: number of honest ones in each week. */
export function measure(options: {
  seeds: readonly number[]
  carriers: number
  cheats: readonly Cheat[]
}): Measurement {
  const { seeds, carriers } = options
  const each = (orders: 'of ten' | 'demo') =>
    options.cheats.flatMap((cheat) => seeds.map((seed) => measureCheat(cheat, seed, orders)))
  return {
    honest: seeds.flatMap((seed) => [
      measureHonest('wide', wideNat, seed, carriers),
      measureHonest('tight', tightNat, seed, carriers),
    ]),
    cheats: each('of ten'),
    small_orders: each('demo'),
  }
}

/** The cheats with a single address. */
export const hasOneAddress = (cheat: Cheat): boolean =>
  new Set(Array.from({ length: 100 }, (_, visit) => cheat.source(visit).address)).size === 1

/** The limits that a measurement passes, one sentence each. */
export function violations({ honest, cheats }: Measurement): string[] {
  const found: string[] = []
  for (const [nat, results] of Map.groupBy(honest, ({ nat }) => nat)) {
    const refused = mean(results.map(({ after }) => after.refused))
    const asked = mean(results.map(({ after }) => after.asked))
    if (refused > MAX_REFUSED_ON_AVERAGE)
      found.push(`${nat} NAT: ${percent(refused)} % of honest visits are refused on average`)
    if (asked > MAX_ASKED_ON_AVERAGE)
      found.push(`${nat} NAT: a person is asked about ${percent(asked)} % of honest orders on average`)
    for (const { seed, after } of results) {
      if (after.refused > MAX_REFUSED)
        found.push(`${nat} NAT, seed ${seed}: ${percent(after.refused)} % of honest visits are refused`)
    }
  }
  const ofOneAddress = cheats.filter(({ cheat }) => hasOneAddress(cheat))
  for (const [name, results] of Map.groupBy(ofOneAddress, ({ cheat }) => cheat.name)) {
    // Staying within version 4's limits earned little before: what counts is the most that the same accounts and address got.
    for (const { seed, after, cheat } of results) {
      const before = ofOneAddress.filter((one) => one.seed === seed && one.cheat.accounts === cheat.accounts)
      const share = (100 * after) / Math.max(...before.map((one) => one.before))
      if (share > MAX_ONE_ADDRESS)
        found.push(`${name}, seed ${seed}: ${percent(share)} % of what version ${BEFORE} gave`)
    }
  }
  return found
}

function printTable(title: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0]!)
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n\n${line(names)}\n${line(names.map(() => '---'))}`)
  for (const row of rows) console.log(line(Object.values(row)))
}

function honestRow({ nat, seed, before, after }: HonestResult): Row {
  return {
    NAT: nat,
    seed,
    visits: after.visits,
    [`refused, version ${BEFORE}`]: percent(before.refused),
    'refused now': percent(after.refused),
    'of which `repeated`': percent(after.repeated),
    '`address_pace`': percent(after.by_address),
    '`network_pace`': percent(after.by_network),
    '`carrier_pace`': percent(after.by_carrier),
    'visits delivered, before': percent(before.filled),
    now: percent(after.filled),
    'orders reviewed': percent(after.reviewed),
    'a person is asked': percent(after.asked),
    'first reasons': after.reasons,
  }
}

function communityRow(
  kind: (typeof communities)[number],
  nat: SharedAddresses,
  seeds: readonly number[],
): Row {
  const week = () => honestWeek(nat, { carriers: 40, days: 7, only: kind })
  const figures = (rules: number) => seeds.map((seed) => judgeHonest(seed, rules, week))
  const [before, after] = [figures(BEFORE), figures(RULES_VERSION)]
  const of = (all: readonly HonestFigures[], name: Exclude<keyof HonestFigures, 'reasons'>) =>
    percent(mean(all.map((one) => one[name])))
  return {
    community: kind.name,
    [`refused, version ${BEFORE}`]: of(before, 'refused'),
    'refused now': of(after, 'refused'),
    'of which `repeated`': of(after, 'repeated'),
    '`address_pace`': of(after, 'by_address'),
    '`network_pace`': of(after, 'by_network'),
    '`carrier_pace`': of(after, 'by_carrier'),
    'visits delivered, before': of(before, 'filled'),
    now: of(after, 'filled'),
    'orders reviewed': of(after, 'reviewed'),
  }
}

const range = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return least === most ? String(least) : `${least}–${most}`
}

function cheatRow(cheat: Cheat, results: readonly CheatResult[], isOfTen: boolean): Row {
  const { before, judgement } = results[0]!
  const earning = judgement.results.filter(({ verified }) => verified > 0)
  const refused = judgement.verdicts.filter(
    (verdict) => verdict !== 'verified' && !NOTHING_LEFT.has(verdict) && !NOT_REFUSED.has(verdict),
  )
  const paid = (linked: boolean) =>
    PRICES_MINOR.map((price_minor) =>
      money(Math.max(...results.map(({ seed }) => paidUnseen(cheat, seed, price_minor, linked)))),
    ).join(' / ')
  return {
    cheat: cheat.name,
    possible: range(results.map((one) => one.possible)),
    [`verified, version ${BEFORE}`]: range(results.map((one) => one.before)),
    now: range(results.map((one) => one.after)),
    'of before': `${percent((100 * sum(results.map((one) => one.after))) / sum(results.map((one) => one.before)))} %`,
    ...(isOfTen && {
      'paid unseen at 0.05 / 0.20': paid(true),
      'unlinked accounts': cheat.accounts === 1 ? '' : paid(false),
      'paid if nobody looks': PRICES_MINOR.map((price) =>
        money(price * Math.max(...results.map((one) => one.after))),
      ).join(' / '),
      [`before`]: PRICES_MINOR.map((price) => money(price * before)).join(' / '),
      cost: money(costOf(cheat)),
    }),
    'refused as, percent of attempts': mostFrequent(refused, judgement.verdicts.length, 3),
    'orders reviewed, percent': mostFrequent(
      earning.flatMap(({ reasons, reason }) => [
        ...new Set([...reasons, ...(reason === null ? [] : [reason])]),
      ]),
      earning.length,
      4,
    ),
  }
}

/** Prints all tables and returns the limits that are passed. */
export function printLimits(seeds: readonly number[]): string[] {
  const measured = measure({ seeds, carriers: 160, cheats })
  printTable('Honest people, 160 carriers, in percent', measured.honest.map(honestRow))
  const all = Map.groupBy(measured.honest, ({ nat }) => nat)
  for (const [nat, results] of all) {
    const of = (name: 'refused' | 'reviewed' | 'asked') =>
      percent(mean(results.map(({ after }) => after[name])))
    console.log(
      `${nat} NAT, mean: refused ${of('refused')}, reviewed ${of('reviewed')}, asked ${of('asked')}`,
    )
  }
  for (const [nat, of] of [
    ['wide', wideNat],
    ['tight', tightNat],
  ] as const)
    printTable(
      `By community, ${nat} NAT, 40 carriers each, mean of the seeds`,
      communities.map((kind) => communityRow(kind, of, seeds)),
    )
  for (const [title, results] of [
    ['Cheats, a week, three orders of ten a day for each account', measured.cheats],
    ['Cheats, with orders as in the demo', measured.small_orders],
  ] as const) {
    const groups = [...Map.groupBy(results, ({ cheat }) => cheat)]
    printTable(
      title,
      groups.map(([cheat, ofCheat]) => cheatRow(cheat, ofCheat, results === measured.cheats)),
    )
  }
  const found = violations(measured)
  console.log(found.length === 0 ? '\nAll limits are met.' : `\nLimits passed:\n${found.join('\n')}`)
  return found
}

if (import.meta.main) {
  const seeds = Array.from({ length: Number(process.argv[2] ?? 7) }, (_, i) => i + 1)
  if (printLimits(seeds).length > 0) process.exitCode = 1
}
