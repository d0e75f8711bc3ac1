import type { DemoStep } from '#web/feature.ts';
import { collegeStudents, schoolStudents, type StudentPlan } from './plans.demo.ts';
import { counterName, formatNumber } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { counters } from '#kernel/tables.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import { inventedPhone, inventNames, plain } from '#features/records/geography/people.demo.ts';
import type { DemoBatch } from '#features/school/structure/structure.demo.ts';
import { areasByState, newHome, type Home } from './homes.demo.ts';
import { enrolments, students } from './students.schema.ts';
import type { StudentStatus } from './student-status.ts';

interface Where {
  institutionId: number;
  pattern: string;
  batches: DemoBatch[];
  sessions: { name: string; startsOn: string; endsOn: string; closedAt?: Date }[];
}

/** Adds every student in the plan, with numbers and enrolments, and sets the counters for the next student. */
async function insertStudents(tx: Tx, where: Where, plan: StudentPlan) {
  const chance = chanceFrom(plan.seed);
  const { numbers, counts } = giveNumbers(inventPaths(chance, plan), where.pattern);
  const people = inventPeople(chance, plan, numbers, await areasByState(tx));
  const [closed, current] = [true, false].map((isClosed) =>
    where.sessions.find(({ closedAt }) => Boolean(closedAt) === isClosed)!,
  );
  const places = { past: placesIn(closed!, where.batches), present: placesIn(current!, where.batches) };
  const ids = await insertMany(
    tx,
    students,
    people.map(({ path, ...person }) => ({
      institutionId: where.institutionId,
      ...person,
      status: path.status,
      admissionDate: path.admittedOn,
      batchId: path.present && !path.present.outcome ? places.present.get(path.present.batch)!.id : null,
      createdAt: new Date(`${path.admittedOn}T09:00:00Z`),
      updatedAt: new Date(
        path.status === 'graduated' ? closed!.closedAt! : `${path.present?.until ?? path.admittedOn}T09:00:00Z`,
      ),
    })),
  );
  const made = people.map((person, at) => ({ ...person, id: ids[at]! }));
  await insertMany(
    tx,
    enrolments,
    made
      .flatMap(({ id, path }) => enrolmentsOf(id, path, places))
      .map((row) => ({ institutionId: where.institutionId, ...row })),
  );
  await tx
    .insert(counters)
    .values([...counts].map(([name, value]) => ({ institutionId: where.institutionId, name, value })));
  return made;
}

export type DemoStudent = Awaited<ReturnType<typeof insertStudents>>[number];

/** Numbers follow the order of admission, as if the registrar had assigned them. */
function giveNumbers(paths: Path[], pattern: string) {
  const counts = new Map<string, number>();
  const inOrder = paths
    .map((path, at) => ({ path, at }))
    .sort((a, b) => a.path.admittedOn.localeCompare(b.path.admittedOn) || a.at - b.at);
  const numbers = inOrder.map(({ path }) => {
    const parts = { year: Number(path.admittedOn.slice(0, 4)), program: path.program };
    const counter = counterName('admission', pattern, parts);
    counts.set(counter, (counts.get(counter) ?? 0) + 1);
    return { path, admissionNumber: formatNumber(pattern, parts, counts.get(counter)!) };
  });
  return { numbers, counts };
}

