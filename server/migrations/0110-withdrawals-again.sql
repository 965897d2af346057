-- Why: what a complaint has overruled is withdrawn again once. By column and key, so that neither a second tab nor another key
-- requests it twice; only one that was cancelled or refused can be replaced.
alter table overruled_refusal add again_id uuid unique references withdrawal (id);
