// Generates a deployment of any size with set-based SQL: members with a session, a deposit, claimed orders and some
// open ones, their campaigns, withdrawals, links and visits, an audit log, and a ledger that passes every check. It
// bypasses triggers: only for an empty database.
import { Client } from 'pg'

export interface WorldSize {
  readonly members: number
  readonly postings: number
  readonly visits: number
  /** One in this many members has an open order (default 20). */
  readonly open?: number
}

const DAYS = 90
const TARGET = 20
const PRICE_MINOR = 10
const REWARD_MINOR = TARGET * PRICE_MINOR
const DEPOSIT_MINOR = 10_000
const WITHDRAWN_MINOR = 1_000
const MEMBERS_A_CAMPAIGN = 50
/** One in this many members withdraws. */
const WITHDRAWS = 5
/** Waiting withdrawals, at any size: more than one page. */
const WAITING = 60
const CHAINS = 4

/** SQL expression of an id: ordered by `n`, in a range of its own per table. */
const id = (kind: number, n: string): string =>
  `('019a0000-${kind.toString(16).padStart(4, '0')}-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const MEMBER = 1
const CAMPAIGN = 2
const ORDER = 3
const WITHDRAWAL = 4
/** SQL expression of the time of event `n` of `all`: ascending, up to an hour ago. */
const when = (n: string, all: string): string =>
  `date_trunc('hour', now()) - interval '1 hour' - interval '${DAYS} days' * (1 - (${n})::float8 / (${all}))`
/** References are random in the product: here a permutation, so that each is unique. */
const SCATTER = 2_654_435_761n
const ALL_REFERENCES = 2n ** 32n
const scattered = (n: string) => `upper(lpad(to_hex((${n}) * ${SCATTER} % ${ALL_REFERENCES}), 8, '0'))`
const reference = (prefix: string, n: string): string =>
  `'${prefix}-' || substr(${scattered(n)}, 1, 4) || '-' || substr(${scattered(n)}, 5, 4)`
export const referenceOf = (prefix: string, n: number): string => {
  const letters = ((BigInt(n) * SCATTER) % ALL_REFERENCES).toString(16).padStart(8, '0').toUpperCase()
  return `${prefix}-${letters.slice(0, 4)}-${letters.slice(4)}`
}

export const memberId = (n: number): string => `019a0000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`

/**
 * Indexes that implement no constraint: dropped, and created after loading. Excludes those of partitions, and BRIN
 * indexes.
 */
const SECONDARY_INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_am a on a.oid = c.relam
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition and not i.indisunique and a.amname <> 'brin'
  order by t.relname, c.relname`

