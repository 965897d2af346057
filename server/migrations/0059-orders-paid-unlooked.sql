-- An operator may pay orders without a look, as time would: it counts as silence, and the row says who did it.
alter table order_review drop constraint order_review_check2;
alter table order_review add constraint order_review_check2
  check (decided_by <> 'system' or outcome in ('silence', 'with_other'));
alter table order_review drop constraint order_review_silence_is_late;
alter table order_review add constraint order_review_silence_is_late
  check (outcome <> 'silence' or decided_by <> 'system' or decided_at >= due_at);

-- A visit that an objection has won, of an order that was full: not billed.
alter table visit_ruling drop constraint visit_ruling_verdict_check;
alter table visit_ruling add constraint visit_ruling_verdict_check check (verdict in ('review', 'verified', 'order_complete'));
