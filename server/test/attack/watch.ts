// Watches every row of a test database: which changes were committed since the last call.
import type { TestDatabase } from '../database.ts'

export interface Change {
  readonly table: string
  readonly row: string
  /** 1: inserted; -1: deleted (an update is both). */
  readonly sign: number
}

/**
 * Not counted as changes: rate limits, refused calls and checks of messages count on purpose what was refused or answered no; devices and the day's salt are stored for every
 * visitor; and a refusal is stored under its idempotency key.
 */
const COUNTED_ALWAYS = [
  'rate_limit_bucket',
  'member_device',
  'member_link',
  'refused_call',
  'message_check',
  'visit_salt',
]

const SET_UP = `
  create schema watch;
  create table watch.change (id bigint generated always as identity, name text, sign int, row text);
  create function watch.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_table_name = 'idempotency' and tg_op = 'INSERT' and to_jsonb(new) ->> 'refused' is not null then return null; end if;
    if tg_op <> 'INSERT' then insert into watch.change (name, sign, row) values (tg_table_name, -1, old::text); end if;
    if tg_op <> 'DELETE' then insert into watch.change (name, sign, row) values (tg_table_name, 1, new::text); end if;
    return null;
  end $$;
  grant usage on schema watch to public;
  do $$
  declare each regclass;
  begin
    for each in
      select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs'))
        and c.relname <> all ('{${COUNTED_ALWAYS.join()}}')
    loop
      execute format('create trigger watch after insert or update or delete on %s for each row execute function watch.note()', each);
    end loop;
  end $$;`

/** Starts watching; the returned function returns the net changes since its last call. */
export async function watchRows(database: TestDatabase): Promise<() => Promise<Change[]>> {
  await database.asSchemaOwner(SET_UP)
  return () =>
    database.asSchemaOwner<Change & Record<string, unknown>>(
      `with noted as (delete from watch.change returning *)
       select name as table, row, sum(sign)::int as sign from noted group by name, row having sum(sign) <> 0 order by min(id)`,
    )
}
