-- Why: two payouts of one amount could not be told apart in the notices that they were paid, returned or refused: these name the
-- withdrawal's reference now, and those of before get it.
update notification n set params = n.params || jsonb_build_object('reference', w.reference)
from withdrawal w
where n.kind in ('withdrawal_paid', 'withdrawal_returned', 'withdrawal_refused') and not n.params ? 'reference'
  and n.path = '/withdraw?withdrawal=' || w.id and w.member_id = n.member_id;
