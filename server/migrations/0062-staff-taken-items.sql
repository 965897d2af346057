-- Why: two operators who work through one queue see which item the other has in hand. It reserves nothing: anybody may take
-- over, and whoever decides first has decided.
create table taken_item (
  kind text not null check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  object_id uuid not null,
  operator_id uuid not null references operator,
  taken_at timestamptz not null,
  active_at timestamptz not null check (active_at >= taken_at),
  primary key (kind, object_id)
);
create index taken_item_active on taken_item (active_at);
create index taken_item_of_operator on taken_item (operator_id);
