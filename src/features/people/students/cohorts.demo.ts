import type { Chance } from '#features/records/geography/chance.demo.ts';
import type { StudentStatus } from './student-status.ts';
import type { StudentPlan } from './plans.demo.ts';

export type Outcome = 'promoted' | 'repeated' | 'graduated' | 'withdrawn' | 'transferred';

/** One student's path through the two sessions of the demo group, before names are assigned. */
export interface Path {
  admittedOn: string;
  birthDate: string;
  program: string;
  status: StudentStatus;
  past?: { batch: string; outcome: Outcome };
  /** The class in the current session. Open unless it has an outcome. */
  present?: { batch: string; outcome?: Outcome; until?: string };
}

/** Plans every class: continuing, new, repeating and former students. */
export function inventPaths(chance: Chance, plan: StudentPlan): Path[] {
  return plan.ladders.flatMap((ladder) => [
    ...ladder.rungs.flatMap((rung, at) =>
      rung.seats.flatMap(([arm, count]) => Array.from({ length: count }, () => present(chance, plan, ladder, at, arm))),
    ),
    ...Array.from({ length: ladder.graduates }, () => graduate(chance, plan, ladder)),
    ...Array.from({ length: ladder.awaiting ?? 0 }, () => awaiting(chance, plan, ladder)),
  ]);
}

type Ladder = StudentPlan['ladders'][number];

function present(chance: Chance, plan: StudentPlan, ladder: Ladder, at: number, arm: string): Path {
  const rung = ladder.rungs[at]!;
  const repeats = chance.often(3);
  const isNew = !repeats && (at === 0 || chance.often(at === 3 ? 18 : 5));
  const from = repeats ? rung : ladder.rungs[at - 1];
  const wasIn = chance.often(88) ? arm : chance.of(rung.seats)[0];
  const years = isNew ? 0 : at + (repeats ? 1 : 0);
  const path: Path = {
    admittedOn: admission(chance, plan, plan.year - years),
    birthDate: birth(chance, plan.year - (repeats ? 1 : 0), rung.ages),
    program: rung.program,
    status: 'active',
    past: from && !isNew ? { batch: `${from.class} ${wasIn}`, outcome: repeats ? 'repeated' : 'promoted' } : undefined,
    present: { batch: `${rung.class} ${arm}` },
  };
  const fate = chance.below(200);
  if (fate === 0) return { ...path, status: 'suspended' };
  if (fate > 4) return path;
  const outcome = fate < 3 ? 'transferred' : 'withdrawn';
  return {
    ...path,
    status: outcome,
    present: { batch: path.present!.batch, outcome, until: `${plan.year}-10-${chance.between(12, 30)}` },
  };
}

/** Finished at the end of the closed session. */
function graduate(chance: Chance, plan: StudentPlan, ladder: Ladder): Path {
  const last = ladder.rungs.at(-1)!;
  const [arm] = chance.of(last.seats);
  return {
    admittedOn: admission(chance, plan, plan.year - ladder.rungs.length),
    birthDate: birth(chance, plan.year - 1, last.ages),
    program: last.program,
    status: 'graduated',
    past: { batch: `${last.class} ${arm}`, outcome: 'graduated' },
  };
}

/** Admitted from the supplementary list after the classes were filled, and not assigned to a batch yet. */
function awaiting(chance: Chance, plan: StudentPlan, ladder: Ladder): Path {
  const first = ladder.rungs[0]!;
  return {
    admittedOn: `${plan.year}-11-${chance.between(9, 18)}`.replace(/-(\d)$/, '-0$1'),
    birthDate: birth(chance, plan.year, first.ages),
    program: first.program,
    status: 'active',
  };
}

const admission = (chance: Chance, plan: StudentPlan, year: number) =>
  plusDays(`${year}-${plan.opens}`, -chance.below(18));

const birth = (chance: Chance, year: number, ages: StudentPlan['ladders'][number]['rungs'][number]['ages']) =>
  plusDays(`${year - Number(chance.weighted(ages))}-09-14`, -chance.below(365));

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
