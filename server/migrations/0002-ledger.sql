-- Why: every movement of money is kept as an entry that nobody can change, and a balance is only the sum of its postings.
-- The application may read these tables and call a few functions; triggers bind even the owner (decision 005).

create table account (
  no bigint generated always as identity primary key, -- what postings name it by: half as wide as the id
  id uuid not null unique,
  kind text not null, -- one of those ledger_account_starts_empty() knows
  owner_id text not null, -- a member's or campaign's id; the shard's number for the platform's own accounts
  may_go_negative boolean not null,
  balance_minor bigint not null default 0,
  reserved_minor bigint not null default 0 check (reserved_minor >= 0),
  version bigint not null default 0, -- how many postings the account has
  created_at timestamptz not null default now(),
  unique (owner_id, kind),
  constraint account_not_overdrawn check (may_go_negative or balance_minor >= reserved_minor)
) with (fillfactor = 60); -- room for updates on the same page: every posting updates its account

-- A domain, because a column's check is parsed again for every statement that writes the table, a domain's once a session.
create domain entry_type text check (value in
  ('deposit_credited', 'campaign_paid', 'award_claimed', 'campaign_ended', 'level_bought', 'level_recognised',
   'level_refunded', 'withdrawal_requested', 'withdrawal_sent', 'withdrawal_returned', 'adjustment', 'reversal'));

create sequence entry_no;

create table entry (
  id uuid primary key, -- made by the caller: the idempotency key of the movement
  entry_no bigint not null, -- the order of writing, within each account and each chain
  type entry_type not null,
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
  entry_id uuid not null,
  entry_no bigint not null,
  posting_no int not null check (posting_no >= 1),
  account_no bigint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  balance_after bigint not null,
  version bigint not null, -- the account's, from 1 without a gap
  primary key (account_no, version)
);
-- Postings lie on disk in about the order of their entries, so a few bytes a page are enough to find an entry's.
create index posting_entry on posting using brin (entry_no) with (pages_per_range = 8, autosummarize = on);

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

-- What an entry says, hashed from bytes that no other entry can share: fixed lengths, how long each text is, the texts,
-- then its postings.
create function ledger_request_hash(
  id uuid, event_at timestamptz, capture uuid, type text, refers_to text, actor text, note text, postings bytea
) returns bytea language sql stable as $$
  select sha256(
    uuid_send(id) || timestamptz_send(event_at)
    || case when capture is null then '\x00'::bytea else '\x01'::bytea || uuid_send(capture) end
    || int4send(octet_length(type)) || int4send(octet_length(refers_to)) || int4send(octet_length(actor))
    || int4send(octet_length(note)) || convert_to(type || refers_to || actor || note, 'UTF8') || postings)
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

-- An entry's postings come all at once, with it, as many as it announced, and sum to zero; the balances follow.
create function ledger_postings_move_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select a.entry_id, sum(a.amount_minor) as total, count(*) as postings, max(a.posting_no) as last, min(a.entry_no) as entry_no
      from added a group by a.entry_id
    ) s
    left join entry e on e.id = s.entry_id
    where s.total <> 0 or s.postings is distinct from e.posting_count or s.last is distinct from e.posting_count
      or s.entry_no is distinct from e.entry_no or e.created_at < transaction_timestamp()
  ) then
    raise exception 'the postings of an entry must come together, with it, and sum to zero' using errcode = 'check_violation';
  end if;
  update account a set balance_minor = a.balance_minor + s.amount, version = a.version + s.postings
  from (select account_no, sum(amount_minor)::bigint as amount, count(*) as postings from added group by account_no) s
  where a.no = s.account_no;
  return null;
end $$;
create trigger move_balances after insert on posting referencing new table as added
  for each statement execute function ledger_postings_move_balances();

