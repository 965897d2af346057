-- Why: an adjustment could take back an award, or name any old deposit; now it names the entry it corrects, never an award.

create table correction (
  -- The adjustment.
  entry_id uuid primary key references entry (id),
  corrects uuid not null references entry (id),
  member_id uuid not null references member (id),
  taken_minor bigint not null check (taken_minor >= 0),
  -- What the member no longer had beyond their awards: the platform's.
  loss_minor bigint not null check (loss_minor >= 0),
  check (taken_minor + loss_minor > 0)
);
create index correction_of_entry on correction (corrects);
comment on table correction is 'What adjustments took from members, and of which entry; only ever added to.';

-- The second line: never an award, and all corrections of an entry together no more than it gave that member.
create function correction_fits() returns trigger language plpgsql as $$
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
end $$;
create trigger correction_fits before insert on correction for each row execute function correction_fits();
