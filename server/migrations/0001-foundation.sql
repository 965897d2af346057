-- Why: the application must not own its tables, and idempotency keys and rate limits must be shared by every process.

-- Roles belong to the whole cluster, so several databases may be migrated at once and meet here.
do $$
begin
  for attempt in 1..20 loop
    begin
      if not exists (select from pg_roles where rolname = 'fairturn_app') then
        create role fairturn_app nologin;
      end if;
      if not (select rolsuper from pg_roles where rolname = current_user)
        and not exists (
          select from pg_auth_members
          where roleid = 'fairturn_app'::regrole and member = current_user::regrole and not admin_option)
      then
        execute format('grant fairturn_app to %I', current_user);
      end if;
      return;
    exception when duplicate_object or unique_violation or internal_error or undefined_object then
      perform pg_sleep(0.05);
    end;
  end loop;
  raise exception 'the role fairturn_app could not be made';
end $$;

grant usage on schema public to fairturn_app;
alter default privileges in schema public grant select, insert, update, delete on tables to fairturn_app;
alter default privileges in schema public grant usage on sequences to fairturn_app;
alter default privileges in schema public grant execute on functions to fairturn_app;

-- The answer to a call that may be repeated, written with its effect; a repeat with other content is refused by the hash.
create table idempotency (
  member_id uuid not null,
  key text not null,
  path text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (member_id, key)
);
create index idempotency_created_at on idempotency (created_at);

create table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits int not null,
  primary key (bucket, window_start)
);
create index rate_limit_window_start on rate_limit (window_start);
