-- Written by schema.test.ts from a migrated database: a table is read here. UPDATE_SCHEMA=1 writes it.

create domain entry_type as text check (value in ('deposit_credited', 'opening_balance', 'bank_fee_booked', 'bank_fee_reversed', 'interest_booked', 'vat_paid', 'vat_paid_reversed', 'vat_advanced', 'vat_set_off', 'exchange_difference_booked', 'exchange_difference_reversed', 'credit_reversed', 'unmatched_payment_kept', 'unmatched_payment_refunded', 'unmatched_payment_returned', 'campaign_paid', 'award_claimed', 'objection_upheld', 'campaign_ended', 'level_bought', 'level_restored', 'level_recognised', 'level_refunded', 'withdrawal_requested', 'withdrawal_sent', 'withdrawal_returned', 'adjustment', 'reversal'))

create table account (
  no bigint not null generated always as identity,
  id uuid not null,
  kind text not null,
  holder_id text not null,
  may_go_negative boolean not null,
  balance_minor bigint not null default 0,
  reserved_minor bigint not null default 0,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  magnitude smallint not null generated always as (ledger_magnitude(balance_minor)) stored,
  constraint account_holder_id_kind_key unique (holder_id, kind),
  constraint account_id_key unique (id),
  constraint account_pkey primary key (no),
  constraint account_not_overdrawn check (may_go_negative or balance_minor >= reserved_minor),
  constraint account_reserved_minor_check check (reserved_minor >= 0)
) with (fillfactor=60)
create index account_by_magnitude on account using btree (magnitude)
create trigger append_only before delete or truncate on account for each statement execute function ledger_append_only()
create trigger balance_is_not_set before update on account for each statement when (pg_trigger_depth() = 0) execute function ledger_balance_is_not_set()
create trigger starts_empty before insert on account for each row execute function ledger_account_starts_empty()
grant select to fairturn_app

create table chain (
  no integer not null,
  length bigint not null default 0,
  last_entry_no bigint not null default 0,
  hash bytea not null,
  constraint chain_pkey primary key (no)
) with (fillfactor=10)
create trigger append_only before insert or delete or truncate on chain for each statement execute function ledger_append_only()
grant select to fairturn_app

create table correction (
  entry_id uuid not null,
  corrects uuid not null,
  member_id uuid not null,
  taken_minor bigint not null,
  loss_minor bigint not null,
  constraint correction_pkey primary key (entry_id),
  constraint correction_corrects_fkey foreign key (corrects) references entry(id),
  constraint correction_entry_id_fkey foreign key (entry_id) references entry(id),
  constraint correction_member_id_fkey foreign key (member_id) references member(id),
  constraint correction_check check ((taken_minor + loss_minor) > 0),
  constraint correction_loss_minor_check check (loss_minor >= 0),
  constraint correction_taken_minor_check check (taken_minor >= 0)
)
create index correction_of_entry on correction using btree (corrects)
create trigger card_money after insert on correction for each row execute function correction_of_card_money()
create trigger correction_fits before insert on correction for each row execute function correction_fits()
grant insert, select to fairturn_app

create table credit_loss (
  entry_id uuid not null,
  member_id uuid not null,
  refers_to text not null,
  reference text,
  booked_at timestamptz not null,
  lost_minor bigint not null,
  left_minor bigint not null,
  constraint credit_loss_pkey primary key (entry_id),
  constraint credit_loss_entry_id_fkey foreign key (entry_id) references entry(id),
  constraint credit_loss_member_id_fkey foreign key (member_id) references member(id),
  constraint credit_loss_check check (left_minor >= 0 and left_minor <= lost_minor),
  constraint credit_loss_lost_minor_check check (lost_minor > 0)
)
create index credit_loss_of_member on credit_loss using btree (member_id)
create index credit_loss_open on credit_loss using btree (member_id, booked_at, entry_id) where left_minor > 0
create index credit_loss_refers_to on credit_loss using btree (refers_to)
create trigger falls before insert or update on credit_loss for each row execute function credit_loss_is_whole_and_falls()
grant insert, select to fairturn_app
grant update (left_minor) to fairturn_app

