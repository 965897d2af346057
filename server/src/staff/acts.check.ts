// Proves the chain of acts from what is stored, trusting no trigger.
import type { Queryable } from '../database/database.ts'
import { statement } from '../database/statement.ts'

export interface ActFinding {
  readonly kind: 'act_not_chained' | 'act_changed' | 'act_chain_broken' | 'act_chain_head_differs'
  /** The id of the act, or the number of its link. */
  readonly subject: string
  readonly detail: string
}

// One statement, so that acts and chain come from one snapshot.
const findings = statement<ActFinding>(`-- staff_check_acts
  with link as (
    select l.*, lag(l.hash) over (order by l.no) as before_hash, lag(l.no) over (order by l.no) as before_no
    from staff_act_link l
  ),
  last as (select count(*) as length, max(no) as no, (array_agg(hash order by no desc))[1] as hash from staff_act_link)
  (select 'act_not_chained' as kind, a.id::text as subject, a.action || ' of ' || a.at as detail
   from staff_act a left join staff_act_link l on l.act_id = a.id where l.no is null limit 100)
  union all
  (select 'act_changed', l.act_id::text, coalesce(a.action || ' no longer says what it was written with', 'it is gone')
   from staff_act_link l left join staff_act a on a.id = l.act_id
   where a.id is null or l.hash <> staff_act_hash(l.previous_hash, a) limit 100)
  union all
  (select 'act_chain_broken', no::text, 'link ' || no || ' after ' || coalesce(before_no, 0) from link
   where no <> coalesce(before_no, 0) + 1
     or previous_hash <> coalesce(before_hash, sha256(convert_to('fairturn staff acts', 'UTF8'))) limit 100)
  union all
  (select 'act_chain_head_differs', 'head', format('%s acts, found %s to link %s', c.length, last.length, last.no)
   from last left join staff_chain c on true
   where c.length is distinct from last.length or c.length is distinct from coalesce(last.no, 0)
     or c.hash is distinct from coalesce(last.hash, sha256(convert_to('fairturn staff acts', 'UTF8'))))`)

/** Everything wrong with the audit log; empty when nothing is. */
export const checkActs = (on: Queryable): Promise<ActFinding[]> => findings.all(on)
