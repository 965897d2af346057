#!/bin/sh
# Runs once, at initialization, as the superuser: the schema owner with exactly the attributes that docs/operations.md names, its
# database, and its replication connections from other containers, for the backup command. psql reads the password from its
# environment: its command line is for everybody on the machine to see.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password SCHEMA_OWNER_PASSWORD
create role fairturn login createrole replication password :'password';
select 'create database fairturn' where not exists (select from pg_database where datname = 'fairturn') \gexec
alter database fairturn owner to fairturn;
SQL
echo "host replication fairturn 172.30.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
