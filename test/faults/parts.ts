import type { Part } from '#test/faults/report.ts';
import { killInRounds } from '#test/faults/rounds.ts';
import { connections } from '#test/faults/scenarios/connections.ts';
import { databaseAway } from '#test/faults/scenarios/database-away.ts';
import { slowQueries } from '#test/faults/scenarios/slow-queries.ts';

/** Everything that `npm run faults` does, by the name under which it runs alone. */
export const parts: Record<string, Part> = {
  rounds: killInRounds,
  'database-away': databaseAway,
  'slow-queries': slowQueries,
  connections,
};
