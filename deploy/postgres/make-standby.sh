#!/bin/bash
# Copies the primary into an empty data folder, and follows it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --pgdata "$PGDATA" --checkpoint fast --write-recovery-conf \
    --dbname "host=$PRIMARY port=${PRIMARY_PORT:-5432} user=standby application_name=standby"; do
    echo 'The primary takes no copy yet: trying again in 2 seconds.' >&2
    sleep 2
  done
  # Came with the copy: once this is the primary, nobody would ever confirm its commits.
  echo "synchronous_standby_names = ''" >> "$PGDATA/postgresql.auto.conf"
  chmod 0700 "$PGDATA"
fi
exec postgres -D "$PGDATA" "$@"
