/** Every queue there is; the migrator makes them, for the server's role may not. */
export const queues = [
  'imports.check',
  'imports.run',
  'imports.undo',
  'backup.nightly',
  'notifications.tidy',
  'forms.tidy',
  'papers.expiring',
  'idempotency.tidy',
  'site.hosts',
  'approvals.expire',
] as const;
export type Queue = (typeof queues)[number];

/**
 * A job whose process died is taken up again after its heartbeat has been missing; handlers therefore do nothing
 * twice. Tries go on for days, ever more rarely: a full disk or a database that is away passes, and a job that gave up
 * would leave its work half-way for good. The migrator applies the options to queues that are there.
 */
export const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 5000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 3600,
};
