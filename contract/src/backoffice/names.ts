// The name of whatever an answer of the back office mentions by id, and the way back: from what people write to the id.
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { locale } from '../fields.ts'
import { id } from '../ids.ts'
import { may } from './roles.ts'

interface Naming {
  /** Who reads the name. */
  readonly read: readonly string[]
  /** Who may open the page; nobody if there is none. */
  readonly open: readonly string[]
}
const withPage = (read: readonly string[], open = read): Naming => ({ read, open })
const withoutPage = (read: readonly string[]): Naming => ({ read, open: [] })

/** What has a name, called like its screen where it has one. */
export const NAMED = {
  members: withPage(may.read_members),
  operators: withoutPage(may.everybody),
  campaigns: withPage(may.read_brands, may.read_reviews),
  orders: withPage(may.read_brands, may.read_reviews),
  objections: withPage(may.read_reviews),
  deposits: withPage(may.read_money),
  withdrawals: withPage(may.read_money),
  'payout-batches': withPage(may.read_money),
  refunds: withPage(may.read_money),
  'bank-lines': withPage(may.read_money),
  'bank-statements': withoutPage(may.read_money),
  accounts: withPage(may.read_money),
  entries: withPage(may.read_money),
  checks: withPage(may.read_money),
  levels: withoutPage(may.everybody),
  level_purchases: withoutPage(may.read_money),
  member_notes: withoutPage(may.read_members),
  member_tags: withoutPage(may.read_members),
  conversations: withPage(may.read_conversations),
  invitations: withPage(may.read_members),
  broadcasts: withPage(may.read_content),
  approvals: withPage(may.everybody),
} as const satisfies Record<string, Naming>
export type NamedKind = keyof typeof NAMED

const kind = z.enum(Object.keys(NAMED) as [NamedKind, ...NamedKind[]])

export const named = z.object({
  _id: id,
  kind,
  name: z.string().describe('empty for a closed account'),
  locale: locale.optional().describe('of a member: the language they read'),
  page: z.object({ screen: z.string(), _id: id }).nullable().describe('where the caller can open it'),
})
export type Named = z.infer<typeof named>

/** `names` of an answer that declares `names: true`: of the ids in it that the caller may read, filled in after its handler. */
export const names = z.array(named).optional()

/** What a form asks for. */
export const FORM_FIELDS = {
  member: { kinds: ['members'], roles: may.read_members },
  campaign: { kinds: ['campaigns'], roles: may.read_brands },
  order: { kinds: ['orders'], roles: may.read_brands },
  payment: { kinds: ['deposits', 'withdrawals', 'payout-batches', 'refunds'], roles: may.read_money },
  entry: { kinds: ['entries'], roles: may.read_money },
  subject: {
    kinds: ['entries', 'orders', 'campaigns', 'deposits', 'withdrawals', 'refunds', 'bank-lines'],
    roles: may.read_money,
  },
  actor: { kinds: ['operators', 'members'], roles: may.read_audit },
  statement: { kinds: ['bank-statements'], roles: may.read_money },
  holder: { kinds: ['members', 'campaigns', 'bank-lines', 'level_purchases'], roles: may.read_money },
} as const satisfies Record<string, { kinds: readonly NamedKind[]; roles: readonly string[] }>
export type FormFieldKind = keyof typeof FORM_FIELDS

export const nameCalls = {
  resolve: endpoint('GET backoffice/names', {
    summary:
      'What a text means in a form: a username, phone number, invite code, order’s link, brand, reference, entry’s number, operator’s name, statement’s file or id',
    auth: 'staff',
    roles: may.everybody,
    query: z.object({
      text: z
        .string({ error: 'field_is_required' })
        .trim()
        .min(1, 'field_is_required')
        .max(200, 'field_is_invalid'),
      of: z.enum(Object.keys(FORM_FIELDS) as [FormFieldKind, ...FormFieldKind[]], {
        error: 'field_is_invalid',
      }),
    }),
    answer: named,
    limit: { hits: 120, per_seconds: 60 },
    refusals: ['nothing_has_this_name', 'several_have_this_name'],
  }),
}
