-- Why: addresses stood in clear in the buckets of rate limits, the salts of visits in the same backup as their hashes, and the
-- secrets of push messages as they are. What counts by address begins anew.
delete from rate_limit_bucket;
alter table visit_salt add keyed boolean not null default false; -- with SECRET; false for a day that an earlier version began

-- Encrypted by the first process that reads or sweeps them: a migration knows no secret.
alter table push_key alter private_key drop not null;
alter table push_key add ciphertext bytea;
alter table push_key add constraint push_key_has_a_private_key check (num_nonnulls(private_key, ciphertext) = 1);
alter table push_subscription alter p256dh drop not null;
alter table push_subscription alter auth drop not null;
alter table push_subscription add ciphertext bytea;
alter table push_subscription add constraint push_subscription_has_its_keys
  check (num_nonnulls(p256dh, auth) in (0, 2) and num_nonnulls(p256dh, ciphertext) = 1);
