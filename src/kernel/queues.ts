/** Every queue there is; the migrator makes them, for the server's role may not. */
export const queues = ['imports.check', 'imports.run', 'backup.nightly'] as const;
export type Queue = (typeof queues)[number];

/**
 * A job whose process died is taken up again after its heartbeat has been missing; handlers therefore do nothing
 * twice. The options are applied when the migrator creates the queue.
 */
export const queueOptions = { heartbeatSeconds: 10, retryLimit: 20, retryDelay: 1, expireInSeconds: 3600 };
