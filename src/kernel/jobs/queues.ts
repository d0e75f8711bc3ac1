/**
 * Names of the job queues. Each feature merges its own into this interface beside the job that works on it, so that a
 * misspelt queue does not compile.
 */
export interface Queues {
  'backup.nightly': true;
}
export type Queue = keyof Queues & string;

/**
 * A job whose process died is taken up again after its heartbeat has been missing; handlers therefore do nothing
 * twice. Tries go on for days, ever more rarely: a full disk or a database that is away passes, and a job that gave up
 * would leave its work half-way for good. A queue that exists with other options gets these when its worker starts.
 */
export const queueOptions = {
  heartbeatSeconds: 10,
  retryLimit: 5000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 3600,
};

/** In SQL over a column with a queue's name: those of ours, not the ones pg-boss keeps for itself. */
export const isOwnQueue = (column: string) => `${column} not like '\\_\\_pgboss%'`;
