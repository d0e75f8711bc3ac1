import type { Part } from '#test/faults/report.ts';
import { killInRounds } from '#test/faults/rounds.ts';
import { clockSteps } from '#test/faults/scenarios/clock-steps.ts';
import { connections } from '#test/faults/scenarios/connections.ts';
import { databaseAway } from '#test/faults/scenarios/database-away.ts';
import { deploy } from '#test/faults/scenarios/deploy.ts';
import { diskFull } from '#test/faults/scenarios/disk-full.ts';
import { slowQueries } from '#test/faults/scenarios/slow-queries.ts';

/** Everything that `npm run faults` does, by the name under which it runs alone. */
export const parts: Record<string, Part> = {
  rounds: killInRounds,
  'disk-full': diskFull,
  'database-away': databaseAway,
  'slow-queries': slowQueries,
  connections,
  'clock-steps': clockSteps,
  deploy,
};
