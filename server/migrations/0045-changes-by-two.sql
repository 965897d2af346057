-- Why: what a level costs, where money goes and what the service charges is never changed by one person, whatever code says so.

-- What was changed before this was lawful then.
alter table version add constraint version_takes_two check (
  approved_by is not null or operator_id is null or not (
    kind = 'level'
    or kind = 'page' and key like 'receive-account/%'
    or kind = 'setting' and key in ('receive_account', 'link_deposit', 'link_support', 'service_fee', 'min_withdrawal',
      'withdrawal_fee', 'two_person_withdrawal'))) not valid;