create table entry (
  id uuid not null,
  entry_no bigint not null,
  type entry_type not null,
  refers_to text not null,
  actor text not null,
  note text not null,
  capture uuid,
  event_at timestamptz not null,
  created_at timestamptz not null,
  posting_count integer not null,
  chain integer not null,
  request_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint entry_pkey primary key (id),
  constraint entry_posting_count_check check (posting_count >= 2)
)
create index entry_by_entry_no on entry using brin (entry_no) with (pages_per_range='64', autosummarize='on')
create index entry_by_rare_actor on entry using btree (actor, entry_no) where actor <> 'system' and actor !~~ 'member:%'
create index entry_by_rare_type on entry using btree (type, entry_no) where type::text not in ('award_claimed', 'deposit_credited')
create index entry_by_reference on entry using btree (refers_to) where type::text <> 'award_claimed'
create index entry_event_at on entry using brin (event_at) with (pages_per_range='64', autosummarize='on')
create index entry_of_many_postings on entry using btree (entry_no) where posting_count > 3
create trigger append_only before delete or update or truncate on entry for each statement execute function ledger_append_only()
grant select to fairturn_app

create table hold (
  id uuid not null,
  account_id uuid not null,
  amount_minor bigint not null,
  refers_to text not null,
  expires_at timestamptz not null,
  status text not null default 'open',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint hold_pkey primary key (id),
  constraint hold_account_id_fkey foreign key (account_id) references account(id),
  constraint hold_amount_minor_check check (amount_minor > 0),
  constraint hold_check check ((status = 'open') = (resolved_at is null)),
  constraint hold_status_check check (status in ('open', 'captured', 'released'))
)
create index hold_open on hold using btree (account_id) where status = 'open'
create index hold_resolved on hold using brin (resolved_at) with (pages_per_range='16', autosummarize='on')
create trigger append_only before delete or truncate on hold for each statement execute function ledger_append_only()
create trigger holds_free after update on hold referencing new table as changed for each statement execute function ledger_holds_reserve()
create trigger holds_reserve after insert on hold referencing new table as changed for each statement execute function ledger_holds_reserve()
create trigger placed_open before insert on hold for each row when (new.status <> 'open') execute function ledger_hold_resolves_once()
create trigger resolves_once before update on hold for each row when (old.status <> 'open' or new.status = 'open' or new.id <> old.id or new.account_id <> old.account_id or new.amount_minor <> old.amount_minor or new.refers_to <> old.refers_to) execute function ledger_hold_resolves_once()
grant select to fairturn_app

create table ledger_check_finding (
  run_id uuid not null,
  finding_no integer not null,
  checker text not null,
  kind text not null,
  subject text not null,
  detail text not null,
  scope text,
  scope_subject text,
  constraint ledger_check_finding_pkey primary key (run_id, finding_no),
  constraint ledger_check_finding_run_id_fkey foreign key (run_id) references ledger_check_run(id),
  constraint ledger_check_finding_check check ((scope is null) = (scope_subject is null)),
  constraint ledger_check_finding_checker_check check (checker <> ''),
  constraint ledger_check_finding_finding_no_check check (finding_no > 0),
  constraint ledger_check_finding_kind_check check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  constraint ledger_check_finding_scope_check check (scope in ('member_money', 'campaign_money', 'campaign_payments', 'payouts', 'staff_approvals'))
)
create trigger kept before delete or update or truncate on ledger_check_finding for each statement execute function checks_stay_written()
grant insert, select to fairturn_app

create table ledger_check_run (
  id uuid not null,
  run_no bigint not null generated always as identity,
  asked_by text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  entry_count bigint not null,
  last_entry_no bigint not null,
  head bytea not null,
  liabilities_minor bigint not null,
  revenue_minor bigint not null,
  cash_minor bigint not null,
  finding_count integer not null,
  mode text not null default 'full',
  since timestamptz,
  checkpoint jsonb,
  constraint ledger_check_run_run_no_key unique (run_no),
  constraint ledger_check_run_pkey primary key (id),
  constraint ledger_check_run_asked_by_check check (asked_by <> ''),
  constraint ledger_check_run_check check (finished_at >= started_at),
  constraint ledger_check_run_entry_count_check check (entry_count >= 0),
  constraint ledger_check_run_finding_count_check check (finding_count >= 0),
  constraint ledger_check_run_head_check check (length(head) = 32),
  constraint ledger_check_run_mode_check check (mode in ('incremental', 'full', 'chunked')),
  constraint run_of_new_entries_continues check ((since is not null) = (mode = 'incremental')),
  constraint run_with_findings_has_no_checkpoint check (checkpoint is null or finding_count = 0)
)
create index ledger_check_run_right on ledger_check_run using btree (mode, run_no desc) where finding_count = 0
create index ledger_check_run_started on ledger_check_run using btree (started_at desc, id desc)
create trigger kept before delete or update or truncate on ledger_check_run for each statement execute function checks_stay_written()
grant insert, select to fairturn_app

