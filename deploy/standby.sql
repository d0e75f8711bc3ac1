-- A streaming standby of your own PostgreSQL that takes over without losing a save. With Patroni this is
-- `synchronous_mode: true`; by hand it is what follows. `npm run operations -- --only standby` runs these commands.

-- 1. On the primary server. In pg_hba.conf: host replication replicator 10.0.0.0/24 scram-sha-256
create role replicator replication login password '…';

-- 2. On the standby, into an empty folder (-R writes standby.signal and primary_conninfo):
--      pg_basebackup -R -D /var/lib/postgresql/18/main -d 'host=primary user=replicator application_name=standby'
--    Without pg_basebackup, in one session on the primary server:
select pg_backup_start('standby', fast => true);
--      Copy its folder without postmaster.pid and without the content of pg_wal.
select * from pg_backup_stop();
--      Write the labelfile of the answer to backup_label in the copy, create an empty standby.signal, and add to
--      postgresql.auto.conf: primary_conninfo = 'host=primary user=replicator password=… application_name=standby'

-- 3. Start the standby. Once it streams (select sync_state from pg_stat_replication), on the primary server:
alter system set synchronous_standby_names = 'standby';
alter system set synchronous_commit = 'remote_apply';
select pg_reload_conf();

-- 4. When the primary server is lost: make sure that it stays off, then on the standby:
select pg_promote();
--    and lead the address of DATABASE_URL there: a virtual IP, or HAProxy in front of both with
--      option httpchk GET /primary
--      server a 10.0.0.1:5432 check port 8008 on-marked-down shutdown-sessions
--      server b 10.0.0.2:5432 check port 8008 on-marked-down shutdown-sessions
--    where Patroni answers at port 8008. The new primary server waits for nobody until it has a standby of its own.
