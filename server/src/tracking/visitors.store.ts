// SQL of an order's unverified visitors, part of the denominator of its quality (decision 014).
import { statement } from '../platform/database/statement.ts'
import { MAX_UNVERIFIED_PER_HOUR, MIN_UNVERIFIED_PER_DAY, UNVERIFIED_DAY_SHARE } from './rules.ts'
import { STORED_PARAMS, STORED_ROWS } from './visits.store.ts'

/**
 * Counts the visitors of these refused visits, once per network and link, except those verified for the campaign. A
 * network's hash of one day is linked to the next day's, and so on.
 */
export const countUnverified = statement(
  `-- tracking_count_unverified
  with came as materialized (
    select v.id, v.link_id, v.at, v.visitor_hash, v.visitor_before, v.network_hash, v.network_before, l.target
    from ${STORED_ROWS} as v join link l on l.id = v.link_id
    where not exists (select from counted_visit c where c.campaign_id = l.campaign_id
      and (c.visitor_hash in (v.visitor_hash, v.visitor_before) or c.visitor_before = v.visitor_hash))
  ), first as materialized (
    select distinct on (link_id, network_hash) * from came order by link_id, network_hash, at, id
  ), seen as materialized (
    select f.*,
      exists (select from unverified_visitor u where u.link_id = f.link_id and u.network_hash = f.network_before)
        or exists (select from first b where b.link_id = f.link_id and b.network_hash = f.network_before) as known
    from first f
    where not exists (select from unverified_visitor u where u.link_id = f.link_id and u.network_hash = f.network_hash)
  ), placed as (
    select seen.*, row_number() over (partition by link_id, known order by at, id) as position from seen
  )
  insert into unverified_visitor (link_id, network_hash, visitor_hash, visitor_before, at, counted)
  select p.link_id, p.network_hash, p.visitor_hash, p.visitor_before, p.at, not p.known
    and p.position + (select count(*) from unverified_visitor u
      where u.link_id = p.link_id and u.counted and u.at > p.at - interval '1 hour') <= ${MAX_UNVERIFIED_PER_HOUR}
    and p.position + (select count(*) from unverified_visitor u
      where u.link_id = p.link_id and u.counted and u.at > p.at - interval '24 hours')
      <= greatest(${MIN_UNVERIFIED_PER_DAY}, ceil(p.target * ${UNVERIFIED_DAY_SHARE}))
  from placed p
  on conflict do nothing`,
  {
    params: STORED_PARAMS,
  },
)

const OF_VISITS = `
  u.link_id = v.link_id and (u.visitor_hash in (v.visitor_hash, v.visitor_before) or u.visitor_before = v.visitor_hash)`

/** The visitors of these visits are verified after all. */
export const deleteUnverified = statement(
  `-- tracking_forget_unverified
  delete from unverified_visitor u using ${STORED_ROWS} as v where ${OF_VISITS}`,
  { params: STORED_PARAMS },
)

/** Of these visits, one for each counted visitor of a link. */
export const findUnverifiedAmong = statement(
  `-- tracking_unverified_among
  select distinct on (u.network_hash) v.id as visit_id
  from ${STORED_ROWS} as v join unverified_visitor u on ${OF_VISITS} and u.counted
  order by u.network_hash, v.id`,
  { params: STORED_PARAMS, columns: { visit_id: 'uuid' } },
)

export const deleteOldUnverified = statement(
  `-- tracking_forget_old_unverified
  delete from unverified_visitor where at < $counted_since`,
  { params: { counted_since: 'timestamptz' } },
)
