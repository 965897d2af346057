import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMoney } from '@fairturn/contract/minor-units'
// Writes the report of a simulated day on one page, for a general audience: only measurements, in plain words.
import { RULES_VERSION } from '../server/src/tracking/tracking.ts'
import type { CheatRow } from './cheats.ts'
import type { DayBooks } from './day-checks.ts'
import { INVARIANTS } from './invariants.ts'
import type { Record } from './records.ts'
import { SEEDED } from './seeded.ts'
import type { Outcome } from './trial.ts'
import { seconds } from './verdict.ts'

export interface Hour {
  readonly hour: number
  readonly operations: number
  /** By operation, as acknowledged. */
  readonly done: ReadonlyMap<string, number>
}

export interface Upgrade {
  readonly processes: number
  readonly answered: number
  readonly refused: number
  readonly took_ms: number
}

export interface Day extends Outcome {
  readonly members: number
  /** The simulated day, `2026-11-24`. */
  readonly day: string
  readonly part_seconds: number
  /** By the machine's clock, from the first process to the last check. */
  readonly took_ms: number
  readonly hours: readonly Hour[]
  readonly failover_ms: number
  readonly upgrade: Upgrade
  readonly cheats: readonly CheatRow[]
  readonly books: DayBooks
  readonly record: Record
  /** Seeded bugs of the control that were not detected. */
  readonly unseen: readonly string[]
}

/** Plain texts for codes of refusals. */
const REFUSAL_TEXTS: Readonly<{ [code: string]: string }> = {
  bot: 'a known bot',
  preview: 'a link preview, not a visit',
  prefetch: 'prefetched, not opened',
  not_a_page_view: 'not opened as a page',
  scanner: 'a bot posing as a browser',
  too_fast: 'faster than anybody reads',
  token_invalid: 'not a token issued by us',
  token_used: 'token already used',
  own_visit: 'the carrier’s own device',
  own_network: 'the carrier’s own network',
  repeated: 'already counted within a day',
  address_pace: 'too many visits from one address',
  network_pace: 'too many visits from one network',
  not_continued: 'did not press Continue',
  link_not_active: 'the order was over',
  order_complete: 'the order was already complete',
  too_late: 'pressed Continue after more than ten minutes',
  another_operator_must_approve: 'must be approved by another operator',
  campaign_is_unknown: 'not their campaign',
  withdrawal_exceeds_the_available_balance: 'more than the available balance',
  order_cannot_be_claimed: 'the order is not complete yet',
  token_is_invalid: 'not a session issued by us',
  withdrawal_is_unknown: 'not their withdrawal',
  order_is_unknown: 'not their order',
}

const AFTER =
  'After: what was under way at midnight was finished, and the bank’s last statements and payment files were booked, before anything was checked.'
const NOT_SUMS =
  'Not every row adds up: those approved by two people are among the approved; a campaign can be cancelled before and after it is approved, an approved withdrawal can still be refused, and some were still waiting at the end.'

const refusalText = (code: string): string => REFUSAL_TEXTS[code] ?? `\`${code}\``
const whole = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
const dollars = (minor: bigint): string => `$${formatMoney(minor).replace(/\B(?=(\d{3})+\.)/g, '\u00A0')}`

/** Writes it to `path`, or to a file named after the day; returns its path. */
export async function writeReport(
  day: Day,
  path = join(tmpdir(), `fairturn-day-${day.day}.md`),
): Promise<string> {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const commit = stdout.trim() === '' ? 'a tree without git' : `commit ${stdout.trim()}`
  await writeFile(path, reportOf(day, `${new Date().toISOString().slice(0, 10)}, ${commit}`))
  return path
}

/** The columns of the table by the hour, each an operation; the first is all of them. */
const HOURLY = [undefined, 'order taken', 'award claimed', 'deposit imported', 'withdrawal sent'] as const

/** One row for each part of the day, one for what came after the last, and their sums. */
export function hourlyRows({ hours, record }: Pick<Day, 'hours' | 'record'>): [from: string, ...number[]][] {
  const rows = hours.map(({ hour, operations, done }): [string, ...number[]] => [
    `${String(hour).padStart(2, '0')}:00`,
    ...HOURLY.map((operation) => (operation === undefined ? operations : (done.get(operation) ?? 0))),
  ])
  const sums = HOURLY.map((wanted) =>
    wanted === undefined
      ? record.acknowledged.length
      : record.acknowledged.filter(({ operation }) => operation === wanted).length,
  )
  const after = sums.map(
    (sum, column) => sum - rows.reduce((total, row) => total + Number(row[column + 1]), 0),
  )
  return [...rows, ['after', ...after], ['**all**', ...sums]]
}