create table ledger_daily_total (
  day date not null,
  chain integer not null,
  type text not null,
  kind text not null,
  entry_count bigint not null,
  receiving_count bigint not null,
  received_minor bigint not null,
  moved_minor bigint not null,
  constraint ledger_daily_total_pkey primary key (day, chain, type, kind)
) with (fillfactor=50)
create trigger total_is_not_set before insert or delete or update or truncate on ledger_daily_total for each statement when (pg_trigger_depth() = 0 and current_setting('fairturn.folding', true) is distinct from 'on') execute function ledger_total_is_not_set()
grant select to fairturn_app

create table ledger_freeze (
  id uuid not null,
  scope text not null,
  subject text not null,
  run_id uuid not null,
  finding_no integer not null,
  frozen_at timestamptz not null,
  released_at timestamptz,
  release_proposed_by uuid,
  released_by uuid,
  release_reason text,
  constraint ledger_freeze_pkey primary key (id),
  constraint ledger_freeze_release_proposed_by_fkey foreign key (release_proposed_by) references operator(id),
  constraint ledger_freeze_released_by_fkey foreign key (released_by) references operator(id),
  constraint ledger_freeze_run_id_finding_no_fkey foreign key (run_id, finding_no) references ledger_check_finding(run_id, finding_no),
  constraint ledger_freeze_run_id_fkey foreign key (run_id) references ledger_check_run(id),
  constraint ledger_freeze_check check ((scope in ('payouts', 'staff_approvals')) = (subject = 'all')),
  constraint ledger_freeze_is_released_by_two check ((num_nonnulls(released_at, release_proposed_by, released_by, release_reason) in (0, 4)) and (released_by is null or released_by <> release_proposed_by)),
  constraint ledger_freeze_release_reason_check check (release_reason <> ''),
  constraint ledger_freeze_scope_check check (scope in ('member_money', 'campaign_money', 'campaign_payments', 'payouts', 'staff_approvals')),
  constraint ledger_freeze_subject_check check (subject <> '')
)
create index ledger_freeze_frozen on ledger_freeze using btree (frozen_at desc, id desc)
create unique index ledger_freeze_open on ledger_freeze using btree (scope, subject) where released_at is null
create trigger kept before delete or truncate on ledger_freeze for each statement execute function checks_stay_written()
create trigger released_once before update on ledger_freeze for each row execute function ledger_freeze_is_released_once()
grant insert, select to fairturn_app
grant update (released_at, release_proposed_by, released_by, release_reason) to fairturn_app

create table ledger_pass (
  id uuid not null,
  one_at_a_time boolean not null default true,
  started_at timestamptz not null,
  read_to bigint not null default 0,
  chains jsonb not null,
  accounts_to bigint default 0,
  captured numeric not null default 0,
  chunks integer not null default 0,
  checked text[] not null default '{}',
  holds_to uuid default '00000000-0000-0000-0000-000000000000'::uuid,
  holds_before timestamptz not null default clock_timestamp() - '01:00:00'::interval,
  held numeric not null default 0,
  constraint ledger_pass_one_at_a_time_key unique (one_at_a_time),
  constraint ledger_pass_pkey primary key (id),
  constraint ledger_pass_one_at_a_time_check check (one_at_a_time)
)
grant delete, insert, select to fairturn_app
grant update (read_to, chains, accounts_to, captured, chunks, checked, holds_to, holds_before, held) to fairturn_app

