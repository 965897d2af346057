-- Why: who decided a review decides whether its carrier's unseen awards start again, as who reviewed an order does (0041).

create trigger known_decider before insert or update of decided_by on order_review for each row
  when (new.decided_by is not null and new.decided_by <> 'system') execute function actor_reviews_orders('decided_by');
-- The program decides by time alone.
alter table order_review add constraint order_review_silence_is_late check (outcome <> 'silence' or decided_at >= due_at);
create trigger final_status before update on order_review for each row
  when (current_user = 'fairturn_app' and old.outcome is not null) execute function final_status_is_kept();