-- What is reserved follows the holds.
create function ledger_holds_reserve() returns trigger language plpgsql as $$
begin
  update account a set reserved_minor = a.reserved_minor + s.amount
  from (
    select account_id, sum(case when status = 'open' then amount_minor else -amount_minor end)::bigint as amount
    from changed group by account_id
  ) s
  where a.id = s.account_id;
  return null;
end $$;
create trigger holds_reserve after insert on hold referencing new table as changed
  for each statement execute function ledger_holds_reserve();
create trigger holds_free after update on hold referencing new table as changed
  for each statement execute function ledger_holds_reserve();

-- Nobody sets a balance: only the two triggers above may change an account.
create function ledger_balance_is_not_set() returns trigger language plpgsql as $$
begin
  raise exception 'a balance is only the sum of its postings' using errcode = 'check_violation';
end $$;
create trigger balance_is_not_set before update on account for each statement when (pg_trigger_depth() = 0)
  execute function ledger_balance_is_not_set();

create function ledger_account_starts_empty() returns trigger language plpgsql as $$
begin
  if new.kind not in ('cash', 'revenue', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee', 'level_fee') then
    raise exception 'there is no account kind %', new.kind using errcode = 'check_violation';
  end if;
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind = 'cash') or new.id <> ledger_account_id(new.kind, new.owner_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and owner' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger starts_empty before insert on account for each row execute function ledger_account_starts_empty();

create function ledger_hold_resolves_once() returns trigger language plpgsql as $$
begin
  raise exception 'a hold is placed open, resolved once and never changed' using errcode = 'restrict_violation';
end $$;
create trigger placed_open before insert on hold for each row when (new.status <> 'open')
  execute function ledger_hold_resolves_once();
create trigger resolves_once before update on hold for each row
  when (old.status <> 'open' or new.status = 'open' or new.id <> old.id or new.account_id <> old.account_id
    or new.amount_minor <> old.amount_minor or new.refers_to <> old.refers_to)
  execute function ledger_hold_resolves_once();

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

-- The one way money moves: a batch in, an answer an entry out: posted, replayed, or why it was refused.
-- Entries are decided in their order, each as if it were alone after those before it, and written together.
-- p_accounts are all accounts of the batch, each once, by id. For each posting p_entry says whose it is, p_slot on which
-- account. p_capture has a place for each entry, or is empty when no entry captures a hold.
-- It first takes every accepted id for a new one, because nearly all are; the primary key of entry says when one is not,
-- and only then, with nothing written yet, it looks up all ids and decides again.
create function ledger_post(
  p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamptz[], p_capture uuid[],
  p_posting_count int[], p_accounts uuid[], p_entry int[], p_posting_no int[], p_slot int[], p_amount bigint[]
) returns text[] language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_boundless constant bigint := 4611686018427387904; -- free money of an account that may go negative: 2^62
  v_now timestamptz := clock_timestamp();
  v_entries int := cardinality(p_id);
  v_postings int := cardinality(p_slot);
  v_answers text[];
  v_posted int;
  -- The accounts, as they are after the entries decided so far.
  v_ids uuid[];
  v_account_no bigint[];
  v_free bigint[]; -- balance less holds; null for an account that does not exist
  v_apart bigint[]; -- what to add to that for the balance
  v_version bigint[];
  -- The holds to capture, one place an entry.
  v_hold_account uuid[];
  v_hold_amount bigint[];
  v_hold_status text[];
  -- What to write.
  v_no bigint[]; -- null for an entry that is not written
  v_request bytea[] := array_fill(null::bytea, array[v_entries]);
  v_previous bytea[] := array_fill(null::bytea, array[v_entries]);
  v_hashes bytea[] := array_fill(null::bytea, array[v_entries]);
  v_after bigint[] := array_fill(0::bigint, array[v_postings]);
  v_posting_version bigint[] := array_fill(0::bigint, array[v_postings]);
  v_chain int;
  v_last_no bigint;
  v_hash bytea;
  v_look_up boolean := false; -- whether an id turned out to be known
  v_old_ids uuid[];
  v_old_hash bytea;
  v_bytes bytea;
  v_answer text;
  v_short boolean;
  v_hold_slot int;
  v_first int;
  v_last int;
  v_slot int;
  v_written int;
begin
  loop
    v_answers := array_fill('posted'::text, array[v_entries]);
    v_no := array_fill(null::bigint, array[v_entries]);
    v_posted := 0;
    v_last := 0;
    -- Locks come first, so that every statement after them sees what those we waited for have written.
    select array_agg(a.id), array_agg(case when a.may_go_negative then v_boundless else a.balance_minor - a.reserved_minor end),
      array_agg(case when a.may_go_negative then a.balance_minor - v_boundless else a.reserved_minor end), array_agg(a.version), array_agg(a.no)
    into v_ids, v_free, v_apart, v_version, v_account_no
    from (
      select no, id, balance_minor, reserved_minor, version, may_go_negative
      from account where id = any (p_accounts) order by id for no key update
    ) a;
    if v_ids is distinct from p_accounts then
      select array_agg(a.free order by p.slot), array_agg(a.apart order by p.slot), array_agg(a.version order by p.slot),
        array_agg(a.no order by p.slot)
      into v_free, v_apart, v_version, v_account_no
      from unnest(p_accounts) with ordinality as p (id, slot)
      left join unnest(v_ids, v_free, v_apart, v_version, v_account_no) as a (id, free, apart, version, no) on a.id = p.id;
    end if;
    if v_look_up then select array_agg(id) into v_old_ids from entry where id = any (p_id); end if;
    if cardinality(p_capture) > 0 then
      select array_agg(h.account_id order by k.place), array_agg(h.amount_minor order by k.place), array_agg(h.status order by k.place)
      into v_hold_account, v_hold_amount, v_hold_status
      from unnest(p_capture) with ordinality as k (id, place) left join hold h on h.id = k.id;
    end if;
    -- Any free chain; when all are taken, wait for one.
    select no, hash into v_chain, v_hash from chain order by no limit 1 for no key update skip locked;
    if not found then
      select no, hash into v_chain, v_hash from chain where no = 1 + pg_backend_pid() % 64 for no key update;
    end if;

    for i in 1..v_entries loop
      v_first := v_last + 1;
      v_last := v_last + p_posting_count[i];
      v_bytes := '';
      v_short := false;
      v_answer := null;
      v_hold_slot := null;
      if p_capture[i] is not null then
        v_answer := 'hold_not_open'; -- unless it is open, and the entry debits its account
        for j in v_first..v_last loop
          if p_accounts[p_slot[j]] = v_hold_account[i] and p_amount[j] < 0 and v_hold_status[i] = 'open' then
            v_hold_slot := p_slot[j];
            v_free[v_hold_slot] := v_free[v_hold_slot] + v_hold_amount[i];
            v_apart[v_hold_slot] := v_apart[v_hold_slot] - v_hold_amount[i];
            v_answer := case when -p_amount[j] > v_hold_amount[i] then 'hold_exceeded' end;
          end if;
        end loop;
      end if;
      for j in v_first..v_last loop
        v_slot := p_slot[j];
        v_bytes := v_bytes || uuid_send(p_accounts[v_slot]) || int8send(p_amount[j]);
        v_free[v_slot] := v_free[v_slot] + p_amount[j];
        if (v_free[v_slot] >= 0) is not true then v_short := true; end if;
        v_after[j] := v_free[v_slot] + v_apart[v_slot];
        v_version[v_slot] := v_version[v_slot] + 1;
        v_posting_version[j] := v_version[v_slot];
      end loop;
      v_request[i] := ledger_request_hash(p_id[i], p_event_at[i], p_capture[i], p_type[i], p_refers_to[i], p_actor[i], p_note[i], v_bytes);

      if v_short or v_answer is not null or p_id[i] = any (v_old_ids) then
        -- Take it back, and say why: replay first, then what is wrong with it, then that the money is not there.
        for j in v_first..v_last loop
          v_slot := p_slot[j];
          if v_free[v_slot] is null then v_answer := 'account_unknown'; end if;
          v_free[v_slot] := v_free[v_slot] - p_amount[j];
          v_version[v_slot] := v_version[v_slot] - 1;
        end loop;
        if v_hold_slot is not null then
          v_free[v_hold_slot] := v_free[v_hold_slot] - v_hold_amount[i];
          v_apart[v_hold_slot] := v_apart[v_hold_slot] + v_hold_amount[i];
        end if;
        select request_hash into v_old_hash from entry where id = p_id[i];
        if found then
          v_answer := case when v_old_hash = v_request[i] then 'replayed' else 'id_reused' end;
        end if;
        v_answers[i] := coalesce(v_answer, 'insufficient_funds');
        continue;
      end if;
      v_posted := v_posted + 1;
      v_last_no := nextval('entry_no');
      v_no[i] := v_last_no;
      v_previous[i] := v_hash;
      v_hash := ledger_link(v_hash, v_request[i], v_last_no, v_now);
      v_hashes[i] := v_hash;
    end loop;
    if v_posted = 0 then return v_answers; end if;

    begin
      insert into entry (entry_no, id, type, refers_to, actor, note, capture, event_at, created_at, posting_count, chain,
        request_hash, previous_hash, hash)
      select e.no, e.id, e.type, e.refers_to, e.actor, e.note, e.capture, e.event_at, v_now, e.posting_count, v_chain,
        e.request, e.previous, e.hash
      from unnest(v_no, p_id, p_type, p_refers_to, p_actor, p_note, p_capture, p_event_at, p_posting_count, v_request, v_previous, v_hashes)
        as e (no, id, type, refers_to, actor, note, capture, event_at, posting_count, request, previous, hash)
      where e.no is not null;
      exit;
    exception when unique_violation then
      -- Known already, or written by another process a moment ago, on other accounts. (Or the id comes twice in the batch,
      -- which ledger.ts never lets happen.)
      if v_look_up then
        raise exception 'the same entry id was written at the same moment' using errcode = 'serialization_failure';
      end if;
      v_look_up := true;
    end;
  end loop;
  update chain set hash = v_hash, length = length + v_posted, last_entry_no = v_last_no where no = v_chain;
  if cardinality(p_capture) > 0 then
    update hold set status = 'captured', resolved_at = v_now
    where id in (select k.hold from unnest(p_capture, v_no) as k (hold, no) where k.no is not null);
    get diagnostics v_written = row_count;
    if v_written <> (select count(k.hold) from unnest(p_capture, v_no) as k (hold, no) where k.no is not null) then
      raise exception 'a hold comes twice in a batch' using errcode = 'invalid_parameter_value';
    end if;
  end if;
  insert into posting (entry_id, entry_no, posting_no, account_no, amount_minor, balance_after, version)
  select p_id[p.entry], v_no[p.entry], p.posting_no, v_account_no[p.slot], p.amount, p.balance_after, p.version
  from unnest(p_entry, p_posting_no, p_slot, p_amount, v_after, v_posting_version)
    as p (entry, posting_no, slot, amount, balance_after, version)
  where v_no[p.entry] is not null;
  return v_answers;
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
  return 'placed';
end $$;

create function ledger_release_holds(p_ids uuid[]) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count int;
begin
  perform from account where id in (select account_id from hold where id = any (p_ids)) order by id for no key update;
  update hold set status = 'released', resolved_at = clock_timestamp() where id = any (p_ids) and status = 'open';
  get diagnostics v_count = row_count;
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
  ledger_append_only, ledger_postings_move_balances, ledger_holds_reserve, ledger_balance_is_not_set,
  ledger_account_starts_empty, ledger_hold_resolves_once from fairturn_app;
