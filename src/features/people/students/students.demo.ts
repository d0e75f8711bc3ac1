import { counterName, formatNumber } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { insertMany } from '#kernel/database/insert-many.ts';
import { counters } from '#kernel/tables.ts';
import { chanceFrom, type Chance } from '#features/records/geography/chance.demo.ts';
import { inventedPhone, inventNames, plain } from '#features/records/geography/people.demo.ts';
import type { DemoBatch } from '#features/school/structure/structure.demo.ts';
import { inventPaths, type Outcome, type Path } from './cohorts.demo.ts';
import { areasByState, newHome, type Home } from './homes.demo.ts';
import type { StudentPlan } from './plans.demo.ts';
import { enrolments, students } from './students.schema.ts';

interface Where {
  institutionId: number;
  pattern: string;
  batches: DemoBatch[];
  sessions: { name: string; startsOn: string; endsOn: string; closedAt?: Date }[];
}

/** Adds every student in the plan, with numbers and enrolments, and sets the counters for the next student. */
export async function insertStudents(tx: Tx, where: Where, plan: StudentPlan) {
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
