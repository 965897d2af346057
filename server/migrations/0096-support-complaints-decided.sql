-- Why: nobody decides about their own decision, and what a complaint has overruled is not decided the same way again.

-- Who made the decision that a complaint is about, as actors of the audit log: whoever recorded it since, and both people of a text
-- that took two.
create function complaint_deciders(p_conversation_id uuid) returns table (actor text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select e.actor from complaint c join audit_event e on e.id = c.target_id
  where c.conversation_id = p_conversation_id and c.against = 'staff_action'
  union
  select e.actor from complaint c join audit_event e on e.object_id = c.target_id::text and e.at >= c.decision_at
  where c.conversation_id = p_conversation_id and e.action = case c.against
    when 'withdrawal_refused' then 'withdrawal_refused' when 'campaign_rejected' then 'campaign_rejected'
    when 'conduct_lock' then 'member_locked' else 'order_reviewed' end
    and c.against <> 'staff_action'
  union
  select e.actor from complaint c join objection b on b.order_id = c.target_id
    join audit_event e on e.object_id = b.id::text and e.action = 'objection_decided'
  where c.conversation_id = p_conversation_id and c.against = 'visits_refused'
  union
  select 'operator:' || p.decided_by from complaint c join proposal p on p.decided_at >= c.decision_at and p.status = 'executed'
    and (p.content -> 'params' ->> 'withdrawal_id' = c.target_id::text or p.content -> 'params' ->> 'order_id' = c.target_id::text
      or p.content -> 'params' ->> 'campaign_id' = c.target_id::text or p.content -> 'params' ->> 'member_id' = c.target_id::text
      or p.kind = 'conduct_lock_again' and p.member_id = c.target_id)
  where c.conversation_id = p_conversation_id and c.against <> 'staff_action'
$$;

-- A conduct lock that a complaint or its time has ended: the same facts lock nobody again, others take two people for 30 days.
create table overruled_lock (
  id uuid primary key,
  member_id uuid not null references member (id),
  -- Letters and digits of the reason in lower case.
  facts text not null,
  at timestamptz not null
);
create index overruled_lock_of_member on overruled_lock (member_id, at desc);

-- A refusal that a complaint has overruled: the same reason refuses nothing to the same account of that member again.
create table overruled_refusal (
  withdrawal_id uuid primary key references withdrawal (id),
  member_id uuid not null references member (id),
  at timestamptz not null
);
create index overruled_refusal_of_member on overruled_refusal (member_id);
revoke execute on function complaint_deciders from public;
grant execute on function complaint_deciders to fairturn_app;
