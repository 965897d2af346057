-- What the processes may do (role fairturn_app), table by table: applied at the end of every migration, as the schema owner.
-- They read everything. They insert and delete where a table is named for it, and update whole columns that their work
-- changes: never a posting, an amount, a payee or an audit event (login.test.ts tries each; docs/security.md lists them).
-- A table that is not named here can be read only.
do $$
declare name regclass;
begin
  -- Partitions are reached through their tables alone.
  for name in select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
  loop
    execute format('revoke all on %s from fairturn_app', name);
    execute format('grant select on %s to fairturn_app', name);
  end loop;
end $$;
-- A temporary table comes first on the search path of everything that does not pin it. (Only the schema owner can.)
do $$
begin
  if has_database_privilege('fairturn_app', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public, fairturn_app', current_database());
  end if;
end $$;
revoke all on all sequences in schema public from fairturn_app;
grant usage on schema public to fairturn_app;
grant usage on all sequences in schema public to fairturn_app;
revoke all on sequence entry_no from fairturn_app;
revoke all on visit_default, continuation_default, visit_verdict_default from fairturn_app;

-- Platform: credentials are changed by whoever they belong to, so a process that is broken into can change them too.
grant insert, delete on idempotency, passkey_challenge, rate_limit_bucket, one_time_secret, former_one_time_secret,
  passkey, password, recovery_code to fairturn_app;
grant update (answer, refused) on idempotency to fairturn_app;
grant update (empty_at) on rate_limit_bucket to fairturn_app;
grant update (ciphertext, created_at, confirmed_at, used_step) on one_time_secret to fairturn_app;
grant update (ciphertext) on former_one_time_secret to fairturn_app;
grant update (backed_up, counter, last_used_at, name) on passkey to fairturn_app;
grant update (hash) on password to fairturn_app;
grant update (replaced_at, used_at) on recovery_code to fairturn_app;
-- Recorded by the first process, replaced by npm run keys:rotate.
grant insert on deployment_secret to fairturn_app;
grant update (fingerprint, recorded_at) on deployment_secret to fairturn_app;

-- Staff. The audit log is written once; a role or a side changes beside an approved proposal only (operator_role_is_approved,
-- operator_side_is_approved).
grant insert on operator, proposal, audit_event to fairturn_app;
grant insert, delete on operator_session, operator_setup, taken_item to fairturn_app;
grant update (operator_id, taken_at, active_at) on taken_item to fairturn_app;
grant update (role, side, next_side, next_side_from, disabled_at, set_up) on operator to fairturn_app;
grant update (confirmed_at, ended_at, last_used_at) on operator_session to fairturn_app;
grant update (first_hash, second_hash, expires_at) on operator_setup to fairturn_app;
grant update (status, decided_by, decided_at, decision_reason, failed_at, failure) on proposal to fairturn_app;

-- Ledger: written by ledger_post(), ledger_place_hold(), ledger_release_holds() and ledger_open_accounts() alone.
grant insert on ledger_check_run, ledger_check_finding, ledger_freeze, correction, credit_loss, alarm, backup_copy to fairturn_app;
grant update (left_minor) on credit_loss to fairturn_app;
grant update (released_at, release_proposed_by, released_by, release_reason) on ledger_freeze to fairturn_app;
grant insert, delete on ledger_pass, ledger_pass_total to fairturn_app;
grant update (accounts_to, captured, chains, checked, held, holds_before, holds_to, read_to, chunks) on ledger_pass to fairturn_app;
grant update (entry_count, moved_minor, received_minor, receiving_count) on ledger_pass_total to fairturn_app;

-- Members.
grant insert on member, invitation, mail_link to fairturn_app;
grant update (closed_at, code, conduct_locked_at, conduct_reason, counted_visits, email, email_set_at, file, level_id, level_orders,
  listed_in_awards, locale, lock_confirmed_by, lock_kind, lock_reason, lock_until, locked_at, password_void_since, orders_over_share,
  phone, phone_confirmed_at, phone_set_at, security_ended_at, security_locked_at, username, username_key, verified_orders,
  verified_visits) on member to fairturn_app;
grant update (uses, ended_at, ended_by) on invitation to fairturn_app;
grant insert, delete on session, refresh_token, member_address, member_device, mail_link, former_contact,
  recovery_code_half, phone_code, registration, used_challenge, member_link to fairturn_app;
grant update (last_at) on member_link to fairturn_app;
grant insert on member_note, member_tag to fairturn_app;
grant update (removed_by, removed_at) on member_tag to fairturn_app;
-- What was agreed to is written once.
grant insert on terms_version, terms_text, terms_agreement to fairturn_app;
grant update (told_to, told_at) on terms_version to fairturn_app;
grant update (expires_at, status, tries) on phone_code to fairturn_app;
grant update (confirmed_until, ended_at, expires_at, last_used_at, payments_minor, payments_until) on session to fairturn_app;
grant update (used_at) on refresh_token to fairturn_app;
grant update (city, country, name, postal_code, region, street, updated_at) on member_address to fairturn_app;

-- Notices.
grant insert, delete on notification, notice_choice, notice_delivery, push_subscription, message_code to fairturn_app;
grant insert on message_check to fairturn_app;
grant update (count) on message_check to fairturn_app;
grant update (read_at) on notification to fairturn_app;
grant update (changed_at, is_on) on notice_choice to fairturn_app;
grant update (auth, ciphertext, member_id, p256dh, session_id) on push_subscription to fairturn_app;
grant update (ciphertext, private_key) on push_key to fairturn_app;
grant insert on broadcast, push_key to fairturn_app;
grant update (active_days, begun_at, finished_at, last_member_id, level_id, locale, path, recipients, send_at, status, texts,
  version) on broadcast to fairturn_app;

-- Content.
grant insert on setting, version, popup, content_file to fairturn_app;
grant update (value, updated_at) on setting to fairturn_app;
grant update (alt, image, is_on, updated_at) on popup to fairturn_app;
grant insert, delete on page, banner_caption, content_file to fairturn_app;
grant update (html, updated_at) on page to fairturn_app;
grant update (vtt) on banner_caption to fairturn_app;
grant update (used_at) on content_file to fairturn_app;

-- Banking. Bank lines are written once, and erased by banking_erase_counterparties().
grant insert, delete on bank, bank_details, former_bank_details, bank_csv_mapping, bank_statement, bank_line to fairturn_app;
grant update (account_number, bank_code, bank_name, changed_by_staff_at, country, payout_delay_until, holder, iban, swift, updated_at) on bank_details to fairturn_app;
grant update (changed_at, changed_by, mapping) on bank_csv_mapping to fairturn_app;
grant update (confirmed_at, confirmed_by, discarded_at, discarded_by, gap, known_count, revocation_proposed_by, revoked_at, revoked_by,
  status, unconfirmed_reason, opening_minor, opening_day, closing_minor, closing_day) on bank_statement to fairturn_app;
grant insert, delete on unconfirmed_bank_line to fairturn_app;
grant update (read_at) on bank_connection to fairturn_app;
grant update (seen_at, refusal) on bank_connection_file to fairturn_app;
grant insert on bank_statement_wrong_answer, hand_import_permit, bank_connection, bank_connection_file to fairturn_app;
grant update (account_disputed_by, account_misread, account_not_shown, account_read_by, confirmed_at, confirmed_by, decided_at, deposit_id, fee_minor, finding, line_no, payer_differs, proposed_by, refund_id, statement_id, resolution, resolved_by, status,
  withdrawal_id)
  on bank_line to fairturn_app;
grant insert on unmatched_payment_refund to fairturn_app;
grant update (booked_on, sent_at, settled_at, settled_reason, status) on unmatched_payment_refund to fairturn_app;

-- Deposits and withdrawals.
grant insert on deposit, card_event, card_payment, card_spending, card_dispute, withdrawal, payout_batch, payout_item to fairturn_app;
grant update (campaign_id, campaign_outcome, checkout_expires_at, checkout_session, checkout_url, evidence, reason, received_minor, settled_at, settled_by, status, taken_back_at, taken_back_minor)
  on deposit to fairturn_app;
grant update (amount_minor, currency, deposit_id, note, payment_intent, resolution, resolved_at, resolved_by, status) on card_event to fairturn_app;
grant update (left_minor, refused_at) on card_payment to fairturn_app;
grant update (restored_minor, spent_minor) on card_spending to fairturn_app;
grant update (amount_minor, decided_at, loss_minor, status) on card_dispute to fairturn_app;
grant update (approved_at, approved_by, booked_on, card_refund_id, card_refund_state, payee_address, proposed_by, reason, sent_at, sent_by,
  settled_at, settled_by, status, swift, to_send)
  on withdrawal to fairturn_app;
grant update (closed_at, exported_at, exported_by, file_hash, sent_at, sent_by, status) on payout_batch to fairturn_app;
grant update (bank_reason, bank_status, live, rejected_on, rejection_open) on payout_item to fairturn_app;

-- Invoices. Documents are written once; their numbers by invoice_is_numbered() alone.
grant insert on invoice, invoice_correction to fairturn_app;
grant insert, delete on billing_profile to fairturn_app;
grant update (kind, legal_name, street, postal_code, city, country, vat_number, registration_number, purchase_order, email,
  number_check, checked_at, confirmed_at, confirmed_by, consultation, updated_at) on billing_profile to fairturn_app;

-- Levels.
grant insert, delete on level to fairturn_app;
grant update (bonus_high_bp, bonus_low_bp, earn_quality_bp, joining_fee_minor, name, orders_to_earn, rank, turns_a_day)
  on level to fairturn_app;
grant insert on level_earned, level_purchase, placer_record to fairturn_app;
grant update (orders) on placer_record to fairturn_app;
grant update (closed_at, given_minor, open_bonus_minor, open_discount_minor, recognised_minor, refunded_minor, restored_minor, status)
  on level_purchase to fairturn_app;

-- Campaigns.
grant insert on campaign, campaign_top_up to fairturn_app;
-- Until it is paid it may be placed again at new terms; then they are fixed (campaign_terms_are_frozen).
grant update (brand, kind, verification, tagline, caption, creative, landing_url, landing_host, landing_final_host, languages, countries,
  price_minor, order_visits, order_hours, ends_at, service_fee_bp, discount_bp, highest_bonus_bp, least_hold_minor, level_purchase_id,
  extra_discount_minor) on campaign to fairturn_app;
grant update (activated_at, bonus_minor, bonus_reserve_minor, budget_minor, closed_at, confirm_hours, delivered_minor, delivered_visits,
  discount_minor, draw_key, ended_at, held_minor, open_visits, paid_at, pause_reason, placer_paused, refunded_minor,
  reject_reason, reported_at, service_fee_minor, status, visits) on campaign to fairturn_app;
grant insert, delete on campaign_draft, campaign_draw, campaign_visit_hour, creative, landing_check to fairturn_app;
grant update (ciphertext, draft, saved_at) on campaign_draft to fairturn_app;
grant update (draw_key) on campaign_draw to fairturn_app;
grant update (count) on campaign_visit_hour to fairturn_app;
grant update (unused_since) on creative to fairturn_app;
grant update (checked_at, final_host, problem, remarks, title) on landing_check to fairturn_app;

-- Tracking. A visit, its continuation and its verdict are written once.
grant insert on visit, continuation, visit_verdict, visit_confirmation, visit_ruling to fairturn_app;
grant insert on link, postback_key to fairturn_app;
grant update (ended_at) on link to fairturn_app;
grant update (count) on link_count to fairturn_app;
grant update (ciphertext, retires_at) on postback_key to fairturn_app;
grant insert, delete on counted_visit, link_count, postback_delivery, unverified_visitor, visit_click, visit_salt, visit_to_judge, visit_unconfirmed,
  visit_sweep, visitor_report to fairturn_app;
grant update (click_id, reason, replayed_at, result) on postback_delivery to fairturn_app;
grant update (day, visit_id) on visit_sweep to fairturn_app;
grant update (counted) on unverified_visitor to fairturn_app;
grant update (decided_at, decision_reason, network_before, network_hash, status) on visitor_report to fairturn_app;

-- Orders. Awards and their amounts are written once.
grant insert on offer, orders, award, objection, objected_visit, order_review, unseen_award to fairturn_app;
grant update (outcome, decided_at, decided_by, with_order) on order_review to fairturn_app;
grant update (unseen_minor, looks, last_look_at) on unseen_award to fairturn_app;
grant update (status) on offer to fairturn_app;
grant update (bonus_bp, bonus_minor, claimed_at, counted, counts_visitors, extra_bonus_minor, kept_until, level_purchase_id, link_code, objection, over_share, quality_bp, review_reason,
  review_until, reviewed_by, reward_minor, settled_at, started_at, status, verified, visits, unconfirmed_until) on orders to fairturn_app;
grant update (announced_at) on award to fairturn_app;
grant update (added_minor, by_silence, decided_at, decided_by, kept_apart, note, reason, upheld) on objection to fairturn_app;
grant update (upheld) on objected_visit to fairturn_app;

-- Support. What was written is never changed; all of it is deleted with the account or 400 days after closing.
grant insert, delete on conversation, conversation_message, conversation_note, answer_template, stranger, stranger_link to fairturn_app;
grant update (status, last_message_at, last_by, member_messages, staff_messages, notes, due_by, first_answered_at, moved_from, moved_reason,
  moved_at, raised_at, assigned_to, ended_at, erased_at) on conversation to fairturn_app;
grant insert on overruled_lock, overruled_refusal to fairturn_app;
grant update (again_id) on overruled_refusal to fairturn_app;
grant delete on overruled_lock to fairturn_app;
grant insert, delete on complaint to fairturn_app;
grant update (decide_by, called_at, status, decided_at, decided_by, facts, rule, machine, can_be_done, remedy) on complaint to fairturn_app;
grant update (message, confirmed_at) on stranger to fairturn_app;
grant update (expires_at) on stranger_link to fairturn_app;
grant update (text, changed_by, changed_at) on answer_template to fairturn_app;

-- Transparency. Figures and proofs are written once; keys are encrypted again with a new SECRET. Refused calls are only counted.
grant insert on refused_call to fairturn_app;
grant update (count) on refused_call to fairturn_app;
grant insert on figure_day, proof, proof_key, proof_tree, proof_block, proof_holders, proof_reach, proof_node,
  proof_place, proof_audit_node to fairturn_app;
grant update (ciphertext) on proof_key, proof_tree to fairturn_app;

-- Overview.
grant insert on test_mail, backup_restored to fairturn_app;
grant update (accepted_at, id, refusal, requested_at) on test_mail to fairturn_app;
