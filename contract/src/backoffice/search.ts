// Global search of the back office: by words of a name, phone or account number, reference, brand, link code, number or id.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { money } from '../fields.ts'
import { id } from '../ids.ts'
import { may } from './roles.ts'

/** Kinds of results, each with the roles that may read its list. */
export const SEARCHED = {
  members: may.read_members,
  deposits: may.read_money,
  withdrawals: may.read_money,
  entries: may.read_money,
  campaigns: may.read_reviews,
  orders: may.read_reviews,
  'payout-batches': may.read_money,
  refunds: may.read_money,
  invoices: may.read_money,
  'bank-lines': may.read_money,
  'bank-statements': may.read_money,
  staff: may.read_staff,
} as const
export type Searched = keyof typeof SEARCHED

export const MAX_FOUND_OF_KIND = 5

const found = z.object({
  _id: id,
  kind: z.enum(Object.keys(SEARCHED) as [Searched, ...Searched[]]),
  title: z.string().describe('name, reference, brand or number'),
  detail: z
    .string()
    .describe('masked phone or account, what an entry refers to, link code, file name, or role'),
  status: z
    .string()
    .nullable()
    .describe(
      'of a member the lock, of an entry its type; `taken_back` of a deposit that was credited by a statement which was revoked',
    ),
  amount: money.nullable(),
  at: z.iso.datetime(),
  page: z.object({ screen: z.string(), _id: id }).describe('an order that is not in review: its campaign'),
})
export type Found = z.infer<typeof found>

export const searchCalls = {
  all: endpoint('GET backoffice/search', {
    summary: `At most ${MAX_FOUND_OF_KIND} of each kind that the caller may read; nothing is logged, for nothing is shown that its list does not`,
    auth: 'staff',
    roles: may.everybody,
    query: z.object({
      text: z
        .string({ error: 'field_is_required' })
        .trim()
        .min(2, 'field_is_invalid')
        .max(100, 'field_is_invalid'),
    }),
    answer: z.object({ list: z.array(found) }),
    limit: { hits: 120, per_seconds: 60 },
  }),
}
