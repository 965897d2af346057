-- Why: the first-day list of the dashboard says when a backup was made and who has looked at what; both are read from records.
create table backup_copy (
  finished_at timestamptz primary key
);
revoke update, delete on backup_copy from fairturn_app;

create index staff_act_first_day on staff_act (object_id, id) where action = 'first_day_confirmed';
