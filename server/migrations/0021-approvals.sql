-- Why: what no single operator may do is written down exactly, done only when another person approves just that, and done once.

create table proposal (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)+$'),
  -- Exactly what will be done, and its hash with the kind; neither ever changes.
  content jsonb not null,
  content_hash bytea not null check (length(content_hash) = 32),
  reason text not null check (reason <> ''),
  -- Whose account it would touch.
  member_id uuid references member (id),
  proposed_by uuid not null references operator (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'executed', 'rejected', 'withdrawn', 'void')),
  decided_by uuid references operator (id),
  decided_at timestamptz,
  -- Why it was rejected.
  decision_reason text check (decision_reason <> ''),
  -- The last try to carry it out that failed; nothing of it was done.
  failed_at timestamptz,
  failure text,
  check ((status = 'open') = (decided_at is null)),
  constraint proposal_is_decided_by_another check (
    status not in ('executed', 'rejected') or (decided_by is not null and decided_by <> proposed_by)),
  constraint proposal_is_withdrawn_by_its_own check (status <> 'withdrawn' or decided_by = proposed_by),
  constraint proposal_is_executed_in_time check (status <> 'executed' or decided_at < expires_at),
  constraint proposal_rejection_gives_a_reason check (status <> 'rejected' or decision_reason is not null)
);
create index proposal_open on proposal (id desc) where status = 'open';
create index proposal_of_member on proposal (member_id, id desc) where member_id is not null;

create function proposal_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.status <> 'open' or (new.id, new.kind, new.content, new.content_hash, new.reason, new.member_id, new.proposed_by,
      new.proposed_at, new.expires_at) is distinct from (old.id, old.kind, old.content, old.content_hash, old.reason,
      old.member_id, old.proposed_by, old.proposed_at, old.expires_at) then
    raise exception 'a proposal is never changed, and decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger decided_once before update on proposal for each row execute function proposal_is_decided_once();
create trigger kept before delete or truncate on proposal for each statement execute function staff_append_only();

revoke update, delete on proposal from fairturn_app;
grant update (status, decided_by, decided_at, decision_reason, failed_at, failure) on proposal to fairturn_app;
revoke execute on function proposal_is_decided_once from public, fairturn_app;

alter table staff_act drop constraint staff_act_gives_a_reason;
alter table staff_act add constraint staff_act_gives_a_reason check (reason is not null or action not in (
  'member_looked_at', 'member_locked', 'member_unlocked', 'campaign_rejected', 'deposit_refused',
  'withdrawal_returned', 'withdrawal_refused', 'operator_invited', 'operator_role_changed', 'operator_disabled',
  'operator_recovered', 'proposal_made', 'proposal_approved', 'proposal_rejected'));
