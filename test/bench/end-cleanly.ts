import { closeInTurn, endOnSignals } from '#web/running/shutdown.ts';

/** Runs a benchmark to its end and closes what it opened, also on Ctrl-C: then its servers go and whatever waits for them fails. */
export async function endCleanly(main: () => Promise<void>): Promise<void> {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => (isInterrupted = true));
  endOnSignals();
  try {
    await main();
  } catch (error) {
    process.exitCode = isInterrupted ? 130 : 2;
    if (!isInterrupted) console.error(error);
  }
  // Whoever closes in turn on a signal also ends the process.
  if (isInterrupted) return;
  await closeInTurn();
  process.exit();
}
