// The SQL of the operators' list of campaigns.
import { statement } from '../database/statement.ts'
import { sortedList } from '../http/sorting.ts'
import { type Campaign, CAMPAIGN } from './campaigns.store.ts'

/** By $1 status, $2 kind, $3 placer and $4 a pattern of the brand. */
export const listCampaigns = sortedList<Campaign, 'paid_at' | 'created_at' | 'budget' | 'brand'>({
  name: 'campaigns_office_list',
  select: `select ${CAMPAIGN} from campaign
   where ($1::text is null or status = $1) and ($2::text is null or kind = $2)
     and ($3::uuid is null or member_id = $3) and ($4::text is null or brand ilike $4)`,
  parameters: 4,
  columns: {
    paid_at: { by: `coalesce(paid_at, 'infinity'::timestamptz)`, type: 'timestamptz' },
    created_at: { by: 'id', type: 'uuid' },
    budget: { by: 'budget_minor', type: 'bigint' },
    brand: { by: 'lower(brand)', type: 'text' },
  },
  first: 'created_at.desc',
})

/** Those in review; overdue are those paid by $1. */
export const countInReview = statement<{ waiting: number; overdue: number }>(
  'campaigns_office_in_review',
  `select count(*)::int as waiting, count(*) filter (where paid_at <= $1)::int as overdue
   from campaign where status = 'review'`,
)

/** Names of placers; empty once the account is closed. */
export const placersOf = statement<{ id: string; username: string }>(
  'campaigns_placers',
  `select id, username from member where id = any ($1::uuid[])`,
)
