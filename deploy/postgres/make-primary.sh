#!/bin/bash
# Run once by the image on an empty data folder: the server's database, a user for the standby, and commits that wait for it.
set -euo pipefail
psql --username postgres --set ON_ERROR_STOP=1 \
  --set intel="$DATABASE_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role intel login password :'intel';
create database intel owner intel encoding 'UTF8' template template0;
create role standby login replication password :'replication';
-- From the next start on: a commit is acknowledged once it is on both disks.
alter system set synchronous_standby_names = 'standby';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
