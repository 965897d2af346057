-- Why: whoever gave a bought level back before a campaign ended kept its discount; so much of the fee now waits for that campaign.

alter table level_purchase
  -- Discount beyond the free level's of paid campaigns that have not closed yet.
  add column open_discount_minor bigint not null default 0 check (open_discount_minor >= 0);

update level_purchase p set open_discount_minor = d.amount_minor
from (
  select level_purchase_id, sum(extra_discount_minor) as amount_minor
  from (
    select level_purchase_id, extra_discount_minor from campaign where paid_at is not null and closed_at is null
    union all
    select t.level_purchase_id, t.extra_discount_minor from campaign_top_up t
    join campaign c on c.id = t.campaign_id where c.closed_at is null
  ) discount
  where level_purchase_id is not null group by level_purchase_id
) d
where p.id = d.level_purchase_id;

-- What is closed is settled to the cent once no campaign with its discount is open.
do $$
begin
  execute (select format('alter table level_purchase drop constraint %I', conname) from pg_constraint
    where conrelid = 'level_purchase'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%recognised_minor + refunded_minor%');
end $$;
alter table level_purchase
  add constraint level_purchase_is_settled check (
    state = 'open' or recognised_minor + refunded_minor = fee_minor
    or (open_discount_minor > 0 and recognised_minor + refunded_minor < fee_minor));