async function runAll(url: string, texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
      set synchronous_commit = off; set jit = off`)
    for (const text of texts) {
      const began = performance.now()
      await client.query(text)
      const took = (performance.now() - began) / 1000
      if (took > 30) console.log(`${took.toFixed(0)} s: ${text.trim().split('\n')[0]!.slice(0, 60)}`)
    }
  } finally {
    await client.end()
  }
}

/** Fills the database; `password_hash` is that of every member. */
export async function fillWorld(url: string, size: WorldSize, passwordHash: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; def: string }>(SECONDARY_INDEXES)
  await client.end()
  const { first, tracks } = statementsOf(size, passwordHash)
  await runAll(url, [...rows.map(({ name }) => `drop index ${name}`), ...first])
  await Promise.all(tracks.map((track) => runAll(url, track)))
  const indexes = rows.map(({ def }) => def)
  await Promise.all(
    [0, 1, 2].map((lane) =>
      runAll(
        url,
        indexes.filter((_, i) => i % 3 === lane),
      ),
    ),
  )
  await runAll(url, [
    `select brin_summarize_new_values('posting_by_entry_no'), brin_summarize_new_values('entry_by_entry_no'), brin_summarize_new_values('entry_event_at')`,
    `insert into running_total (name, key, day, count, amount_minor, folded) select *, true from running_total_counted`,
    'drop table g_account, g_order, g_entry cascade',
    'vacuum (analyze)',
  ])
}

function statementsOf(
  { members, postings, visits, open = 20 }: WorldSize,
  passwordHash: string,
): { first: string[]; tracks: string[][] } {
  const campaigns = Math.max(10, Math.ceil(members / MEMBERS_A_CAMPAIGN))
  const claimed = Math.max(1, Math.round((postings / members - 2.6 - 3 / MEMBERS_A_CAMPAIGN) / 2))
  const orders = members * claimed
  const budgetVisits = Math.ceil((orders + members / open) / campaigns + 2) * TARGET
  const budget_minor = budgetVisits * PRICE_MINOR
  const fee_minor = Math.ceil(budget_minor / 20)
  // Round amounts, unevenly distributed: a few members have much.
  const deposited = (n: string) =>
    `(round(${DEPOSIT_MINOR / 1000} * power((1 + (${n})::bigint * 7919 % ${members})::float8 / ${members}, -0.6)) * 1000)::bigint`
  const settled = Math.floor(members / WITHDRAWS) - WAITING
  const visitsAnOrder = Math.max(1, Math.round(visits / orders))
  const level = `(select id from level order by rank limit 1)`
  const visit_id = `('019a' || lpad(to_hex(o.no), 8, '0') || '7000' || '8000' || lpad(to_hex(v), 12, '0'))::uuid`
  return {
    first: [
      // Orders, each with the hold that funds it: claimed ones first, then open ones.
      `create unlogged table g_order as
       select i as no, ${id(ORDER, 'i')} as id, 1 + (i - 1) % ${members} as member, 1 + (i - 1) % ${campaigns} as campaign, ${when('i', `${orders}`)} as at, true as done
       from generate_series(1, ${orders}) i
       union all
       select ${orders} + i, ${id(ORDER, `${orders} + i`)}, i * ${open}, 1 + (i - 1) % ${campaigns}, now() - interval '1 hour', false
       from generate_series(1, ${Math.floor(members / open)}) i`,
      `insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, holder, iban, status, requested_at, approved_at, approved_by, sent_at, sent_by, settled_at, settled_by, booked_on)
       select ${id(WITHDRAWAL, 'i')}, ${id(MEMBER, `i * ${WITHDRAWS}`)}, ${WITHDRAWN_MINOR}, 0, ${reference('FW', 'i')}, 'A Member', 'DE02' || lpad(i::text, 18, '0'),
         case when i > ${settled} then 'requested' else 'paid' end, at, case when i <= ${settled} then at + interval '1 hour' end, case when i <= ${settled} then 'operator:bench' end,
         case when i <= ${settled} then at + interval '2 hours' end, case when i <= ${settled} then 'operator:bench' end, case when i <= ${settled} then at + interval '3 hours' + interval '1 second' * (i % 80000) end,
         case when i <= ${settled} then 'operator:bench' end, case when i <= ${settled} then (at + interval '3 hours')::date else 'infinity' end
       from generate_series(1, ${Math.floor(members / WITHDRAWS)}) i, lateral (select ${when('i', `${members / WITHDRAWS}`)} as at) t`,
      `insert into bank_statement (id, format, account, statement_id, from_day, to_day, file_name, file_hash, line_count, known_count, imported_at, imported_by, status, from_connection)
       select ${id(13, '1')}, 'camt.053', 'DE02100100100000000001', 'bench', '2026-01-01', '2026-01-01', 'bench.xml', sha256('bench'), 1, 0, now(), 'operator:bench', 'accepted', true`,
      `insert into bank_line (id, statement_id, line_no, account, identity, booking_day, amount_minor, direction, reversal, remittance, status, finding, withdrawal_id, decided_at)
       select ${id(14, 'row_number() over (order by id)')}, ${id(13, '1')}, row_number() over (order by id), 'DE02100100100000000001', sha256(uuid_send(id)), booked_on, ${WITHDRAWN_MINOR},
         'debit', false, reference, 'matched', 'payout_paid', id, settled_at from withdrawal where sent_at is not null`,
      `select tracking_make_partitions((now() - interval '${DAYS + 1} days')::date, (now() + interval '2 days')::date)`,
    ],
    // Run in parallel, each on its own connection.
    tracks: [
      [
        `insert into member (id, username, username_key, phone, code, locale, level_id, verified_orders, verified_visits, counted_visits, created_at)
       select ${id(MEMBER, 'i')}, 'member ' || i, 'member ' || i, '+84' || (100000000 + i), 'CODE' || i, (array['vn', 'en', 'jp', 'kr', 'cn', 'rs', 'fr'])[1 + i % 7],
         ${level}, ${claimed}, ${claimed * TARGET}, ${claimed * TARGET}, ${when('i', `${members}`)} from generate_series(1, ${members}) i`,
        `insert into password (subject_kind, subject_id, hash) select 'member', id, '${passwordHash}' from member`,
        `insert into session (id, member_id, device, created_at, last_used_at, expires_at)
       select ${id(11, 'row_number() over ()')}, id, 'Chrome', created_at, now(), now() + interval '30 days' from member`,
        `insert into notification (id, member_id, kind, params, created_at)
       select ${id(12, 'row_number() over ()')}, m.id, 'deposit_credited', '{"amount": "100.00"}', m.created_at from member m, generate_series(1, 3)`,
        `insert into deposit (id, member_id, method, amount_minor, reference, status, created_at, expires_at, settled_at, received_minor, evidence, settled_by)
       select m.id, m.id, 'bank_transfer', d.minor, ${reference('FT', 'd.i')}, 'credited', created_at,
         created_at + interval '14 days', created_at + interval '1 hour', d.minor, 'line ' || m.id, 'system'
       from member m cross join lateral (select i, ${deposited('i')} as minor from (select ('x' || right(replace(m.id::text, '-', ''), 8))::bit(32)::bigint as i) n) d`,
        `insert into audit_event (id, at, actor, action, object_kind, object_id, member_id, reason)
       select ${id(10, 'i')}, ${when('i', `${members}`)}, 'operator:bench', 'member_looked_at', 'member', ${id(MEMBER, 'i')}, ${id(MEMBER, 'i')}, 'A call.'
       from generate_series(1, ${members}) i`,
        `create function pg_temp.act_links() returns setof audit_event_link language plpgsql as $$
       declare
         v_act audit_event;
         v_link audit_event_link := (0, null, null, (select hash from audit_chain));
       begin
         for v_act in select * from audit_event order by id loop
           v_link := (v_link.no + 1, v_act.id, v_link.hash, audit_event_hash(v_link.hash, v_act));
           return next v_link;
         end loop;
       end $$`,
        `insert into audit_event_link select * from pg_temp.act_links()`,
        `update audit_chain set length = no, hash = l.hash from (select no, hash from audit_event_link order by no desc limit 1) l`,
      ],
      [
        `insert into campaign (id, member_id, status, brand, kind, tagline, caption, creative, landing_url, landing_host, languages, price_minor, visits,
         order_visits, order_hours, service_fee_bp, discount_bp, highest_bonus_bp, budget_minor, bonus_reserve_minor, service_fee_minor, discount_minor,
         least_hold_minor, open_visits, held_minor, delivered_visits, delivered_minor, ends_at, created_at, paid_at, activated_at, draw_key)
       select ${id(CAMPAIGN, 'c')}, ${id(MEMBER, 'c')}, 'active', 'Brand ' || c, 'visit', '{"vn": "a", "en": "a"}', '{"vn": "b", "en": "b"}', 'creatives/none',
         'https://brand' || c || '.example.com/', 'brand' || c || '.example.com', '{}', ${PRICE_MINOR}, ${budgetVisits}, ${TARGET}, 72, 500, 0, 0, ${budget_minor}, 0, ${fee_minor}, 0,
         ${PRICE_MINOR}, ${TARGET} * coalesce(o.open, 0), ${REWARD_MINOR} * coalesce(o.open, 0), ${TARGET} * coalesce(o.done, 0), ${REWARD_MINOR} * coalesce(o.done, 0),
         now() + interval '60 days', now() - interval '${DAYS} days', now() - interval '${DAYS} days', now() - interval '${DAYS} days', random()
       from generate_series(1, ${campaigns}) c
       left join (select campaign, count(*) filter (where done) as done, count(*) filter (where not done) as open from g_order group by campaign) o on o.campaign = c`,
        `insert into offer (id, member_id, campaign_id, hold_id, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours, drawn_at, expires_at, status)
       select id, ${id(MEMBER, 'member')}, ${id(CAMPAIGN, 'campaign')}, id, ${PRICE_MINOR}, ${TARGET}, 0, 0, ${REWARD_MINOR}, 72, at, at + interval '10 minutes', 'taken' from g_order`,
        `insert into orders (id, offer_id, member_id, campaign_id, hold_id, status, price_minor, target, bonus_low_bp, bonus_high_bp, highest_award_minor, hours, link_code,
         local_day, taken_at, deadline, started_at, verified, visits, counted, reward_minor, bonus_minor, bonus_bp, quality_bp, settled_at, claimed_at)
       select id, id, ${id(MEMBER, 'member')}, ${id(CAMPAIGN, 'campaign')}, id, case when done then 'done' else 'distributing' end, ${PRICE_MINOR}, ${TARGET}, 0, 0, ${REWARD_MINOR}, 72,
         lpad(to_hex(no), 8, '0'), at::date, at, at + interval '72 hours', at, case when done then ${TARGET} else 0 end, case when done then ${TARGET} else 0 end,
         case when done then ${TARGET} else 0 end, case when done then ${REWARD_MINOR} end, case when done then 0 end, case when done then 0 end,
         case when done then 10000 end, case when done then at + interval '30 minutes' end, case when done then at + interval '40 minutes' end from g_order`,
        `insert into link (id, code, campaign_id, carrier_id, placer_id, target, brand, tagline, creative, landing_url, opened_at, ends_at, ended_at)
       select id, lpad(to_hex(no), 8, '0'), ${id(CAMPAIGN, 'campaign')}, ${id(MEMBER, 'member')}, ${id(MEMBER, 'campaign')}, ${TARGET}, 'Brand ' || campaign, '{}', 'creatives/none',
         'https://brand.example.com/', at, at + interval '72 hours', case when done then at + interval '30 minutes' end from g_order`,
        `insert into link_count (link_id, verdict, count) select id, 'verified', ${visitsAnOrder} from g_order where done`,
        `insert into hold (id, account_id, amount_minor, refers_to, expires_at, status, created_at, resolved_at)
       select id, ledger_account_id('campaign_escrow', ${id(CAMPAIGN, 'campaign')}::text), ${REWARD_MINOR}, id::text, at + interval '80 hours', case when done then 'captured' else 'open' end, at,
         case when done then at + interval '40 minutes' end from g_order`,
        `insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at, announced_at)
       select id, id, ${id(MEMBER, 'member')}, ${id(CAMPAIGN, 'campaign')}, ${id(7, 'no')}, ${REWARD_MINOR}, 0, 10000, at + interval '40 minutes', at + interval '41 minutes' from g_order where done`,
      ],
      // Visits of claimed orders, in the half hour after they were taken.
      [
        `insert into visit (id, day, link_id, at, visitor_hash, visitor_before, network_hash)
       select ${visit_id}, ((o.at + interval '1 second' * v) at time zone 'UTC')::date, o.id,
         o.at + interval '1 second' * v, '\\x01', '\\x02', '\\x03' from g_order o, generate_series(1, ${visitsAnOrder}) v where o.done`,
        `insert into campaign_visit_hour (campaign_id, hour, locale, verdict, count)
       select ${id(CAMPAIGN, 'campaign')}, date_trunc('hour', o.at + interval '1 second' * v), '', 'verified', count(*)
       from g_order o, generate_series(1, ${visitsAnOrder}) v where o.done group by 1, 2 order by 2`,
      ],
      [
        `insert into visit_verdict (visit_id, day, link_id, at, verdict) select ${visit_id}, ((o.at + interval '1 second' * v) at time zone 'UTC')::date, o.id, o.at + interval '1 second' * v, 'verified'
       from g_order o, generate_series(1, ${visitsAnOrder}) v where o.done`,
      ],
      // Transfers: payer and recipient, in the order of writing. Each phase starts where the previous one ended.
      [
        `create unlogged table g_account (no bigint, id uuid, kind text, holder_id text, primary key (id))`,
        `insert into g_account
       select no, id, kind, holder_id from account
       union all
       select 1000000 + row_number() over (order by ord, holder), ledger_account_id(kind, holder), kind, holder from (
         select 1 as ord, 'member_available' as kind, ${id(MEMBER, 'i')}::text as holder from generate_series(1, ${members}) i
         union all select 2, 'member_held', member_id::text from withdrawal
         union all select 3, k, ${id(CAMPAIGN, 'c')}::text from generate_series(1, ${campaigns}) c, unnest(array['campaign_escrow', 'campaign_fee']) k) made`,
        `create unlogged table g_entry as
       select row_number() over (order by phase, at, id)::bigint as no, * from (
         select 1 as phase, ${id(5, 'i')} as id, 'deposit_credited' as type, ${id(MEMBER, 'i')}::text as refers_to, 'system' as actor, ${when('i', `${members} * 50`)} as at, null::uuid as capture,
           array[ledger_account_id('cash', (i % 16)::text), ledger_account_id('member_available', ${id(MEMBER, 'i')}::text)] as accounts,
           array[-paid_in, paid_in] as amounts
         from generate_series(1, ${members}) i cross join lateral (select ${deposited('i')} + case when i <= ${campaigns} then ${budget_minor + fee_minor} else 0 end as paid_in) p
         union all
         select 2, ${id(6, 'c')}, 'campaign_paid', ${id(CAMPAIGN, 'c')}::text, 'member:' || ${id(MEMBER, 'c')}, ${when('1', '45')}, null,
           array[ledger_account_id('member_available', ${id(MEMBER, 'c')}::text), ledger_account_id('campaign_escrow', ${id(CAMPAIGN, 'c')}::text), ledger_account_id('campaign_fee', ${id(CAMPAIGN, 'c')}::text)],
           array[-${budget_minor + fee_minor}, ${budget_minor}, ${fee_minor}]::bigint[] from generate_series(1, ${campaigns}) c
         union all
         select 3, ${id(7, 'no')}, 'award_claimed', id::text, 'member:' || ${id(MEMBER, 'member')}, at + interval '40 minutes', id,
           array[ledger_account_id('campaign_escrow', ${id(CAMPAIGN, 'campaign')}::text), ledger_account_id('member_available', ${id(MEMBER, 'member')}::text)],
           array[-${REWARD_MINOR}, ${REWARD_MINOR}]::bigint[] from g_order where done
         union all
         select 3, ('019a0000-0008' || substr(id::text, 14))::uuid, 'withdrawal_requested', id::text, 'member:' || member_id, requested_at, null,
           array[ledger_account_id('member_available', member_id::text), ledger_account_id('member_held', member_id::text)],
           array[-${WITHDRAWN_MINOR}, ${WITHDRAWN_MINOR}]::bigint[] from withdrawal
         union all
         select 3, ('019a0000-0009' || substr(id::text, 14))::uuid, 'withdrawal_sent', id::text, 'operator:bench', sent_at, null,
           array[ledger_account_id('member_held', member_id::text), ledger_account_id('cash', '3')],
           array[-${WITHDRAWN_MINOR}, ${WITHDRAWN_MINOR}]::bigint[] from withdrawal where sent_at is not null) made`,
        // Hashes: of each entry's content, then link by link.
        `create function pg_temp.links() returns table (e g_entry, chain int, request bytea, previous bytea, hash bytea) language plpgsql as $$
       declare
         v_heads bytea[] := array(select c.hash from chain c order by no);
         v_row record;
       begin
         for v_row in
           select g, ledger_request_hash(g.id, g.at, g.capture, g.type, g.refers_to, g.actor, '', (
             select string_agg(uuid_send(a) || int8send(m), ''::bytea order by i) from unnest(g.accounts, g.amounts) with ordinality as p (a, m, i))) as made
           from g_entry g order by g.no
         loop
           e := v_row.g;
           chain := 1 + e.no % ${CHAINS};
           request := v_row.made;
           previous := v_heads[chain];
           hash := ledger_link(previous, request, e.no, e.at);
           v_heads[chain] := hash;
           return next;
         end loop;
       end $$`,
        `insert into entry (id, entry_no, type, refers_to, actor, note, capture, event_at, created_at, posting_count, chain, request_hash, previous_hash, hash)
       select (e).id, (e).no, (e).type, (e).refers_to, (e).actor, '', (e).capture, (e).at, (e).at, cardinality((e).accounts), chain, request, previous, hash from pg_temp.links()`,
        `insert into posting (entry_id, entry_no, posting_no, account_no, amount_minor, balance_after, version)
       select id, no, i, account_no, amount, sum(amount) over account, row_number() over account from (
         select e.id, e.no, p.i, a.no as account_no, p.amount
         from g_entry e cross join lateral unnest(e.accounts, e.amounts) with ordinality as p (account, amount, i) join g_account a on a.id = p.account) p
       window account as (partition by account_no order by no, i) order by no, i`,
        `create unlogged table g_last as select distinct on (account_no) account_no, balance_after, version from posting order by account_no, version desc`,
        `insert into account (no, id, kind, holder_id, may_go_negative, balance_minor, reserved_minor, version) overriding system value
       select g.no, g.id, g.kind, g.holder_id, false, coalesce(l.balance_after, 0), coalesce(h.reserved, 0), coalesce(l.version, 0)
       from g_account g left join g_last l on l.account_no = g.no
       left join (select ledger_account_id('campaign_escrow', ${id(CAMPAIGN, 'campaign')}::text) as account_id, ${REWARD_MINOR} * count(*) as reserved
         from g_order where not done group by campaign) h on h.account_id = g.id
       where g.no >= 1000000 order by g.no`,
        `update account a set balance_minor = l.balance_after, version = l.version from g_last l where l.account_no = a.no and a.no < 1000000`,
        `drop table g_last`,
        `select setval(pg_get_serial_sequence('account', 'no'), (select max(no) from account))`,
        `select setval('entry_no', (select max(entry_no) from entry))`,
        `update chain c set length = e.length, last_entry_no = e.entry_no, hash = e.hash from (
         select distinct on (chain) chain, entry_no, hash, count(*) over (partition by chain) as length from entry order by chain, entry_no desc) e where e.chain = c.no`,
        `insert into ledger_daily_total
       select (e.event_at at time zone 'UTC')::date, 0, e.type, a.kind, count(*) filter (where p.posting_no = 1), count(*) filter (where p.amount_minor > 0),
         coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0), sum(p.amount_minor)
       from posting p join entry e on e.id = p.entry_id join account a on a.no = p.account_no group by 1, 3, 4`,
      ],
    ],
  }
}
