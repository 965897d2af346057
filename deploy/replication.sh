#!/bin/sh
# Runs once, at initialization: allows replication connections from other containers, for the backup command.
set -eu
echo "host replication $POSTGRES_USER 172.30.0.0/24 scram-sha-256" >> "$PGDATA/pg_hba.conf"
