-- Why: PostgreSQL 18 planned this function anew for each withdrawal of a list, which took eight times as long as its reads; it
-- finds rows by keys alone, so one plan serves all (decision 060).
alter function payments_takes_two(uuid, text, timestamptz) set plan_cache_mode = force_generic_plan;
