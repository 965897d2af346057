-- Why: a process that asks for what a newer version has taken away must refuse to start (docs/operations.md, Upgrade).

-- One row: the last migration that took something away. Such a migration sets it to its own number.
create table schema_floor (migration integer not null);
insert into schema_floor (migration) values (52);
