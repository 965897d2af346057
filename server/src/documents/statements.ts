import type { EntryType } from '@fairturn/contract/accounting'
import type { COUNTERPARTIES, StatementLine } from '@fairturn/contract/documents'
// The account statement: every posting of a member's accounts, with its purpose; an unknown purpose is still shown
// (statements.test.ts).
import { UUID } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { formatMoney } from '@fairturn/contract/minor-units'
import { selectDepositReferences } from '../deposits/deposits.ts'
import {
  accountOf,
  postingsOf,
  type StatementLine as LedgerLine,
  type StatementPage,
} from '../ledger/ledger.ts'
import type { Queryable } from '../platform/database/database.ts'
import { decodeCursor, EXPORT_PAGE_SIZE, everyPage, type Page, pageBy } from '../platform/http/cursor.ts'
import { refuse } from '../platform/http/refusal.ts'
import { levelNameText } from '../platform/texts/notices.ts'
import { selectReversedCredits, selectWithdrawalReferences } from '../withdrawals/withdrawals.ts'
import type { DocumentsHooks, NamesOf } from './documents.hooks.ts'

type Counterparty = (typeof COUNTERPARTIES)[number]
type SubjectKind = StatementLine['refers_to']['kind']

/** What an entry refers to, and its counterparty. */
const ENTRIES: Readonly<Record<EntryType, readonly [SubjectKind, Counterparty]>> = {
  deposit_credited: ['deposit', 'bank'],
  opening_balance: ['entry', 'bank'], // this and the next nine are on no member's statement
  bank_fee_booked: ['entry', 'bank'],
  bank_fee_reversed: ['entry', 'bank'],
  interest_booked: ['entry', 'bank'],
  vat_paid: ['entry', 'bank'],
  vat_paid_reversed: ['entry', 'bank'],
  vat_advanced: ['entry', 'platform'],
  vat_set_off: ['entry', 'platform'],
  exchange_difference_booked: ['entry', 'bank'],
  exchange_difference_reversed: ['entry', 'bank'],
  credit_reversed: ['entry', 'bank'],
  unmatched_payment_kept: ['entry', 'bank'], // this and the next two are on no member's statement
  unmatched_payment_refunded: ['entry', 'bank'],
  unmatched_payment_returned: ['entry', 'bank'],
  campaign_paid: ['campaign', 'campaign'],
  award_claimed: ['order', 'campaign'],
  objection_upheld: ['order', 'campaign'],
  campaign_ended: ['campaign', 'campaign'],
  level_bought: ['level', 'level_fee'],
  level_restored: ['level', 'level_fee'],
  level_recognised: ['level', 'level_fee'],
  level_refunded: ['level', 'level_fee'],
  withdrawal_requested: ['withdrawal', 'own'],
  withdrawal_sent: ['withdrawal', 'bank'],
  withdrawal_returned: ['withdrawal', 'own'], // unless it had been sent
  adjustment: ['entry', 'platform'],
  reversal: ['entry', 'platform'],
}

/** What an adjustment may be about, such as a refund of a campaign; anything else that staff wrote names itself. */
const OF_ADJUSTMENTS = ['campaign', 'level', 'order'] as const satisfies SubjectKind[]

/** Versions up to which each of the two accounts has been read. */
const CURSOR = /^\d{1,18}_\d{1,18}$/

