// SQL of names: by id from every module, and by what people write. Index lookups only (names.test.ts).
import type { NamedKind } from '@fairturn/contract/backoffice/names'
import type { Locale } from '@fairturn/contract/locales'
import { type RowOf, typed, statement } from '../platform/database/statement.ts'

export type NameRow = RowOf<typeof COLUMNS>

const ORDER_NAME = `concat_ws(' · ', c.brand, o.link_code)`
const IN_REVIEW = `o.status = 'distributing' and o.review_until is not null`

/** Names of each kind by id; `$ids` are those that the answer contains. */
const NAMES: Readonly<Record<NamedKind, string>> = {
  members: `select id, username as name, locale from member where id = any ($ids)`,
  operators: `select id, username as name from operator where id = any ($ids)`,
  campaigns: `select id, brand as name from campaign where id = any ($ids)`,
  orders: `select o.id, ${ORDER_NAME} as name, case when ${IN_REVIEW} then null else 'campaigns' end as screen, o.campaign_id as screen_id
    from orders o join campaign c on c.id = o.campaign_id where o.id = any ($ids)`,
  objections: `select b.id, ${ORDER_NAME} as name
    from objection b join orders o on o.id = b.order_id join campaign c on c.id = o.campaign_id where b.id = any ($ids)`,
  deposits: `select id, reference as name from deposit where id = any ($ids)`,
  withdrawals: `select id, reference as name from withdrawal where id = any ($ids)`,
  'payout-batches': `select id, reference as name from payout_batch where id = any ($ids)`,
  refunds: `select id, reference as name, 'bank-lines' as screen, line_id as screen_id
    from unmatched_payment_refund where id = any ($ids)`,
  // Its parts, of which names.ts masks the counterparty.
  'bank-lines': `select id, jsonb_build_array(account, to_char(booking_day, 'DD-MM-YYYY'), coalesce(counterparty_name, ''),
      (case direction when 'debit' then -amount_minor else amount_minor end)::text)::text as name
    from bank_line where id = any ($ids)`,
  'bank-statements': `select id, file_name as name from bank_statement where id = any ($ids)`,
  accounts: `select a.id, coalesce(m.username, c.brand, '') as name
    from account a left join member m on m.id = case when a.kind like 'member%' then a.holder_id::uuid end
      left join campaign c on c.id = case when a.kind like 'campaign%' then a.holder_id::uuid end where a.id = any ($ids)`,
  entries: `select id, '#' || entry_no as name from entry where id = any ($ids)`,
  checks: `select id, '#' || run_no as name from ledger_check_run where id = any ($ids)`,
  levels: `select id, name from level where id = any ($ids)`,
  level_purchases: `select p.id, concat(l.name, ' · ', m.username) as name, 'members' as screen, p.member_id as screen_id
    from level_purchase p join level l on l.id = p.level_id join member m on m.id = p.member_id where p.id = any ($ids)`,
  member_notes: `select n.id, m.username as name, 'members' as screen, n.member_id as screen_id
    from member_note n join member m on m.id = n.member_id where n.id = any ($ids)`,
  member_tags: `select t.id, m.username as name, 'members' as screen, t.member_id as screen_id
    from member_tag t join member m on m.id = t.member_id where t.id = any ($ids)`,
  // Whose it is; a stranger's has no name.
  conversations: `select c.id, coalesce(m.username, '') as name
    from conversation c left join member m on m.id = c.member_id where c.id = any ($ids)`,
  invitations: `select id, code as name from invitation where id = any ($ids)`,
  broadcasts: `select id, '' as name from broadcast where id = any ($ids)`,
  approvals: `select id, case when kind = 'unlock_money' and content->>'with_code' = 'true' then 'unlock_with_code' else kind end as name from proposal where id = any ($ids)`,
}

const ofKinds = (selects: Readonly<Partial<Record<NamedKind, string>>>) =>
  Object.entries(selects)
    .map(([kind, select]) => {
      const rows = select.includes(' as screen,') ? 'r.screen, r.screen_id' : 'null, null::uuid'
      const locale = kind === 'members' ? 'r.locale' : 'null'
      return `select '${kind}' as kind, r.id, r.name, ${rows}, ${locale} from (${select}) r where '${kind}' = any ($kinds)`
    })
    .join('\n    union all ')

const COLUMNS = {
  kind: typed<NamedKind>('text'),
  id: 'uuid',
  name: 'text',
  /** Where it is shown instead: an order that is not in review at its campaign, a refund at its bank line, a note, a tag and the purchase of a level at their member. */
  screen: typed<NamedKind | null>('text?'),
  screen_id: 'uuid?',
  /** Of a member. */
  locale: typed<Locale | null>('text?'),
} as const

export const selectNames = statement(
  `-- overview_names
  select kind, id, name, screen, screen_id, locale from (
    ${ofKinds(NAMES)}) as named (kind, id, name, screen, screen_id, locale)`,
  { params: { ids: 'uuid[]', kinds: typed<readonly NamedKind[]>('text[]') }, columns: COLUMNS },
)

/** Interpretations of a text; null or empty where it cannot be one. */
export interface WrittenAs {
  readonly ids: readonly string[]
  /** As `username_key` is stored. */
  readonly name: string
  readonly phones: readonly string[]
  readonly code: string | null
  readonly link_code: string | null
  /** A pattern. */
  readonly brand: string
  readonly references: readonly string[]
  readonly entry_no: bigint | null
  /** As operators' names are stored. */
  readonly operator: string
  /** A file's name. */
  readonly file: string
}

/** Whose order or payment it is, too, where a member is asked for. */
const WRITTEN: Readonly<Partial<Record<NamedKind, string>>> = {
  members: `select id from member where closed_at is null and (username_key = $name or phone = any ($phones) or code = $code)
    union select member_id from orders where link_code = $link_code
    union select member_id from deposit where reference = any ($references)
    union select member_id from withdrawal where reference = any ($references)`,
  // Materialized; otherwise the planner scans the whole table, expecting two early matches.
  campaigns: `(with matching as materialized (select id from campaign where brand ilike $brand) select id from matching limit 2)
    union select campaign_id from orders where link_code = $link_code`,
  orders: `select id from orders where link_code = $link_code`,
  deposits: `select id from deposit where reference = any ($references)`,
  withdrawals: `select id from withdrawal where reference = any ($references)`,
  'payout-batches': `select id from payout_batch where reference = any ($references)`,
  refunds: `select id from unmatched_payment_refund where reference = any ($references)`,
  entries: `select id from entry where entry_no = $entry_no`,
  operators: `select id from operator where username = $operator`,
  'bank-statements': `(select id from bank_statement where file_name = $file limit 2)`,
}

/** Ids of what is written so, of these kinds; ids themselves are looked up by name. */
export const selectWritten = statement(
  `-- overview_written
  ${Object.entries(WRITTEN)
    .map(([kind, select]) => `select r.id from (${select}) r where '${kind}' = any ($kinds)`)
    .join('\n    union ')}`,
  {
    params: {
      kinds: typed<readonly NamedKind[]>('text[]'),
      name: 'text',
      phones: 'text[]',
      code: 'text?',
      link_code: 'text?',
      brand: 'text',
      references: 'text[]',
      entry_no: 'int8?',
      operator: 'text',
      file: 'text',
    },
    columns: { id: 'uuid' },
  },
)
