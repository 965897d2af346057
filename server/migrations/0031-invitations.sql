-- Why: registering needs an invite code, and a deployment begins without a member who has one; operators make codes of the house.
create table invitation (
  id uuid primary key,
  -- Ten characters, where a member's own code has eight: neither can be drawn as the other.
  code text not null constraint invitation_code_is_unique unique check (code ~ '^[A-Z0-9]{10}$'),
  note text not null check (length(note) between 1 and 200),
  max_uses int not null check (max_uses between 1 and 10000),
  uses int not null default 0,
  expires_at timestamptz not null,
  -- Null: by `npm run members:invite`.
  created_by uuid references operator (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references operator (id),
  check (expires_at > created_at),
  check (num_nonnulls(ended_at, ended_by) in (0, 2)),
  constraint invitation_has_no_more_uses check (uses between 0 and max_uses)
);
revoke update, delete on invitation from fairturn_app;
grant update (uses, ended_at, ended_by) on invitation to fairturn_app;

-- Who came by a code of the house has no inviter.
alter table member
  add column invitation_id uuid references invitation (id),
  add constraint member_came_one_way check (num_nonnulls(invited_by, invitation_id) <= 1);
create index member_invitation on member (invitation_id, id) where invitation_id is not null;
