-- Why: a credit that a revoked statement had taken back could be corrected once more, to another member. A reversal is a correction
-- of the whole credit now, so those of before are too.
insert into correction (entry_id, corrects, member_id, taken_minor, loss_minor)
select distinct on (d.id) r.id, e.id, d.member_id, d.taken_back_minor, d.received_minor - d.taken_back_minor
from deposit d
join entry e on e.refers_to = d.id::text and e.type = 'deposit_credited'
join bank_line l on l.deposit_id = d.id
join entry r on r.refers_to = l.id::text and r.type = 'credit_reversed'
where d.taken_back_at is not null and not exists (select from correction c where c.corrects = e.id)
order by d.id, r.entry_no;
comment on table correction is 'What adjustments and reversals took from members, and of which entry; only ever added to.';
