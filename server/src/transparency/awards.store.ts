// The SQL of a public award's entry; it selects nothing that identifies the member (figures.test.ts).
import { statement } from '../database/statement.ts'

/** Nothing for an award of a member who is not listed. */
export const selectAwardEntry = statement<{
  entry_id: string
  type: 'award_claimed' | 'objection_upheld'
  amount_minor: bigint
  bonus_minor: bigint
  claimed_at: Date
  chain: number
  entry_no: bigint
  created_at: Date
  written_us: bigint
  previous_hash: string
  content_hash: string
  hash: string
  kinds: string[]
  amounts: bigint[]
}>(
  'transparency_award_entry',
  `select e.id as entry_id, e.type, w.reward_minor + w.bonus_minor as amount_minor, w.bonus_minor, w.claimed_at, e.chain, e.entry_no,
     e.created_at, (extract(epoch from e.created_at - timestamptz '2000-01-01 00:00:00Z') * 1000000)::bigint as written_us,
     encode(e.previous_hash, 'hex') as previous_hash, encode(e.request_hash, 'hex') as content_hash, encode(e.hash, 'hex') as hash,
     p.kinds, p.amounts
   from award w
   join member m on m.id = w.member_id and m.listed_in_awards
   join entry e on e.id = w.entry_id
   cross join lateral (
     select array_agg(a.kind order by p.posting_no) as kinds, array_agg(p.amount_minor order by p.posting_no) as amounts
     from posting p join account a on a.no = p.account_no where p.entry_no = e.entry_no and p.entry_id = e.id) p
   where w.entry_id = $1 and e.type in ('award_claimed', 'objection_upheld')`,
)
