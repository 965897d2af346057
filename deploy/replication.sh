#!/bin/sh
# Run once, when the database is made: lets the backup command copy it from the other containers.
set -eu
echo "host replication $POSTGRES_USER 172.30.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
