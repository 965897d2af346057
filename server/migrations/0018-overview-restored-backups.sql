-- A backup that was never restored is not known to be one: the first-day list asks for a restore.
create table backup_restored (
  restored_at timestamptz not null,
  copy_taken_at timestamptz not null,
  primary key (restored_at, copy_taken_at)
);
