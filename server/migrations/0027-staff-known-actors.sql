-- Why: columns that say who approved, confirmed, revoked or resolved are texts, and one that names nobody passed every rule
-- about who may: nobody is on no side and has brought nothing in.

create function names_an_operator(p_actor text) returns boolean language sql stable as $$
  select case when p_actor ~ '^operator:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then exists (select from operator o where o.id = substr(p_actor, 10)::uuid) else false end
$$;

-- An operator who can sign in now and whose role moves money.
create function names_who_moves_money(p_actor text) returns boolean language sql stable as $$
  select names_an_operator(p_actor) and exists (
    select from operator o
    where 'operator:' || o.id = p_actor and o.set_up and o.disabled_at is null and o.role in ('finance', 'owner'))
$$;

create function refuse_unknown_actor(p_table text, p_actor text) returns void language plpgsql as $$
begin
  raise exception 'nobody who may decide it is called %', p_actor
    using errcode = 'check_violation', constraint = p_table || '_is_decided_by_somebody';
end $$;

-- The columns are named by each trigger; what stays as it was is not asked again.
create function actors_move_money() returns trigger language plpgsql as $$
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if v_new ->> v_column is not null and v_new ->> v_column is distinct from v_old ->> v_column
      and not names_who_moves_money(v_new ->> v_column) then
      perform refuse_unknown_actor(tg_table_name, v_new ->> v_column);
    end if;
  end loop;
  return new;
end $$;

create trigger known_actors before insert or update of approved_by, proposed_by, sent_by on withdrawal for each row
  when (num_nonnulls(new.approved_by, new.proposed_by, new.sent_by) > 0)
  execute function actors_move_money('approved_by', 'proposed_by', 'sent_by');
create trigger known_actors before insert or update of created_by, exported_by, sent_by on payout_batch for each row
  execute function actors_move_money('created_by', 'exported_by', 'sent_by');
create trigger known_actors before insert or update of resolved_by, confirmed_by, proposed_by on bank_line for each row
  when (num_nonnulls(new.resolved_by, new.confirmed_by, new.proposed_by) > 0)
  execute function actors_move_money('resolved_by', 'confirmed_by', 'proposed_by');
create trigger known_actors before insert or update of proposed_by, approved_by on unmatched_payment_refund for each row
  execute function actors_move_money('proposed_by', 'approved_by');
create trigger known_actors before insert or update of proposed_by, approved_by on hand_import_permit for each row
  execute function actors_move_money('proposed_by', 'approved_by');
create trigger known_actors before insert or update of resolved_by on card_event for each row
  when (new.resolved_by is not null) execute function actors_move_money('resolved_by');
create trigger known_actors before insert or update of confirmed_by, discarded_by, revocation_proposed_by, revoked_by
  on bank_statement for each row
  when (num_nonnulls(new.confirmed_by, new.discarded_by, new.revocation_proposed_by, new.revoked_by) > 0)
  execute function actors_move_money('confirmed_by', 'discarded_by', 'revocation_proposed_by', 'revoked_by');
create trigger known_importer before insert on bank_statement for each row when (not new.from_connection)
  execute function actors_move_money('imported_by');

-- What settles by itself is the program's doing, the bank connection's, the card provider's or the member's own; an operator
-- who imported a statement may be gone when its lines are matched.
create function settled_by_somebody() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.settled_by is not distinct from old.settled_by or names_an_operator(new.settled_by)
    or (case tg_table_name
      when 'withdrawal' then new.status = 'cancelled' and new.settled_by = 'member:' || new.member_id
      else to_jsonb(new) ->> 'method' = 'card' and new.settled_by ~ '^[a-z]+$'
    end) then
    return new;
  end if;
  perform refuse_unknown_actor(tg_table_name, new.settled_by);
  return null;
end $$;
create trigger known_settler before insert or update of settled_by on withdrawal for each row
  when (new.settled_by is not null and new.settled_by not in ('system', 'system bank connection'))
  execute function settled_by_somebody();
create trigger known_settler before insert or update of settled_by on deposit for each row
  when (new.settled_by is not null and new.settled_by not in ('system', 'system bank connection'))
  execute function settled_by_somebody();
