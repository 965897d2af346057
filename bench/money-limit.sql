-- The limit of bench/money.ts: one function an operation writes the rows that the product writes, and checks nothing. Runs
-- with session_replication_role = replica: no triggers, no foreign keys. Hashes are of the right length, and nothing more.

create function limit_entry(
  p_id uuid, p_type text, p_refers_to text, p_actor text, p_captured uuid, p_captured_minor bigint,
  p_accounts uuid[], p_amounts bigint[]
) returns void language plpgsql as $$
declare
  v_no bigint := nextval('entry_no');
  v_now timestamptz := now();
  v_hash bytea := sha256(uuid_send(p_id));
  v_chain int;
  v_previous bytea;
begin
  select no, hash into v_chain, v_previous from chain order by no limit 1 for no key update skip locked;
  update chain set length = length + 1, last_entry_no = v_no, hash = v_hash where no = v_chain;
  insert into entry (id, entry_no, type, refers_to, actor, note, capture, event_at, created_at, posting_count, chain, request_hash, previous_hash, hash)
  values (p_id, v_no, p_type, p_refers_to, p_actor, '', p_captured, v_now, v_now, cardinality(p_accounts), v_chain, v_hash, v_previous, v_hash);
  with moved as (
    update account a set balance_minor = a.balance_minor + p.minor, version = a.version + 1,
      reserved_minor = a.reserved_minor - case when p.no = 1 then p_captured_minor else 0 end
    from unnest(p_accounts, p_amounts) with ordinality as p (id, minor, no) where a.id = p.id
    returning p.no as posting_no, a.no, a.kind, p.minor, a.balance_minor, a.version
  ), posted as (
    insert into posting (entry_id, entry_no, posting_no, account_no, amount_minor, balance_after, version)
    select p_id, v_no, posting_no, no, minor, balance_minor, version from moved
  )
  insert into ledger_daily_total as t (day, chain, type, kind, entry_count, receiving_count, received_minor, moved_minor)
  select (v_now at time zone 'UTC')::date, v_chain, p_type, kind, (posting_no = 1)::int, (minor > 0)::int, greatest(minor, 0), minor from moved
  on conflict (day, chain, type, kind) do update set entry_count = t.entry_count + excluded.entry_count,
    receiving_count = t.receiving_count + excluded.receiving_count, received_minor = t.received_minor + excluded.received_minor,
    moved_minor = t.moved_minor + excluded.moved_minor;
end $$;

create function limit_answer(p_member uuid, p_key text, p_path text, p_answer jsonb) returns void language sql as $$
  insert into idempotency (member_id, key, path, request_hash, answer, created_at)
  values (p_member, p_key, p_path, sha256(uuid_send(p_member)), p_answer, now())
$$;

create function limit_notice(p_id uuid, p_member uuid, p_kind text, p_params jsonb) returns void language sql as $$
  insert into notification (id, member_id, kind, params, path, created_at) values (p_id, p_member, p_kind, p_params, '/individual/history', now())
$$;

create function limit_claim(p_member uuid, p_order uuid, p_award uuid, p_entry uuid) returns void language plpgsql as $$
declare
  v orders;
begin
  perform limit_answer(p_member, p_order::text, 'product-claim-reward', 'null');
  update orders set status = 'done', claimed_at = now() where id = p_order returning * into v;
  update campaign set open_visits = open_visits - v.target, held_minor = held_minor - v.reward_minor,
    delivered_visits = delivered_visits + v.target, delivered_minor = delivered_minor + v.reward_minor where id = v.campaign_id;
  insert into award (id, order_id, member_id, campaign_id, entry_id, reward_minor, bonus_minor, quality_bp, claimed_at, automatic)
  values (p_award, p_order, p_member, v.campaign_id, p_entry, v.reward_minor, 0, 10000, now(), false);
  update hold set status = 'captured', resolved_at = now() where id = v.hold_id;
  perform limit_entry(p_entry, 'award_claimed', p_order::text, p_member::text, v.hold_id, v.reward_minor,
    array[ledger_account_id('campaign_escrow', v.campaign_id::text), ledger_account_id('member_available', p_member::text)],
    array[-v.reward_minor, v.reward_minor]);
end $$;

create function limit_deposit(
  p_member uuid, p_deposit uuid, p_event text, p_payment text, p_audit_event uuid, p_notice uuid, p_entry uuid
) returns void language plpgsql as $$
declare
  v_hash bytea := sha256(uuid_send(p_audit_event));
  v_minor bigint := 5000;