/** As a query names it. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const periodOf = ({ from, to }: Period) => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
})

/** A page of the postings of both of a member's accounts, newest first (keyset pagination). Refuses `cursor_is_invalid`. */
export async function statementOf(
  on: Queryable,
  hooks: DocumentsHooks,
  params: Omit<StatementPage, 'before'> & {
    readonly member_id: string
    readonly locale: Locale
    readonly cursor?: string | undefined
  },
): Promise<Page<StatementLine>> {
  const { member_id, locale, limit, cursor: after } = params
  const held = accountOf('member_held', member_id)
  const lines = await ledgerLines(on, [accountOf('member_available', member_id), held], {
    ...params,
    before: after === undefined ? undefined : decodeCursor(after, CURSOR),
    limit: limit + 1,
  })
  const { list: page, cursor } = pageBy(lines, limit, (last) => last.cursor)
  const [names, cameBack, reversed] = await Promise.all([
    namesOf(on, hooks, page),
    sentOf(on, page),
    reversedOf(on, page, member_id),
  ])
  return {
    list: page.map((line) => {
      const part = line.account_id === held ? 'held' : 'available'
      const [ofType, counterparty] = ENTRIES[line.type]
      const credit = line.type === 'credit_reversed' ? reversed.get(line.refers_to) : undefined
      const about =
        line.type === 'adjustment'
          ? OF_ADJUSTMENTS.find((each) => names.has(`${each} ${line.refers_to}`))
          : undefined
      const kind = credit?.kind ?? about ?? ofType
      const name = credit?.reference ?? names.get(`${kind} ${line.refers_to}`) ?? null
      return {
        _id: `${line.entry_id}:${part}`,
        at: line.event_at.toISOString(),
        type: line.type,
        part,
        amount: formatMoney(line.amount_minor),
        balance_after: formatMoney(line.balance_after),
        counterparty:
          cameBack.has(line.refers_to) && line.type === 'withdrawal_returned' ? 'bank' : counterparty,
        refers_to: {
          kind,
          _id: credit?.id ?? line.refers_to,
          name: kind === 'level' && name !== null ? levelNameText(name, locale) : name,
        },
        note: ofType === 'entry' ? line.note : '',
      }
    }),
    cursor,
  }
}

/** All of them, newest first. */
export const statementPages = (
  on: Queryable,
  hooks: DocumentsHooks,
  params: Omit<Parameters<typeof statementOf>[2], 'cursor' | 'limit'>,
): AsyncGenerator<StatementLine[]> =>
  everyPage((cursor) => statementOf(on, hooks, { ...params, cursor, limit: EXPORT_PAGE_SIZE }))

async function ledgerLines(on: Queryable, accounts: string[], page: StatementPage): Promise<LedgerLine[]> {
  try {
    return await postingsOf(on, accounts, page)
  } catch (error) {
    throw error instanceof RangeError ? refuse('cursor_is_invalid') : error
  }
}

/** By `kind id`. */
async function namesOf(
  on: Queryable,
  hooks: DocumentsHooks,
  lines: readonly LedgerLine[],
): Promise<Map<string, string>> {
  const lookups: Partial<Record<SubjectKind, NamesOf>> = {
    ...hooks,
    deposit: async (on, ids) => references(await selectDepositReferences.all(on, { ids })),
    withdrawal: async (on, ids) => references(await selectWithdrawalReferences.all(on, { ids })),
  }
  const found = await Promise.all(
    Object.entries(lookups).map(async ([kind, lookup]) => {
      const ofKind = (line: LedgerLine) =>
        line.type === 'adjustment'
          ? OF_ADJUSTMENTS.some((each) => each === kind)
          : ENTRIES[line.type][0] === kind
      const ids = idsOf(lines, ofKind)
      const names = ids.length === 0 ? [] : [...(await lookup(on, ids))]
      return names.map(([id, name]) => [`${kind} ${id}`, name] as const)
    }),
  )
  return new Map(found.flat())
}

const references = (rows: readonly { id: string; reference: string }[]) =>
  new Map(rows.map(({ id, reference }) => [id, reference]))

/** The withdrawals of returned money that had left the bank. */
async function sentOf(on: Queryable, lines: readonly LedgerLine[]): Promise<Set<string>> {
  const ids = idsOf(lines, (line) => line.type === 'withdrawal_returned')
  const rows = ids.length === 0 ? [] : await selectWithdrawalReferences.all(on, { ids })
  return new Set(rows.filter((row) => row.was_sent).map((row) => row.id))
}

/** The deposits that were taken back, and the payouts that had not come back after all, by what their entries refer to. */
async function reversedOf(on: Queryable, lines: readonly LedgerLine[], member_id: string) {
  const ids = idsOf(lines, (line) => line.type === 'credit_reversed')
  const rows = ids.length === 0 ? [] : await selectReversedCredits.all(on, { ids, member_id })
  return new Map(rows.map(({ refers_to, ...credit }) => [refers_to, credit]))
}

const idsOf = (lines: readonly LedgerLine[], matches: (line: LedgerLine) => boolean): string[] => [
  ...new Set(
    lines
      .filter(matches)
      .map((line) => line.refers_to)
      .filter((id) => UUID.test(id)),
  ),
]
