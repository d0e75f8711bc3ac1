import { errorForLog } from '#kernel/log-error.ts';

type Close = () => Promise<unknown>;

const closers: Close[] = [];

let takeLeave: Close = async () => {};

/** Registers what SIGTERM waits for before anything closes. Ctrl-C does not: nobody is sent elsewhere then. */
export function onTermination(leave: Close) {
  takeLeave = leave;
}

/** Registers something to close at the end, in reverse order. */
export function onClose(close: Close) {
  closers.push(close);
}

/** Closes everything in turn; a failure does not keep the rest open. */
export async function closeInTurn() {
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error) => console.error(errorForLog(error)));
  }
}

/** Shuts down gracefully on Ctrl-C and similar signals: requests finish, then jobs, then PostgreSQL. */
export function endOnSignals() {
  let since = 0;
  const end = async (signal?: NodeJS.Signals) => {
    // The terminal, npm and our starter may all forward one Ctrl-C; a later one comes from an impatient user.
    if (since && Date.now() - since > 700) process.exit(1);
    if (since) return;
    since = Date.now();
    if (signal === 'SIGTERM') await takeLeave().catch((error) => console.error(errorForLog(error)));
    // A request may wait for its statement, then a job for its own, then PostgreSQL writes a checkpoint.
    setTimeout(() => process.exit(1), 40_000).unref();
    await closeInTurn();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Our starter was killed, so nobody is left to send a signal.
  if (process.channel) process.on('disconnect', () => void end());
}