create table ledger_pass_total (
  day date not null,
  type text not null,
  kind text not null,
  entry_count bigint not null,
  receiving_count bigint not null,
  received_minor bigint not null,
  moved_minor bigint not null,
  constraint ledger_pass_total_pkey primary key (day, type, kind)
)
grant delete, insert, select to fairturn_app
grant update (entry_count, receiving_count, received_minor, moved_minor) to fairturn_app

create table posting (
  entry_id uuid not null,
  entry_no bigint not null,
  posting_no integer not null,
  account_no bigint not null,
  amount_minor bigint not null,
  balance_after bigint not null,
  version bigint not null,
  constraint posting_pkey primary key (account_no, version),
  constraint posting_amount_minor_check check (amount_minor <> 0),
  constraint posting_posting_no_check check (posting_no >= 1)
)
create index posting_by_amount on posting using brin (entry_no, abs(amount_minor) int8_bloom_ops (n_distinct_per_range='1000', false_positive_rate='0.001')) with (pages_per_range='128', autosummarize='on')
create index posting_by_entry_no on posting using brin (entry_no) with (pages_per_range='64', autosummarize='on')
create trigger append_only before delete or update or truncate on posting for each statement execute function ledger_append_only()
create trigger move_balances after insert on posting referencing new table as added for each statement execute function ledger_postings_move_balances()
grant select to fairturn_app

CREATE OR REPLACE FUNCTION public.checks_stay_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on % is refused: what was checked stays written', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.correction_fits()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_gave bigint;
  v_taken bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('correction ' || new.corrects, 0));
  select sum(p.amount_minor) into v_gave
  from entry e join posting p on p.entry_no = e.entry_no
  join account a on a.no = p.account_no
  where e.id = new.corrects and a.id = ledger_account_id('member_available', new.member_id::text)
    and e.type in ('deposit_credited', 'withdrawal_returned', 'campaign_ended', 'level_refunded', 'adjustment');
  select sum(taken_minor + loss_minor) into v_taken from correction where corrects = new.corrects and entry_id <> new.entry_id;
  if new.taken_minor + new.loss_minor > coalesce(v_gave, 0) - coalesce(v_taken, 0) then
    raise exception 'a correction takes more than the entry % gave', new.corrects
      using errcode = 'check_violation', constraint = 'correction_fits';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.credit_loss_is_whole_and_falls()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' and new.left_minor <> new.lost_minor or tg_op = 'UPDATE' and new.left_minor > old.left_minor then
    raise exception 'a loss begins whole, and only becomes less' using errcode = 'check_violation', constraint = 'credit_loss_falls';
  end if;
  return new;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_account_id(kind text, holder_id text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select encode(set_byte(set_byte(digest, 6, (get_byte(digest, 6) & 15) | 128), 8, (get_byte(digest, 8) & 63) | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('account ' || kind || ' ' || holder_id, 'UTF8')) for 16)) as made (digest)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_account_starts_empty()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.kind not in ('cash', 'revenue', 'own_money', 'vat', 'member_available', 'member_held', 'campaign_escrow', 'campaign_fee',
    'campaign_vat', 'level_fee', 'unmatched_payment') then
    raise exception 'there is no account kind %', new.kind using errcode = 'check_violation';
  end if;
  if new.balance_minor <> 0 or new.reserved_minor <> 0 or new.version <> 0
    or new.may_go_negative <> (new.kind in ('cash', 'own_money')) or new.id <> ledger_account_id(new.kind, new.holder_id) then
    raise exception 'an account starts empty, with the id that follows from its kind and holder' using errcode = 'check_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception '% on % is refused: the ledger is append-only', tg_op, tg_table_name using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.ledger_balance_is_not_set()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a balance is only the sum of its postings' using errcode = 'check_violation';
end $function$


