import { totalmem } from 'node:os';

// A container's limit, which is 0 or beyond the machine's where there is none.
const megabytes = Math.round(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20);
const isSmall = megabytes < 3000;

const always = {
  listen_addresses: '',
  max_connections: 60,
  // A restore makes all tables, indexes and keys in one transaction, each with its lock.
  max_locks_per_transaction: 256,
  shared_buffers: isSmall ? '128MB' : '256MB',
  effective_cache_size: `${Math.round(megabytes / 2)}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: 1.1,
  // Our queries are short: JIT and parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Values in the log would be personal data.
  log_parameter_max_length: 0,
  log_parameter_max_length_on_error: 0,
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const forTests = {
  max_connections: 200,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '2GB',
  // Test databases are dropped before they need it.
  autovacuum: 'off',
  // By default a client computes 4,096 hashes per connection.
  scram_iterations: 1,
};

/** Settings as arguments of postgres, so that a new version of Akada applies its own to old data. */
export function settings({ durable, socket }: { durable: boolean; socket: string }) {
  const all = { ...always, ...(durable ? {} : forTests), unix_socket_directories: socket };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
