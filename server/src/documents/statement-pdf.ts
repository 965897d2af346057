import type { StatementLine } from '@fairturn/contract/documents'
// The statement as a document: one line an event, as on the screen. Its totals are computed from the postings behind
// the lines and equal the ledger's (pdf.test.ts).
import type { Locale } from '@fairturn/contract/locales'
import { parseMoney } from '@fairturn/contract/minor-units'
import { eventsOf } from '@fairturn/contract/statement-events'
import { accountOf, balancesBefore, entryHash } from '../ledger/ledger.ts'
import { getMember } from '../members/members.ts'
import type { Queryable } from '../platform/database/database.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { DocumentsHooks } from './documents.hooks.ts'
import { type Letter, letterTo, type Reader } from './pdf-letter.ts'
import type { ListRow, Sheet } from './pdf-sheet.ts'
import { statementPages } from './statements.ts'

const MAX_PERIOD_MONTHS = 24
/** A day on which clocks change makes a month an hour longer. */
const TOLERANCE_MS = 24 * 3_600_000
const MAX_LINES = 5_000

interface Period {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Refuses `statement_period_is_too_long`: more than 24 months, or than 5 000 lines. */
export async function statementSheet(
  on: Queryable,
  hooks: DocumentsHooks,
  reader: Reader,
  params: Period,
): Promise<Sheet> {
  const { member_id, locale } = reader
  const { created_at } = await getMember(on, member_id)
  const { from, to } = wholePeriod(params, created_at, reader.now)
  const lines = await linesOf(on, hooks, { member_id, locale, from, to })
  const [letter, opening, hash] = await Promise.all([
    letterTo(on, reader),
    balancesBefore(on, [accountOf('member_available', member_id), accountOf('member_held', member_id)], from),
    lines.length === 0 ? null : entryHash(on, lines.at(-1)!._id.split(':')[0]!),
  ])
  const { words } = letter
  const last_day = new Date(Math.max(to.getTime() - 1, from.getTime()))
  const sheet = letter.sheet('statement', [
    { label: words.labels.period, text: `${letter.day(from)} – ${letter.day(last_day)}` },
  ])
  const moved = lines.some((line) => line.counterparty === 'own')
  return {
    ...sheet,
    summary: summaryOf(letter, opening as [bigint, bigint], lines),
    list: { ...words.list, rows: eventsOf(lines).map((line) => rowOf(letter, line)) },
    notes: [
      ...(moved ? [words.notes.own_money] : []),
      ...(hash === null ? [] : [`${words.notes.check}${hash}`]),
    ],
  }
}

function wholePeriod(params: Period, joined: Date, now: Date): { from: Date; to: Date } {
  const end = new Date(now.getTime() + 1) // what happens at this instant is in it
  const to = params.to === undefined || params.to > end ? end : params.to
  const earliest = new Date(to)
  earliest.setUTCMonth(earliest.getUTCMonth() - MAX_PERIOD_MONTHS)
  const begin = params.from ?? earliest
  // Before somebody joined there is nothing to show.
  const from = begin < joined ? joined : begin
  if (from.getTime() < earliest.getTime() - TOLERANCE_MS) throw refuse('statement_period_is_too_long')
  return { from, to }
}

/** Oldest first. */
async function linesOf(
  on: Queryable,
  hooks: DocumentsHooks,
  params: { member_id: string; locale: Locale; from: Date; to: Date },
): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const page of statementPages(on, hooks, params)) {
    lines.push(...page)
    if (lines.length > MAX_LINES) throw refuse('statement_period_is_too_long')
  }
  return lines.toReversed()
}

/** By part, and together: transfers between the parts are neither in nor out. */
function summaryOf(letter: Letter, opening: readonly [bigint, bigint], lines: readonly StatementLine[]) {
  const { words, money, change } = letter
  const crossed = (line: StatementLine) => line.counterparty !== 'own'
  const columns = [
    { start: opening[0], moved: sumsOf(lines.filter((line) => line.part === 'available')) },
    { start: opening[1], moved: sumsOf(lines.filter((line) => line.part === 'held')) },
    { start: opening[0] + opening[1], moved: sumsOf(lines.filter(crossed)) },
  ]
  const { summary } = words
  return {
    columns: [summary.available, summary.held, summary.together],
    rows: [
      { label: summary.opening, strong: false, figures: columns.map(({ start }) => money(start)) },
      { label: summary.money_in, strong: false, figures: columns.map(({ moved }) => change(moved.moneyIn)) },
      {
        label: summary.money_out,
        strong: false,
        figures: columns.map(({ moved }) => change(-moved.moneyOut)),
      },
      {
        label: summary.closing,
        strong: true,
        figures: columns.map(({ start, moved }) => money(start + moved.moneyIn - moved.moneyOut)),
      },
    ],
  }
}

function sumsOf(lines: readonly StatementLine[]): { moneyIn: bigint; moneyOut: bigint } {
  const sums = { moneyIn: 0n, moneyOut: 0n }
  for (const { amount } of lines) {
    const amount_minor = parseMoney(amount)
    if (amount_minor > 0n) sums.moneyIn += amount_minor
    else sums.moneyOut -= amount_minor
  }
  return sums
}

function rowOf({ words, money, change, day }: Letter, line: StatementLine): ListRow {
  const amount_minor = parseMoney(line.amount)
  const { name, kind, _id } = line.refers_to
  // Money that left the held part: what is available is the same before and after.
  const isHeld = line.part === 'held'
  const details = [
    isHeld ? words.parts.held : '',
    words.counterparties[line.counterparty][amount_minor < 0n ? 1 : 0],
    name ?? (kind === 'entry' ? _id : ''),
    line.note,
  ]
  return {
    date: day(new Date(line.at)),
    title: words.lines[line.type] ?? line.type.replaceAll('_', ' '),
    detail: details.filter(Boolean).join(' · '),
    amount: isHeld ? money(amount_minor < 0n ? -amount_minor : amount_minor) : change(amount_minor),
    balance: isHeld ? '' : money(parseMoney(line.balance_after)),
  }
}