begin
  insert into card_event (id, type, happened_at, received_at, status, note, deposit_id, payment_intent, amount_minor, currency)
  values (p_event, 'checkout.session.completed', now(), now(), 'applied', 'credited', p_deposit, p_payment, v_minor, 'usd');
  update deposit set status = 'credited', settled_at = now(), settled_by = 'stripe', received_minor = v_minor, evidence = 'stripe:' || p_payment
  where id = p_deposit;
  insert into running_total (name, key, day, count, amount_minor) values ('cash_without_bank_line', '', now()::date, 1, v_minor);
  insert into card_payment (deposit_id, member_id, payment_id, paid_at, paid_minor, left_minor)
  values (p_deposit, p_member, p_payment, now(), v_minor, v_minor);
  insert into audit_event (id, at, actor, action, object_kind, object_id, member_id, before, after)
  values (p_audit_event, now(), 'stripe', 'deposit_credited', 'deposit', p_deposit::text, p_member, '{"status": "awaiting"}',
    '{"status": "credited", "received": "50.00"}');
  perform limit_notice(p_notice, p_member, 'deposit_credited', '{"amount": "50.00", "reference": "FT-Z000-0015"}');
  perform limit_entry(p_entry, 'deposit_credited', p_deposit::text, 'stripe', null, 0,
    array[ledger_account_id('cash', (get_byte(uuid_send(p_entry), 0) % 16)::text), ledger_account_id('member_available', p_member::text)],
    array[-v_minor, v_minor]);
  with chained as (update audit_chain set length = length + 1, hash = v_hash returning length)
  insert into audit_event_link (no, audit_event_id, previous_hash, hash) select length, p_audit_event, v_hash, v_hash from chained;
end $$;

create function limit_campaign(p_member uuid, p_session uuid, p_campaign uuid, p_entry uuid, p_key text, p_answer jsonb) returns void
language plpgsql as $$
declare
  v_escrow uuid := ledger_account_id('campaign_escrow', p_campaign::text);
  v_fee uuid := ledger_account_id('campaign_fee', p_campaign::text);
begin
  perform limit_answer(p_member, p_key, 'campaigns/:campaign_id/pay', p_answer);
  update campaign set status = 'review', paid_at = now() where id = p_campaign;
  insert into account (id, kind, holder_id, may_go_negative)
  values (v_escrow, 'campaign_escrow', p_campaign::text, false), (v_fee, 'campaign_fee', p_campaign::text, false);
  update session set payments_minor = payments_minor - 1050 where id = p_session;
  perform limit_entry(p_entry, 'campaign_paid', p_campaign::text, 'member:' || p_member, null, 0,
    array[ledger_account_id('member_available', p_member::text), v_escrow, v_fee], array[-1050, 1000, 50]);
end $$;

create function limit_withdrawal(
  p_member uuid, p_withdrawal uuid, p_reference text, p_notice uuid, p_entry uuid, p_key text, p_answer jsonb
) returns void language plpgsql as $$
begin
  perform limit_answer(p_member, p_key, 'withdraw', p_answer);
  insert into withdrawal (id, member_id, amount_minor, fee_minor, reference, holder, iban, payee_address, requested_at)
  select p_withdrawal, p_member, 1000, 0, p_reference, holder, iban,
    '{"city": "Berlin", "region": "", "street": "Street 1", "country": "DE", "postal_code": "10115"}', now() from bank_details where member_id = p_member;
  perform limit_notice(p_notice, p_member, 'withdrawal_requested', '{"amount": "10.00", "account": "•••• 0005"}');
  perform limit_entry(p_entry, 'withdrawal_requested', p_withdrawal::text, 'member:' || p_member, null, 0,
    array[ledger_account_id('member_available', p_member::text), ledger_account_id('member_held', p_member::text)], array[-1000, 1000]);
end $$;

create function limit_level(p_member uuid, p_purchase uuid, p_notice uuid, p_entry uuid, p_key text, p_answer jsonb) returns void
language plpgsql as $$
declare
  v_to uuid := '019a0000-0000-7000-8000-000000000002';
  v_from uuid := '019a0000-0000-7000-8000-000000000001';
  v_fee uuid := ledger_account_id('level_fee', p_purchase::text);
begin
  perform limit_answer(p_member, p_key, 'update-level', p_answer);
  insert into account (id, kind, holder_id, may_go_negative) values (v_fee, 'level_fee', p_purchase::text, false);
  insert into level_purchase (id, member_id, level_id, from_level_id, fee_minor, bought_at) values (p_purchase, p_member, v_to, v_from, 2000, now());
  insert into running_total (name, key, day, count, amount_minor)
  values ('level_bought', v_to::text, '-infinity', 1, 0), ('level_members', v_from::text, '-infinity', -1, 0), ('level_members', v_to::text, '-infinity', 1, 0);
  update member set level_id = v_to where id = p_member;
  perform limit_notice(p_notice, p_member, 'level_bought', '{"fee": "20.00", "level": "Level 2", "until": "2026-12-12T11:40:06.502Z"}');
  perform limit_entry(p_entry, 'level_bought', p_purchase::text, 'member:' || p_member, null, 0,
    array[ledger_account_id('member_available', p_member::text), v_fee], array[-2000, 2000]);
end $$;

create function limit_link(p_visit uuid, p_link uuid) returns void language plpgsql as $$
declare
  v_hash bytea := decode(replace(p_visit::text, '-', ''), 'hex');
begin
  insert into visit (id, day, link_id, at, visitor_hash, visitor_before, network_hash, network_before, address_hash, address_before, locale)
  values (p_visit, (now() at time zone 'UTC')::date, p_link, now(), v_hash, v_hash, v_hash, v_hash, v_hash, v_hash, 'vn');
end $$;
