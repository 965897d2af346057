-- Why: a trigger function that is not security definer finds its tables by the session's search path, on which temporary
-- tables come first: a temporary `proposal` or `operator` answered what the check asked. And who reviewed an order or decided
-- an objection was any text.

do $$
declare name regprocedure;
begin
  for name in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype and p.proconfig is null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', name);
  end loop;
end $$;

-- An operator who can sign in now and whose role reviews orders.
create function names_who_reviews_orders(p_actor text) returns boolean language sql stable as $$
  select names_an_operator(p_actor) and exists (
    select from operator o
    where 'operator:' || o.id = p_actor and o.set_up and o.disabled_at is null
      and o.role in ('support', 'owner'))
$$;

-- The column is named by each trigger; what stays as it was is not asked again.
create function actor_reviews_orders() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_actor text := to_jsonb(new) ->> tg_argv[0];
begin
  if (tg_op = 'INSERT' or v_actor is distinct from to_jsonb(old) ->> tg_argv[0])
    and not names_who_reviews_orders(v_actor) then
    perform refuse_unknown_actor(tg_table_name, v_actor);
  end if;
  if tg_table_name = 'objection' and exists (
    select from orders o where o.id = (to_jsonb(new) ->> 'order_id')::uuid and o.reviewed_by = v_actor
  ) then
    raise exception 'who reviewed an order does not decide its objection'
      using errcode = 'check_violation', constraint = 'objection_is_decided_by_another';
  end if;
  return new;
end $$;
create trigger known_reviewer before insert or update of reviewed_by on orders for each row
  when (new.reviewed_by is not null) execute function actor_reviews_orders('reviewed_by');
-- The timeout decides in the carrier's favour once it is over.
create trigger known_decider before insert or update of decided_by, by_silence, decided_at on objection for each row
  when (new.decided_by is not null and not (new.decided_by = 'system' and new.by_silence and new.decided_at >= new.decide_by))
  execute function actor_reviews_orders('decided_by');
create trigger final_status before update on objection for each row
  when (current_user = 'fairturn_app' and old.decided_at is not null) execute function final_status_is_kept('note');
