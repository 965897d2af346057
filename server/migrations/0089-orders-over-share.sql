-- Why: a carrier reads which order does not count towards a level because orders of its advertiser already fill their share.
-- Levels, written when the order settles; null: it counts, or settled before this was written.
alter table orders add column over_share uuid[];
