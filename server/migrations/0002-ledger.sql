-- Why: every movement of money is kept as an entry that nobody can change, and a balance is only the sum of its postings.
-- The application may read these tables and call a few functions; triggers bind even the owner (decision 005).

create table account (
  id uuid primary key,
  kind text not null check (kind in
    ('cash', 'revenue', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee', 'level_fee')),
  owner_id text not null, -- a member's or campaign's id; the shard's number for the platform's own accounts
  may_go_negative boolean not null,
  balance_minor bigint not null default 0,
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  version bigint not null default 0, -- how many postings the account has
  created_at timestamptz not null default now(),
  unique (owner_id, kind),
  constraint account_not_overdrawn check (may_go_negative or balance_minor >= reserved_minor)
) with (fillfactor = 60); -- room for updates on the same page: every posting updates its account

create sequence entry_no;

create table entry (
  entry_no bigint primary key, -- the order of writing, within each account and each chain
  id uuid not null unique, -- made by the caller: the idempotency key of the movement
  type text not null check (type in
    ('deposit_credited', 'campaign_paid', 'award_claimed', 'campaign_ended', 'level_bought', 'level_recognised',
     'level_refunded', 'withdrawal_requested', 'withdrawal_sent', 'withdrawal_returned', 'adjustment', 'reversal')),
  refers_to text not null,
  actor text not null,
  note text not null,
  capture uuid, -- the hold this entry used up
  event_at timestamptz not null, -- when it happened, by the application's clock
  created_at timestamptz not null, -- when it was written, by the database's clock
  posting_count int not null check (posting_count >= 2),
  chain int not null,
  request_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null
);

create table posting (
  entry_no bigint not null,
  posting_no int not null check (posting_no >= 1),
  account_id uuid not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after bigint not null,
  version bigint not null, -- the account's, from 1 without a gap
  primary key (entry_no, posting_no)
);
create unique index posting_account on posting (account_id, entry_no);

create table hold (
  id uuid primary key,
  account_id uuid not null references account (id),
  amount_minor bigint not null check (amount_minor > 0),
  refers_to text not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'captured', 'released')),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  check ((status = 'open') = (resolved_at is null))
);
create index hold_open on hold (account_id) where status = 'open';

-- Several chains, so that batches of several processes do not wait for one another: a writer takes any free one.
create table chain (
  no int primary key,
  length bigint not null default 0,
  last_entry_no bigint not null default 0,
  hash bytea not null
) with (fillfactor = 10);
insert into chain (no, hash) select no, sha256(convert_to('fairturn chain ' || no, 'UTF8')) from generate_series(1, 64) no;

-- What an entry says, hashed from bytes that no other entry can share: fixed lengths, one JSON array, then its postings.
create function ledger_request_hash(
  id uuid, event_at timestamptz, capture uuid, type text, refers_to text, actor text, note text, postings bytea
) returns bytea language sql stable as $$
  select sha256(
    uuid_send(id) || timestamptz_send(event_at) || coalesce(uuid_send(capture), ''::bytea)
    || convert_to(jsonb_build_array(capture is not null, type, refers_to, actor, note)::text, 'UTF8') || postings)
$$;

create function ledger_link(previous_hash bytea, request_hash bytea, entry_no bigint, created_at timestamptz)
returns bytea language sql immutable as $$
  select sha256(previous_hash || request_hash || int8send(entry_no) || timestamptz_send(created_at))
$$;

-- The id of an account follows from what it is, so nobody has to look it up; ledger.ts computes the same.
create function ledger_account_id(kind text, owner_id text) returns uuid language sql immutable as $$
  select encode(set_byte(set_byte(digest, 6, (get_byte(digest, 6) & 15) | 128), 8, (get_byte(digest, 8) & 63) | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('account ' || kind || ' ' || owner_id, 'UTF8')) for 16)) as made (digest)
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- What binds everybody, the owner included.

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the ledger is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on entry for each statement execute function ledger_append_only();
create trigger append_only before update or delete or truncate on posting for each statement execute function ledger_append_only();
create trigger append_only before delete or truncate on hold for each statement execute function ledger_append_only();
create trigger append_only before delete or truncate on account for each statement execute function ledger_append_only();
create trigger append_only before insert or delete or truncate on chain for each statement execute function ledger_append_only();