function inventPeople(
  chance: Chance,
  plan: StudentPlan,
  numbers: ReturnType<typeof giveNumbers>['numbers'],
  areas: Map<string, string[]>,
) {
  const homes: Home[] = [];
  const taken = new Set<string>();
  const settle = () => {
    const home = newHome(chance, plan, areas, homes.length);
    homes.push(home);
    return home;
  };
  return numbers.map(({ path, admissionNumber }, at) => {
    // One in eight has a sibling at the school.
    let home = homes.length > 20 && chance.often(13) ? chance.of(homes) : settle();
    let names = inventNames(chance, home.family, plan.girls);
    while (taken.has(`${names.firstName} ${names.middleName} ${home.family.surname}`)) {
      home = settle();
      names = inventNames(chance, home.family, plan.girls);
    }
    const { surname, religion, language, stateId } = home.family;
    taken.add(`${names.firstName} ${names.middleName} ${surname}`);
    return {
      ...names,
      surname,
      religion,
      language,
      stateId,
      admissionNumber,
      path,
      registrationNumber: plan.examNumbers ? examNumber(chance, path) : null,
      birthDate: path.birthDate,
      category: at % 5 === 4 ? 'Boarding' : 'Day',
      countryId: 'NG',
      lgaId: home.lgaId,
      city: home.city,
      community: home.community,
      address: home.address,
      phone: plan.ownPhones ? inventedPhone(plan.seed * 1000 + at) : home.phone,
      email:
        plan.ownPhones && chance.often(70) ? `${plain(names.firstName)}.${plain(surname)}${at}@students.example` : null,
      bloodGroup: chance.weighted({ 'O+': 50, 'A+': 22, 'B+': 19, 'AB+': 4, 'O-': 3, 'A-': 1, 'B-': 1 }),
    };
  });
}

/** The number of the matriculation examination: year, eight digits, two letters. */
const examNumber = (chance: Chance, path: Path) =>
  `${path.admittedOn.slice(0, 4)}${chance.between(10_000_000, 99_999_999)}${chance.of([...'ABCDEFGHJK'])}${chance.of([...'ABCDEFGHJK'])}`;

interface Place extends DemoBatch {
  startsOn: string;
  /** The last day of a session that has ended. */
  endedOn: string | null;
}

function placesIn(session: Where['sessions'][number], batches: DemoBatch[]): Map<string, Place> {
  const { startsOn, endsOn, closedAt } = session;
  const own = batches.filter((batch) => batch.session === session.name);
  return new Map(own.map((batch) => [batch.key, { ...batch, startsOn, endedOn: closedAt ? endsOn : null }]));
}

/** What the student was in the closed session and is in the current one, in this order. */
function enrolmentsOf(
  studentId: number,
  { admittedOn, past, present }: Path,
  places: { past: Map<string, Place>; present: Map<string, Place> },
) {
  const row = ({ id, sessionId, startsOn, endedOn }: Place, outcome?: Outcome, until?: string) => ({
    studentId,
    batchId: id,
    sessionId,
    fromDate: admittedOn > startsOn ? admittedOn : startsOn,
    toDate: until ?? endedOn,
    outcome: outcome ?? null,
  });
  return [
    ...(past ? [row(places.past.get(past.batch)!, past.outcome)] : []),
    ...(present ? [row(places.present.get(present.batch)!, present.outcome, present.until)] : []),
  ];
}

type Outcome = 'promoted' | 'repeated' | 'graduated' | 'withdrawn' | 'transferred';

/** One student's path through the two sessions of the demo group, before names are assigned. */
interface Path {
  admittedOn: string;
  birthDate: string;
  program: string;
  status: StudentStatus;
  past?: { batch: string; outcome: Outcome };
  /** The class in the current session. Open unless it has an outcome. */
  present?: { batch: string; outcome?: Outcome; until?: string };
}

/** Plans every class: continuing, new, repeating and former students. */
function inventPaths(chance: Chance, plan: StudentPlan): Path[] {
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

declare module '#web/feature.ts' {
  interface DemoInstitution {
    students: DemoStudent[];
  }
}

const plans = { school: schoolStudents, college: collegeStudents };

export const steps: DemoStep[] = [
  {
    place: 50,
    async load(tx, { school, college }) {
      for (const institution of [school, college]) {
        const { key, id: institutionId, facts, batches, sessions } = institution;
        const where = { institutionId, pattern: facts.admissionNumberPattern, batches, sessions };
        institution.students = await insertStudents(tx, where, plans[key]);
      }
    },
  },
];