function reportOf(day: Day, source: string): string {
  const { books, failover_ms, upgrade, hours } = day
  const count = (...operations: string[]) =>
    day.record.acknowledged.filter(({ operation }) => operations.includes(operation)).length
  const sum = (operation: string) =>
    day.record.acknowledged
      .filter((done) => done.operation === operation)
      .reduce((total, { effects }) => total + (effects[0]?.amount_minor ?? 0n), 0n)
  const tried = day.cheats.reduce((total, row) => total + row.tried, 0)
  const all = [...books.visits.refused.values()].reduce((total, n) => total + n, 0)
  const approved = count('withdrawal approved', 'withdrawal approved by two')
  return `# A simulated day

_Generated by the drill that simulated the day: \`DRILL_REPORT=docs/a-day.md npm run faults -- day --members ${day.members} --hours ${hours.length} --seconds ${day.part_seconds}\` (${source}). All numbers are measurements of that run._

A whole day of Fairturn was simulated in ${whole(Math.ceil(day.took_ms / 60_000))} minutes by advancing the clocks of its processes through ${hours.length} parts of a day. There
were two processes for the app, two for tracked links, two for background jobs, and a database with a second one that receives a copy
of every change. Afterwards every confirmed action was compared with a record kept outside the database.

## What happened

| | |
| --- | --- |
| members | ${whole(day.members)}, who placed campaigns, carried orders, deposited and withdrew money, bought levels and returned them |
| confirmed actions, all checked afterwards | ${whole(day.record.acknowledged.length)} |
| campaigns paid / approved / rejected / cancelled | ${whole(count('campaign paid'))} / ${whole(count('campaign approved'))} / ${whole(count('campaign rejected'))} / ${whole(count('campaign cancelled'))} |
| orders taken / started / returned | ${whole(count('order taken'))} / ${whole(count('order started'))} / ${whole(count('order given back'))} |
| visits counted / not counted | ${whole(books.visits.verified)} / ${whole(all)} |
| rewards claimed | ${whole(count('award claimed'))}, ${dollars(sum('award claimed'))} |
| deposits received in bank files | ${whole(count('deposit imported'))} deposits, ${dollars(sum('deposit imported'))} |
| withdrawals sent in payment files | ${whole(count('withdrawal sent'))} withdrawals, ${dollars(-sum('withdrawal sent'))}; ${whole(count('withdrawal returned'))} were returned by the bank |
| withdrawals requested / approved / approved by two people / refused / cancelled | ${whole(count('withdrawal requested'))} / ${whole(approved)} / ${whole(count('withdrawal approved by two'))} / ${whole(count('withdrawal refused'))} / ${whole(count('withdrawal cancelled'))} |
| manual adjustments, each by two people | ${whole(count('adjustment by two'))} |

${NOT_SUMS}

## Hour by hour

| from | actions | orders taken | rewards claimed | deposits arrived | withdrawals sent |
| ---- | ---- | ------------ | --------------- | ---------------- | ---------------- |
${hourlyRows(day)
  .map(([from, ...numbers]) => `| ${from} | ${numbers.map(whole).join(' | ')} |`)
  .join('\n')}

${AFTER}

## Noon: the database fails

At noon the first database was killed for good while everybody was using the system. The second one took over: after **${seconds(failover_ms)}** every process could
write again. During the day ${whole(day.unknown)} requests were left without a response; each was repeated and its outcome established. No confirmed
action was lost, and none took effect twice. Then a new second database was set up.

## Evening: every process is replaced

All ${upgrade.processes} processes were replaced one by one, in ${seconds(upgrade.took_ms)}, while members kept using the system: ${whole(upgrade.answered)} requests were answered, **${whole(upgrade.refused)}** refused. ${upgradeOf(day)}

## Fraud attempts

Somebody tried to cheat ${whole(tried)} times in ${whole(day.cheats.length)} ways, on the link of one order and on other people’s accounts. No forbidden action succeeded, and no more
visits were counted than version ${RULES_VERSION} of the [rules](rules.md) allows for a household or a network (column “counted”).

| attempt | times | counted | reason for the refusal |
| -------------- | ----- | ------- | ---------------- |
${day.cheats.map(rowOf).join('\n')}

Of all visits of the day, honest or not, these were not counted: ${[...books.visits.refused].map(([code, n]) => `${refusalText(code)} (${whole(n)})`).join(', ')}.

## Ledger and proofs after midnight

- ${INVARIANTS.length} rules that the money must always obey (invariants) hold, and a simple ledger built only from the outside record has the same balances, to
  the cent.
- Control: ${SEEDED} errors were inserted into a copy of the ledger, one at a time; ${whole(SEEDED - day.unseen.length)} were detected.
- The result of the product’s own check: “${books.ledger_check}”
- Proof of liabilities no. ${books.proof_number}, published after midnight, has a total of ${dollars(books.total_minor)}. The proof of each of the ${whole(books.members)} members was verified by an
  [independent program](proof.md) with the amounts the member knows; together they add up to the published totals. A proof changed by one cent was rejected.
- ${whole(books.figures)} public figures of the day equal those of the record.
- The bills of ${whole(books.recounted.campaigns)} campaigns, with ${whole(books.recounted.visits)} visits, were recounted from their exports and are correct.

## Limits of this simulation

Everything ran on one machine with ${availableParallelism()} processors. The database uses the machine’s real clock, and within each part of the day time passes at its
real speed. Members are programs, and there are few of them; they were registered before the day, sign in by password only, and use no
browser. Bank statements arrive many times a day, with dates of different days. There were no card payments, mails or photos. Other drills
test other failures: \`faults/README.md\`.
`
}

const upgradeOf = (_day: Day): string =>
  'The new processes ran the same version of the code; an upgrade between two versions is a separate drill.'

const rowOf = ({ what, tried, counted, refused }: CheatRow): string =>
  `| ${what} | ${whole(tried)} | ${whole(counted)} | ${[...refused].map(([code, n]) => (refused.size > 1 ? `${refusalText(code)} (${whole(n)})` : refusalText(code))).join(', ')} |`