-- An entry's postings come all at once, as many as it announced, and sum to zero.
create function ledger_postings_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select a.entry_no, sum(a.amount_minor) as total, count(*) as postings, max(a.posting_no) as last
      from added a group by a.entry_no
    ) s
    left join entry e on e.entry_no = s.entry_no
    where s.total <> 0 or s.postings is distinct from e.posting_count or s.last is distinct from e.posting_count
  ) then
    raise exception 'the postings of an entry must come together and sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger postings_balance after insert on posting referencing new table as added
  for each statement execute function ledger_postings_balance();

-- A balance changes only to what the account's last posting says.
create function ledger_balance_follows() returns trigger language plpgsql as $$
begin
  if exists (
    select from was o join became n on n.id = o.id
    where (n.balance_minor <> o.balance_minor or n.version <> o.version)
      and not exists (
        select from (select p.balance_after, p.version from posting p where p.account_id = n.id order by p.entry_no desc limit 1) l
        where l.balance_after = n.balance_minor and l.version = n.version)
  ) or (select count(*) from became) <> (
    select count(*) from was o join became n
    on n.id = o.id and n.kind = o.kind and n.owner_id = o.owner_id and n.may_go_negative = o.may_go_negative
  ) then
    raise exception 'a balance is only the sum of its postings' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balance_follows after update on account referencing old table as was new table as became
  for each statement execute function ledger_balance_follows();

