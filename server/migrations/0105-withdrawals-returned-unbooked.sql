-- Why: a statement that booked a payout which came back since, by itself or by another one, could not be revoked: that the bank
-- had booked the payment is taken back then, too, and the row of what came back was closed. Nothing else of it opens.
create or replace trigger final_status before update on withdrawal for each row
  when (current_user = 'fairturn_app' and (old.status in ('refused', 'cancelled')
    or old.status = 'returned' and new.status = 'returned' and new.booked_on <> 'infinity'))
  execute function final_status_is_kept('card_refund_state');
create trigger returned_unbooked before update on withdrawal for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on = 'infinity')
  execute function final_status_is_kept('card_refund_state', 'booked_on');
create or replace trigger final_status before update on unmatched_payment_refund for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on <> 'infinity')
  execute function final_status_is_kept();
create trigger returned_unbooked before update on unmatched_payment_refund for each row
  when (current_user = 'fairturn_app' and old.status = 'returned' and new.status = 'returned' and new.booked_on = 'infinity')
  execute function final_status_is_kept('booked_on');
