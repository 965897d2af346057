-- Why: a credit was taken back from a member whose money was in a campaign, and the platform lost it; then the campaign was cancelled
-- and the member had it all. What returns of what was paid before the loss pays it first.
create table credit_loss (
  entry_id uuid primary key references entry,
  member_id uuid not null references member,
  -- As the entries say that pay it.
  refers_to text not null,
  -- Of the deposit or withdrawal; null for a correction.
  reference text,
  booked_at timestamptz not null,
  lost_minor bigint not null check (lost_minor > 0),
  left_minor bigint not null check (left_minor between 0 and lost_minor)
);
create index credit_loss_open on credit_loss (member_id, booked_at, entry_id) where left_minor > 0;
create index credit_loss_of_member on credit_loss (member_id);
create index credit_loss_refers_to on credit_loss (refers_to);

create function credit_loss_is_whole_and_falls() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.left_minor <> new.lost_minor or tg_op = 'UPDATE' and new.left_minor > old.left_minor then
    raise exception 'a loss begins whole, and only becomes less' using errcode = 'check_violation', constraint = 'credit_loss_falls';
  end if;
  return new;
end $$;
create trigger falls before insert or update on credit_loss for each row execute function credit_loss_is_whole_and_falls();
