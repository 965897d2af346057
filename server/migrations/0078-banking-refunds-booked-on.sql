-- Why: a refund that the bank booked together with its payment file has no line of its own, so by the lines alone it stayed in
-- transit in the reconciliation. Like a withdrawal it now says on which day the bank booked it.
alter table unmatched_payment_refund add column if not exists booked_on date not null default 'infinity';

update unmatched_payment_refund r set booked_on = coalesce(
  (select min(l.booking_day) from bank_line l where l.refund_id = r.id and l.finding = 'refund_paid'),
  (r.settled_at at time zone 'UTC')::date)
where r.status = 'paid' and r.booked_on = 'infinity';
update unmatched_payment_refund r set booked_on = l.booking_day
from bank_line l where l.refund_id = r.id and l.finding = 'refund_paid' and r.status = 'returned';