CREATE OR REPLACE FUNCTION public.ledger_fold_totals(p_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Not as a setting of the function: only a superuser could create it so.
  perform set_config('fairturn.folding', 'on', true);
  with folded as (delete from ledger_daily_total where day < p_day and chain <> 0 returning *)
  insert into ledger_daily_total as t
  select day, 0, type, kind, sum(entry_count), sum(receiving_count), sum(received_minor), sum(moved_minor)
  from folded group by day, type, kind
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count,
    received_minor = t.received_minor + excluded.received_minor, moved_minor = t.moved_minor + excluded.moved_minor;
  perform set_config('fairturn.folding', 'off', true);
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_freeze_is_released_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.released_at is not null or (new.id, new.scope, new.subject, new.run_id, new.finding_no, new.frozen_at)
      is distinct from (old.id, old.scope, old.subject, old.run_id, old.finding_no, old.frozen_at) then
    raise exception 'a freeze is never changed, and released once' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_hold_resolves_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a hold is placed open, resolved once and never changed' using errcode = 'restrict_violation';
end $function$


CREATE OR REPLACE FUNCTION public.ledger_holds_reserve()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update account a set reserved_minor = a.reserved_minor + s.amount
  from (
    select account_id, sum(case when status = 'open' then amount_minor else -amount_minor end)::bigint as amount
    from changed group by account_id
  ) s
  where a.id = s.account_id;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_link(previous_hash bytea, request_hash bytea, entry_no bigint, created_at timestamp with time zone)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(previous_hash || request_hash || int8send(entry_no) || timestamptz_send(created_at))
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_magnitude(balance_minor bigint)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (sign(balance_minor) * floor(8 * ln(abs(balance_minor)::float8 + 1)))::smallint
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_open_accounts(kinds text[], holder_ids text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  insert into account (id, kind, holder_id, may_go_negative)
  select ledger_account_id(a.kind, a.holder_id), a.kind, a.holder_id, a.kind = 'cash'
  from unnest(kinds, holder_ids) as a (kind, holder_id)
  order by 1
  on conflict do nothing
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_place_hold(p_id uuid, p_account uuid, p_amount bigint, p_refers_to text, p_expires_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_post(p_id uuid[], p_type text[], p_refers_to text[], p_actor text[], p_note text[], p_event_at timestamp with time zone[], p_capture uuid[], p_posting_count integer[], p_accounts uuid[], p_entry integer[], p_posting_no integer[], p_slot integer[], p_amount bigint[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_postings_move_balances()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
  with moved as materialized (
    select (e.event_at at time zone 'UTC')::date as day, e.chain, e.type, a.kind, count(*) as postings,
      count(*) filter (where p.posting_no = 1) as entry_count,
      count(distinct p.entry_id) filter (where p.amount_minor > 0) as receiving_count,
      coalesce(sum(p.amount_minor) filter (where p.amount_minor > 0), 0) as received_minor, sum(p.amount_minor) as moved_minor
    from added p
    -- `offset 0`: looked up by key for each posting, whatever the planner believes of a batch's size.
    cross join lateral (select id, event_at, chain, type from entry where id = p.entry_id offset 0) e
    cross join lateral (select kind from account where no = p.account_no offset 0) a
    group by 1, 2, 3, 4
  ), adjusted as (
    insert into running_total (name, key, day, count, amount_minor)
    select 'cash_adjusted', '', day, postings, -moved_minor from moved where kind = 'cash' and type in ('adjustment', 'reversal')
  )
  insert into ledger_daily_total as t
  select day, chain, type, kind, entry_count, receiving_count, received_minor, moved_minor from moved order by 1, 2, 3, 4
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count,
    received_minor = t.received_minor + excluded.received_minor, moved_minor = t.moved_minor + excluded.moved_minor;
  return null;
end $function$


CREATE OR REPLACE FUNCTION public.ledger_release_holds(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  v_count int;
begin
  perform from account where id in (select account_id from hold where id = any (p_ids)) order by id for no key update;
  update hold set status = 'released', resolved_at = clock_timestamp() where id = any (p_ids) and status = 'open';
  get diagnostics v_count = row_count;
  return v_count;
end $function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_request_hash(id uuid, event_at timestamp with time zone, capture uuid, type text, refers_to text, actor text, note text, postings bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(
    uuid_send(id) || timestamptz_send(event_at)
    || case when capture is null then '\x00'::bytea else '\x01'::bytea || uuid_send(capture) end
    || int4send(octet_length(type)) || int4send(octet_length(refers_to)) || int4send(octet_length(actor))
    || int4send(octet_length(note)) || convert_to(type || refers_to || actor || note, 'UTF8') || postings)
$function$

grant execute to fairturn_app

CREATE OR REPLACE FUNCTION public.ledger_total_is_not_set()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a total is only the sum of its postings' using errcode = 'check_violation';
end $function$

