#!/bin/sh
# Runs once, at initialization, as the superuser: the schema owner with exactly the attributes that docs/operations.md names, its
# database, and its replication connections from other containers, for the backup command.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SCHEMA_OWNER_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role fairturn login createrole replication password :'password';
select 'create database fairturn' where not exists (select from pg_database where datname = 'fairturn') \gexec
alter database fairturn owner to fairturn;
SQL
echo "host replication fairturn 172.30.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
