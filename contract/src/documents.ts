// A member's account statement. Its files and those of receipts are in files.ts.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { money, period } from './fields.ts'
import { cursor } from './ids.ts'
import { balances } from './withdrawals.ts'

/** Counterparty of a statement line; `own` is the member's other account (available or held). */
export const COUNTERPARTIES = ['bank', 'own', 'campaign', 'level_fee', 'platform'] as const

export const statementLine = z.object({
  _id: z.string().describe('the id of the ledger entry, a colon, and the part'),
  at: z.iso.datetime(),
  type: z.string().describe('of the ledger entry, e.g. award_claimed'),
  part: z.enum(['available', 'held']).describe('which part of the balance it moved'),
  amount: money.describe('signed'),
  balance_after: money.describe('of that part'),
  counterparty: z.enum(COUNTERPARTIES).describe('whose money it was, or became'),
  refers_to: z.object({
    kind: z.enum(['deposit', 'withdrawal', 'order', 'campaign', 'level', 'entry']),
    _id: z.string(),
    name: z.string().nullable().describe('brand, level or reference'),
  }),
  note: z.string().describe('the reason of a correction; empty otherwise'),
})
export type StatementLine = z.infer<typeof statementLine>

const statementPeriod = z.object(period)
/** Query of `GET statements/export`, whose response is a file without the usual envelope. */
export const exportQuery = statementPeriod.extend({ format: z.enum(['csv']) })

export const documentCalls = {
  statements: endpoint('GET statements', {
    summary: 'All postings of the member’s balance, newest first',
    query: statementPeriod.extend({ cursor }),
    answer: balances.extend({ list: z.array(statementLine), cursor: z.string().nullable() }),
  }),
}
