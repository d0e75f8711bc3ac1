type Close = () => Promise<unknown>;

const closers: Close[] = [];

/** Has something closed at the end: what was opened last is closed first. */
export function onClose(close: Close) {
  closers.push(close);
}

/** Closes everything, each in its turn; what fails does not keep the rest open. */
export async function closeInTurn() {
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error) => console.error(error));
  }
}

/** Ends the process politely on Ctrl-C and its like: requests finish, then jobs, then PostgreSQL. */
export function endOnSignals() {
  let since = 0;
  const end = async () => {
    // The terminal, npm and our starter may all pass on one Ctrl-C; a second one comes from an impatient person.
    if (since && Date.now() - since > 700) process.exit(1);
    if (since) return;
    since = Date.now();
    // A request may wait for its statement, then a job for its own, then PostgreSQL writes down what it has.
    setTimeout(() => process.exit(1), 40_000).unref();
    await closeInTurn();
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // Our starter was killed: nobody is left to send a signal.
  if (process.channel) process.on('disconnect', end);
}
