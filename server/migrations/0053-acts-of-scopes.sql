-- Why: acts on a freeze are named by its scope. What the log already says stays: it is chained by hash.

alter table staff_act drop constraint staff_act_of_the_books_gives_a_reason;
alter table staff_act add constraint staff_act_of_the_ledger_gives_a_reason check (reason is not null or action not in (
  'balance_adjusted', 'refund_granted', 'payout_account_changed', 'money_frozen', 'money_released',
  'scope_frozen', 'scope_released'));