create function ledger_account_starts_empty() returns trigger language plpgsql as $$
begin
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind = 'cash') or new.id <> ledger_account_id(new.kind, new.owner_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and owner' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger starts_empty before insert on account for each row execute function ledger_account_starts_empty();

create function ledger_hold_resolves_once() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or new.status = 'open'
    or (new.id, new.account_id, new.amount_minor, new.refers_to) <> (old.id, old.account_id, old.amount_minor, old.refers_to) then
    raise exception 'a hold is resolved once and never changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger resolves_once before update on hold for each row execute function ledger_hold_resolves_once();

-- ---------------------------------------------------------------------------------------------------------------------
-- What the application may call. Locks are always taken in this order: accounts by id, then a chain.

create function ledger_open_accounts(kinds text[], owner_ids text[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into account (id, kind, owner_id, may_go_negative)
  select ledger_account_id(a.kind, a.owner_id), a.kind, a.owner_id, a.kind = 'cash'
  from unnest(kinds, owner_ids) as a (kind, owner_id)
  order by 1
  on conflict do nothing
$$;

-- One answer an entry: replayed, or what is wrong with it by itself, or null when only the money can still refuse it.
-- The postings of entry n are those whose p_entry is p_offset + n.
create function ledger_judge(
  p_offset int, p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamptz[], p_capture uuid[],
  p_entry int[], p_account uuid[], p_amount bigint[], p_posting_capture uuid[],
  out answers text[], out requests bytea[], out repeated boolean
) language plpgsql as $$
declare
  v_flaws text[];
  v_postings bytea[];
begin
  select array_agg(s.flaw order by s.entry), array_agg(s.postings order by s.entry)
  into v_flaws, v_postings
  from (
    select p.entry, string_agg(uuid_send(p.account) || int8send(p.amount), ''::bytea order by p.ord) as postings,
      case
        when count(*) < 2 or sum(p.amount) <> 0 or bool_or(p.amount = 0) then 'unbalanced'
        when bool_or(a.id is null) then 'account_unknown'
        when bool_or(p.capture is not null) and not coalesce(bool_or(h.status = 'open' and p.amount < 0), false) then 'hold_not_open'
        when bool_or(-p.amount > h.amount_minor) then 'hold_exceeded'
      end as flaw
    from unnest(p_entry, p_account, p_amount, p_posting_capture) with ordinality as p (entry, account, amount, capture, ord)
    left join account a on a.id = p.account
    left join hold h on h.id = p.capture and h.account_id = p.account
    group by p.entry
  ) s;
  if cardinality(v_postings) is distinct from cardinality(p_id)
    or p_entry[1] <> p_offset + 1 or p_entry[cardinality(p_entry)] <> p_offset + cardinality(p_id) then
    raise exception 'every entry of a batch needs postings' using errcode = 'invalid_parameter_value';
  end if;

  select array_agg(e.answer order by e.ord), array_agg(e.request order by e.ord),
    count(distinct e.id) < count(*) or count(distinct e.capture) < count(e.capture)
  into answers, requests, repeated
  from (
    select r.ord, r.id, r.capture, r.request,
      case when old.id is null then r.flaw when old.request_hash = r.request then 'replayed' else 'id_reused' end as answer
    from (
      select q.ord, q.id, q.capture, q.flaw,
        ledger_request_hash(q.id, q.event_at, q.capture, q.type, q.refers_to, q.actor, q.note, q.postings) as request
      from unnest(p_id, p_type, p_refers_to, p_actor, p_note, p_event_at, p_capture, v_flaws, v_postings)
        with ordinality as q (id, type, refers_to, actor, note, event_at, capture, flaw, postings, ord)
    ) r
    left join entry old on old.id = r.id
  ) e;
end $$;

-- Writes entries that were judged sound, all or, when an account would be overdrawn, none; tells whether it wrote.
create function ledger_write(
  p_offset int, p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamptz[], p_capture uuid[],
  p_request bytea[], p_posting_count int[],
  p_entry int[], p_posting_no int[], p_account uuid[], p_amount bigint[], p_posting_capture uuid[]
) returns boolean language plpgsql as $$
declare
  v_balance bigint[];
  v_version bigint[];
  v_possible boolean;
  v_count int := cardinality(p_id);
  v_chain int;
  v_hash bytea;
  v_previous bytea[] := '{}';
  v_hashes bytea[] := '{}';
  v_no bigint[] := '{}';
  v_now timestamptz := clock_timestamp();
  v_written int;
begin
  -- Each account's balance after each posting; what a captured hold frees counts from its entry on.
  select array_agg(x.balance_after order by x.ord), array_agg(x.version order by x.ord), bool_and(x.possible)
  into v_balance, v_version, v_possible
  from (
    select p.ord, a.balance_minor + (sum(p.amount) over w)::bigint as balance_after, a.version + row_number() over w as version,
      a.may_go_negative or a.balance_minor - a.reserved_minor + sum(p.amount + coalesce(h.amount_minor, 0)) over w >= 0 as possible
    from unnest(p_account, p_amount, p_posting_capture) with ordinality as p (account, amount, capture, ord)
    join account a on a.id = p.account
    left join hold h on h.id = p.capture and h.account_id = p.account
    window w as (partition by p.account order by p.ord rows unbounded preceding)
  ) x;
  if not v_possible then return false; end if;

  -- Any free chain; when all are taken, wait for one.
  select no, hash into v_chain, v_hash from chain order by no limit 1 for no key update skip locked;
  if not found then
    select no, hash into v_chain, v_hash from chain where no = 1 + (v_count + pg_backend_pid()) % 64 for no key update;
  end if;
  for i in 1..v_count loop
    v_no[i] := nextval('entry_no');
    v_previous[i] := v_hash;
    v_hash := ledger_link(v_hash, p_request[i], v_no[i], v_now);
    v_hashes[i] := v_hash;
  end loop;
  update chain set hash = v_hash, length = length + v_count, last_entry_no = v_no[v_count] where no = v_chain;

  insert into entry (entry_no, id, type, refers_to, actor, note, capture, event_at, created_at, posting_count, chain,
    request_hash, previous_hash, hash)
  select e.no, e.id, e.type, e.refers_to, e.actor, e.note, e.capture, e.event_at, v_now, e.posting_count, v_chain,
    e.request, e.previous, e.hash
  from unnest(v_no, p_id, p_type, p_refers_to, p_actor, p_note, p_capture, p_event_at, p_posting_count, p_request, v_previous, v_hashes)
    as e (no, id, type, refers_to, actor, note, capture, event_at, posting_count, request, previous, hash)
  on conflict (id) do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_count then
    -- Another process wrote the same id on other accounts a moment ago; asked again, this one is a replay or refused.
    raise exception 'the same entry id was written at the same moment' using errcode = 'serialization_failure';
  end if;

  insert into posting (entry_no, posting_no, account_id, amount_minor, balance_after, version)
  select v_no[p.entry - p_offset], p.posting_no, p.account, p.amount, p.balance_after, p.version
  from unnest(p_entry, p_posting_no, p_account, p_amount, v_balance, v_version) as p (entry, posting_no, account, amount, balance_after, version);
  update account a
  set balance_minor = a.balance_minor + s.amount, version = a.version + s.postings, reserved_minor = a.reserved_minor - s.freed
  from (
    select p.account, sum(p.amount)::bigint as amount, count(*) as postings, coalesce(sum(h.amount_minor), 0)::bigint as freed
    from unnest(p_account, p_amount, p_posting_capture) as p (account, amount, capture)
    left join hold h on h.id = p.capture and h.account_id = p.account
    group by p.account
  ) s
  where a.id = s.account;
  if cardinality(p_capture) > 0 then
    update hold set status = 'captured', resolved_at = v_now where id = any (p_capture);
  end if;
  return true;
end $$;

-- Entries lo..hi of a batch whose accounts are locked: as one set when that is possible, else half by half, so that
-- one refused entry costs its neighbours nothing but time.
create function ledger_post_range(
  lo int, hi int,
  p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamptz[], p_capture uuid[],
  p_posting_count int[], p_first int[],
  p_entry int[], p_posting_no int[], p_account uuid[], p_amount bigint[], p_posting_capture uuid[]
) returns text[] language plpgsql as $$
declare
  v_answers text[];
  v_requests bytea[];
  v_repeated boolean;
  v_from int := p_first[lo];
  v_to int := p_first[hi] + p_posting_count[hi] - 1;
  v_middle int := (lo + hi) / 2;
  v_alive int;
  v_written boolean := false;
begin
  select j.answers, j.requests, j.repeated into v_answers, v_requests, v_repeated
  from ledger_judge(lo - 1, p_id[lo:hi], p_type[lo:hi], p_refers_to[lo:hi], p_actor[lo:hi], p_note[lo:hi], p_event_at[lo:hi], p_capture[lo:hi],
    p_entry[v_from:v_to], p_account[v_from:v_to], p_amount[v_from:v_to], p_posting_capture[v_from:v_to]) j;
  v_alive := cardinality(array_positions(v_answers, null));
  if v_alive = 0 then return v_answers; end if;

  if v_alive = hi - lo + 1 and not v_repeated then
    v_written := ledger_write(lo - 1, p_id[lo:hi], p_type[lo:hi], p_refers_to[lo:hi], p_actor[lo:hi], p_note[lo:hi], p_event_at[lo:hi],
      p_capture[lo:hi], v_requests, p_posting_count[lo:hi],
      p_entry[v_from:v_to], p_posting_no[v_from:v_to], p_account[v_from:v_to], p_amount[v_from:v_to], p_posting_capture[v_from:v_to]);
  elsif not v_repeated then
    -- The same without the entries that are answered already.
    select ledger_write(0, e.id, e.type, e.refers_to, e.actor, e.note, e.event_at, e.capture, e.request, e.posting_count,
      p.entry, p.posting_no, p.account, p.amount, p.capture)
    into v_written
    from (
      select array_agg(q.id order by q.ord) as id, array_agg(q.type order by q.ord) as type,
        array_agg(q.refers_to order by q.ord) as refers_to, array_agg(q.actor order by q.ord) as actor,
        array_agg(q.note order by q.ord) as note, array_agg(q.event_at order by q.ord) as event_at,
        array_agg(q.capture order by q.ord) as capture, array_agg(q.request order by q.ord) as request,
        array_agg(q.posting_count order by q.ord) as posting_count
      from unnest(p_id[lo:hi], p_type[lo:hi], p_refers_to[lo:hi], p_actor[lo:hi], p_note[lo:hi], p_event_at[lo:hi], p_capture[lo:hi],
          v_requests, p_posting_count[lo:hi], v_answers)
        with ordinality as q (id, type, refers_to, actor, note, event_at, capture, request, posting_count, answer, ord)
      where q.answer is null
    ) e, (
      select array_agg(q.alive_no order by q.ord) as entry, array_agg(q.posting_no order by q.ord) as posting_no,
        array_agg(q.account order by q.ord) as account, array_agg(q.amount order by q.ord) as amount,
        array_agg(q.capture order by q.ord) as capture
      from (
        select r.*, (dense_rank() over (order by r.entry))::int as alive_no
        from unnest(p_entry[v_from:v_to], p_posting_no[v_from:v_to], p_account[v_from:v_to], p_amount[v_from:v_to],
            p_posting_capture[v_from:v_to]) with ordinality as r (entry, posting_no, account, amount, capture, ord)
        where v_answers[r.entry - lo + 1] is null
      ) q
    ) p;
  end if;
  if v_written or v_alive = 1 and not v_repeated then
    return array_replace(v_answers, null, case when v_written then 'posted' else 'insufficient_funds' end);
  end if;
  return ledger_post_range(lo, v_middle, p_id, p_type, p_refers_to, p_actor, p_note, p_event_at, p_capture, p_posting_count, p_first,
      p_entry, p_posting_no, p_account, p_amount, p_posting_capture)
    || ledger_post_range(v_middle + 1, hi, p_id, p_type, p_refers_to, p_actor, p_note, p_event_at, p_capture, p_posting_count, p_first,
      p_entry, p_posting_no, p_account, p_amount, p_posting_capture);
end $$;

-- The one way money moves. Answers each entry: posted, replayed, or why it was refused.
create function ledger_post(
  p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamptz[], p_capture uuid[],
  p_posting_count int[], p_first int[],
  p_entry int[], p_posting_no int[], p_account uuid[], p_amount bigint[], p_posting_capture uuid[]
) returns text[] language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from account where id = any (p_account) order by id for no key update;
  return ledger_post_range(1, cardinality(p_id), p_id, p_type, p_refers_to, p_actor, p_note, p_event_at, p_capture,
    p_posting_count, p_first, p_entry, p_posting_no, p_account, p_amount, p_posting_capture);
end $$;

create function ledger_place_hold(p_id uuid, p_account uuid, p_amount bigint, p_refers_to text, p_expires_at timestamptz)
returns text language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_account account;
  v_old hold;
begin
  select * into v_account from account where id = p_account for no key update;
  if not found then return 'account_unknown'; end if;
  select * into v_old from hold where id = p_id;
  if found then
    if (v_old.account_id, v_old.amount_minor, v_old.refers_to) = (p_account, p_amount, p_refers_to) then return 'placed'; end if;
    return 'id_reused';
  end if;
  if not v_account.may_go_negative and v_account.balance_minor - v_account.reserved_minor < p_amount then
    return 'insufficient_funds';
  end if;
  insert into hold (id, account_id, amount_minor, refers_to, expires_at) values (p_id, p_account, p_amount, p_refers_to, p_expires_at);
  update account set reserved_minor = reserved_minor + p_amount where id = p_account;
  return 'placed';
end $$;

create function ledger_release_holds(p_ids uuid[]) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count int;
begin
  perform from account where id in (select account_id from hold where id = any (p_ids)) order by id for no key update;
  with released as (
    update hold set status = 'released', resolved_at = clock_timestamp() where id = any (p_ids) and status = 'open'
    returning account_id, amount_minor
  ), freed as (
    update account a set reserved_minor = a.reserved_minor - r.amount
    from (select account_id, sum(amount_minor)::bigint as amount from released group by account_id) r where a.id = r.account_id
  )
  select count(*) into v_count from released;
  return v_count;
end $$;

-- The platform's own accounts, in shards, so that nobody queues for them; only cash may be negative: what is in the bank
-- is what members are owed.
select ledger_open_accounts(array_agg(kind), array_agg(shard::text))
from unnest(array['cash', 'revenue']) kind, generate_series(0, 15) shard;

revoke insert, update, delete on account, entry, posting, hold, chain from fairturn_app;
revoke all on sequence entry_no from fairturn_app;
revoke execute on all functions in schema public from public;
revoke execute on function
  ledger_judge, ledger_write, ledger_post_range, ledger_append_only, ledger_postings_balance, ledger_balance_follows,
  ledger_account_starts_empty, ledger_hold_resolves_once from fairturn_app;
