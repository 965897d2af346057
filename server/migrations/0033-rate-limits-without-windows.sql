-- Rate limits as one instant a bucket (GCRA) instead of a count a window, whose edge let twice the hits through at once. A table of
-- its own, because processes of the version before go on counting in rate_limit while a deployment is upgraded.

create table rate_limit_bucket (
  bucket text primary key,
  -- Every hit moves it; no index on it, so that those updates stay within their page (HOT).
  empty_at timestamptz not null
) with (fillfactor = 70);
