// Writes the report of a simulated day on one page, for a general audience: only measurements, in plain words.
import { writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMoney } from '@fairturn/contract/money'
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
const WORDS: Readonly<{ [code: string]: string }> = {
  bot: 'a known program',
  preview: 'a preview, not a visit',
  prefetch: 'fetched ahead, not opened',
  not_a_page_view: 'not a page that somebody opened',
  scanner: 'a program in disguise',
  too_fast: 'nobody reads that fast',
  token_invalid: 'not a page of ours',
  token_used: 'pressed before',
  own_visit: 'the carrier’s own device',
  own_network: 'the carrier’s own network',
  repeated: 'counted before, within a day',
  network_pace: 'too many from one network',
  not_continued: 'left without pressing Continue',
  link_not_active: 'the order was over',
  order_complete: 'the order had all its visits',
  too_late: 'came back after more than ten minutes',
  another_operator_must_approve: 'another operator must approve it',
  campaign_is_unknown: 'they have no such campaign',
  withdrawal_exceeds_the_available_balance: 'more than is there',
  order_cannot_be_claimed: 'not yet earned',
  token_is_invalid: 'not signed in by us',
  withdrawal_is_unknown: 'they have no such withdrawal',
  order_is_unknown: 'they have no such order',
}

const said = (code: string): string => WORDS[code] ?? `\`${code}\``
const whole = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u00A0')
const dollars = (minor: bigint): string => `$${formatMoney(minor).replace(/\B(?=(\d{3})+\.)/g, '\u00A0')}`

/** Writes it to `path`, or to a file named after the day; returns its path. */
export async function writeReport(
  day: Day,
  path = join(tmpdir(), `fairturn-day-${day.day}.md`),
): Promise<string> {
  await writeFile(path, reportOf(day))
  return path
}

function reportOf(day: Day): string {
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
  return `# A day

_Written by the program that lived it: \`DRILL_REPORT=docs/a-day.md npm run faults -- day --members ${day.members} --hours ${hours.length} --seconds ${day.part_seconds}\`. Every number was measured._

A whole day of Fairturn was lived in ${whole(Math.ceil(day.took_ms / 60_000))} minutes, by moving the clocks of its programs through ${hours.length} parts of a day: two
programs for the app, two for the tracked links, two for the work behind, and a database whose every write is also kept by a second
one. Afterwards everything that had been promised to anybody was compared with a record kept outside of the database.

## What happened

| | |
| --- | --- |
| members | ${whole(day.members)}, who placed campaigns, carried orders, paid money in and took it out, bought levels and gave them back |
| answers that were promised and checked | ${whole(day.record.acknowledged.length)} |
| campaigns paid / approved / rejected / cancelled | ${whole(count('campaign paid'))} / ${whole(count('campaign approved'))} / ${whole(count('campaign rejected'))} / ${whole(count('campaign cancelled'))} |
| orders taken / started / given back | ${whole(count('order taken'))} / ${whole(count('order started'))} / ${whole(count('order given back'))} |
| visits that counted / did not | ${whole(books.visits.verified)} / ${whole(all)} |
| rewards claimed | ${whole(count('award claimed'))}, ${dollars(sum('award claimed'))} |
| money that arrived by the bank’s files | ${whole(count('deposit imported'))} deposits, ${dollars(sum('deposit imported'))} |
| money that left by payment files | ${whole(count('withdrawal sent'))} withdrawals, ${dollars(-sum('withdrawal sent'))}; ${whole(count('withdrawal returned'))} came back from the bank |
| withdrawals asked for / approved / by two people / refused / cancelled | ${whole(count('withdrawal requested'))} / ${whole(approved)} / ${whole(count('withdrawal approved by two'))} / ${whole(count('withdrawal refused'))} / ${whole(count('withdrawal cancelled'))} |
| money moved by hand, by two people each time | ${whole(count('adjustment by two'))} |

## Hour by hour

| from | done | orders taken | rewards claimed | deposits arrived | withdrawals sent |
| ---- | ---- | ------------ | --------------- | ---------------- | ---------------- |
${hours
  .map(({ hour, operations, done }) => {
    const of = (operation: string) => whole(done.get(operation) ?? 0)
    return `| ${String(hour).padStart(2, '0')}:00 | ${whole(operations)} | ${of('order taken')} | ${of('award claimed')} | ${of('deposit imported')} | ${of('withdrawal sent')} |`
  })
  .join('\n')}

## Noon: the database was lost

At noon the first database was killed for good, with everybody at work. The second one took over: after **${seconds(failover_ms)}** every program wrote
again. Over the day ${whole(day.unknown)} requests had no answer at first; each was asked again and settled. Nothing that had been promised was lost, nothing was done twice.
Then the survivor got a second database of its own.

## Evening: every program was replaced

All ${upgrade.processes} programs were replaced one by one, in ${seconds(upgrade.took_ms)}, while members went on: ${whole(upgrade.answered)} requests were answered, **${whole(upgrade.refused)}** refused. ${upgradeOf(day)}

## Cheats

${whole(tried)} times somebody cheated, in ${whole(day.cheats.length)} ways, on the link of one order and against other people’s things. Nothing was done that must not be, and no visit was
counted beyond what the [rules](rules.md) allow a household or a network (the column “counted”).

| what was tried | times | counted | refused, because |
| -------------- | ----- | ------- | ---------------- |
${day.cheats.map(rowOf).join('\n')}

Of all visits of the day, honest or not, these did not count: ${[...books.visits.refused].map(([code, n]) => `${said(code)} (${whole(n)})`).join(', ')}.

## The ledger and the proofs, after midnight

- ${INVARIANTS.length} invariants of the money hold, and a plain ledger kept from the outside record alone comes to the same balances, to the cent.
- The control: ${SEEDED} errors were put into a copy of these books, one after the other; ${whole(SEEDED - day.unseen.length)} were found.
- The product’s own check says: “${books.ledger_check}”
- Proof of liabilities no. ${books.proof_number}, published after midnight, owes ${dollars(books.total_minor)} in all. Each of the ${whole(books.members)} members’ own proofs was verified by
  the [independent program](proof.md), with the amounts the member knows; all members together make the published totals. A proof changed by one cent was refused.
- ${whole(books.figures)} public figures of the day are those of the record.
- The bills of ${whole(books.recounted.campaigns)} campaigns were recounted from their exports, ${whole(books.recounted.visits)} visits: they agree.

## What this day was not

One machine with ${availableParallelism()} processors, everything on it. The database keeps the machine’s clock, as do the seconds within each part. Members are
programs, their number is small; they were registered before the day, sign in by password only, and use no browser. The bank’s statements come
many times a day, dated on days of their own. No card payments, mails or photos. Other drills break other things: \`faults/README.md\`.
`
}

const upgradeOf = (_day: Day): string =>
  'They were replaced by the same version of the code; the step between two versions is a drill of its own.'

const rowOf = ({ what, tried, counted, refused }: CheatRow): string =>
  `| ${what} | ${whole(tried)} | ${whole(counted)} | ${[...refused].map(([code, n]) => (refused.size > 1 ? `${said(code)} (${whole(n)})` : said(code))).join(', ')} |`
