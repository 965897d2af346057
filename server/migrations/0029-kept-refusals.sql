-- Why: a key that was refused must stay refused. Otherwise an earlier request with it, still under way when a later one was
-- refused elsewhere, could move money after its sender was told that nothing had been done.
alter table idempotency add column refused jsonb; -- code and details; then answer is null
