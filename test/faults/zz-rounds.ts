import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { signIn } from '#test/faults/clerk.ts';
import { install, type Victim } from '#test/faults/server.ts';
import { judge, unfinishedImports } from '#test/faults/verdict.ts';
import { assignAndUndo, importRoster, nothingYet, type School } from '#test/faults/work.ts';

const victims: Victim[] = ['postgres', 'postgres', 'postgres'];
const clerks = 3;
// A job whose process died is taken up when its heartbeat has been missing for long enough (src/kernel/jobs.ts).
const importsFinishWithin = 90_000;

interface Options {
  rounds: number;
  seed: number;
  log: (line: string) => void;
}

/**
 * A registrar's office at work while the server, PostgreSQL or both are killed at random moments. Returns what was
 * acknowledged in all, and every problem found after each recovery.
 */
export async function runRounds({ rounds, seed, log }: Options) {
  const chance = randomFrom(seed);
  const site = install();
  const noted = nothingYet();
  const problems: string[] = [];
  const logged = (odd: string) => site.logOf(/noted as ([\w-]+)/.exec(odd)?.[1] ?? odd);
  try {
    const password = /^\s*Registrar\s+registrar\s+(\S+)/m.exec(await site.start())?.[1];
    if (!password) throw new Error(`The first start shows no password of the registrar:\n${site.said}`);
    const school = await findSchool(site.ownerUrl());
    const people = await Promise.all(Array.from({ length: clerks + 1 }, () => signIn(site, 'registrar', password)));
    const [importer, ...assigners] = people as [(typeof people)[0], ...typeof people];
    for (let round = 1; round <= rounds; round += 1) {
      // Each once before chance decides.
      const victim = victims[round - 1] ?? victims[Math.floor(chance() * victims.length)]!;
      const delay = Math.round(100 + chance() * 700);
      const before = noted.assignments.length;
      let isOver = false;
      const over = () => isOver;
      const work = Promise.all([
        ...assigners.map((clerk, at) =>
          assignAndUndo(
            clerk,
            school,
            chance,
            noted,
            school.studentIds.filter((id) => id % clerks === at),
            over,
          ),
        ),
        importRoster(importer, school, chance, noted, `F${seed}${round}`, over),
      ]);
      // A slow machine gets its first answer later.
      while (noted.assignments.length === before && noted.odd.length === 0) await wait(20);
      await Promise.race([wait(delay), work]);
      const begun = Date.now();
      const recovery = site.killAndRecover(victim);
      // Told below; until then it is nobody's unhandled rejection.
      recovery.catch(() => {});
      await wait(50);
      isOver = true;
      await Promise.all([work, recovery]);
      const recovered = Date.now() - begun;
      problems.push(...(await judge(site.ownerUrl(), school, noted)).map((problem) => `round ${round}: ${problem}`));
      log(
        `round ${round}: ${victim} killed after ${delay} ms, back after ${recovered} ms; ${noted.assignments.length - before} assignments acknowledged; ${problems.length} problems`,
      );
    }
    await finishImports(site.ownerUrl());
    problems.push(
      ...(await judge(site.ownerUrl(), school, noted)).map((problem) => `at the end: ${problem}`),
      ...noted.odd.flatMap((odd) => [odd, ...logged(odd)]),
    );
  } finally {
    await site.remove();
  }
  return { problems, assignments: noted.assignments.length, undone: noted.undone.size, imports: noted.imports };
}

async function finishImports(ownerUrl: string) {
  for (const end = Date.now() + importsFinishWithin; (await unfinishedImports(ownerUrl)) > 0; await wait(200)) {
    if (Date.now() > end)
      throw new Error(`Imports are still unfinished ${importsFinishWithin / 1000} s after the last recovery.`);
  }
}

/** The registrar's institution, with room for everybody in every batch. */
const findSchool = (ownerUrl: string): Promise<School> =>
  withClient(ownerUrl, async (client) => {
    const institutionId = 1;
    const { rows: batches } = await client.query(
      `update batches b set capacity = 5000 from academic_sessions y
       where (y.institution_id, y.id) = (b.institution_id, b.session_id) and y.is_current and b.closed_at is null and b.institution_id = $1
       returning b.id::int, b.name`,
      [institutionId],
    );
    const { rows: students } = await client.query(
      `select id::int from students where institution_id = $1 and status = 'active' order by id`,
      [institutionId],
    );
    return { institutionId, batches, studentIds: students.map(({ id }) => id) };
  });

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
