import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { readLog } from '#features/records/people/people.schema.ts';
import { courseOfferings, courses } from '#features/school/structure/structure.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { studentMoves, students } from '../students.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ada: number;
let tunde: number;
let electives: Record<'FRE' | 'HAU' | 'ART', number>;

beforeAll(async () => {
  world = await startSchool();
  const { ilorin } = world.school;
  ada = ilorin.studentIds['Ada Obi'];
  tunde = ilorin.studentIds['Tunde Bakare'];
  electives = await world.database.asSystem([ilorin.id], async (tx) => {
    await tx
      .update(students)
      .set({
        bloodGroup: 'O+',
        genotype: 'AS',
        religion: 'Christianity',
        nextOfKinName: 'Chinwe Obi',
        nextOfKinPhone: '+2348030000009',
      })
      .where(eq(students.institutionId, ilorin.id));
    const made = await tx
      .insert(courses)
      .values([
        { institutionId: ilorin.id, code: 'FRE', title: 'French', electiveGroup: 'Language' },
        { institutionId: ilorin.id, code: 'HAU', title: 'Hausa', electiveGroup: 'Language' },
        { institutionId: ilorin.id, code: 'ART', title: 'Fine Art', electiveGroup: 'Craft' },
      ])
      .returning({ id: courses.id });
    const offered = await tx
      .insert(courseOfferings)
      .values(
        [ilorin.courseIds.ENG, ...made.map(({ id }) => id)].map((courseId) => ({
          institutionId: ilorin.id,
          batchId: ilorin.batchIds['JSS 1 A'],
          courseId: courseId!,
        })),
      )
      .returning({ id: courseOfferings.id });
    const [, FRE, HAU, ART] = offered.map(({ id }) => id) as [number, number, number, number];
    return { FRE, HAU, ART };
  });
});
afterAll(() => world.close());

const readings = (studentId: number) =>
  world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select().from(readLog).where(eq(readLog.subjectId, studentId)).orderBy(readLog.id),
  );
const groupsIn = async (who: string, id: number) => {
  const answer = await (
    await world.as(who)
  ).get(`/students/${id}/private`, { 'x-inertia': 'true', 'x-inertia-version': 'test' });
  return answer.statusCode === 200 ? answer.json().props.restricted.groups : answer.statusCode;
};

test('the overview, lists and other tabs hold nothing of health, religion or private fields', async () => {
  const registrar = await world.as('registrar');
  for (const tab of ['', '/subjects', '/enrolments']) {
    const { body } = await registrar.get(`/students/${ada}${tab}`, {
      'x-inertia': 'true',
      'x-inertia-version': 'test',
    });
    expect(body).not.toMatch(/bloodGroup|genotype|religion|Christianity|"O\+"/i);
  }
  expect(await readings(ada)).toEqual([]);
});

test('the private tab is for users with permission, the student and the guardian', async () => {
  expect(await groupsIn('registrar', ada)).toEqual(['health', 'religion', 'private']);
  expect(await groupsIn('student', ada)).toEqual(['health', 'religion', 'private']);
  expect(await groupsIn('guardian', tunde)).toEqual(['health', 'religion', 'private']);
  expect(await groupsIn('bursar', ada)).toBe(403);
  expect(await groupsIn('teacher', world.school.ilorin.studentIds['Ngozi Okafor'])).toBe(403);
  expect(await groupsIn('student', tunde)).toBe(404);
  expect(await groupsIn('guardian', ada)).toBe(404);
  expect(await groupsIn('registrar.offa', ada)).toBe(404);
});

test('every view of private data is logged, with the user and the place', async () => {
  const before = (await readings(tunde)).length;
  const registrar = await world.as('registrar');
  const page = await registrar.page(`/students/${tunde}/private`);
  expect(page.props.restricted).toMatchObject({
    health: { bloodGroup: 'O+', genotype: 'AS' },
    religion: 'Christianity',
  });
  const noted = (await readings(tunde)).slice(before);
  expect(noted.map(({ person, fieldGroup, place }) => [person, fieldGroup, place])).toEqual([
    ['The registrar', 'health', 'record'],
    ['The registrar', 'religion', 'record'],
    ['The registrar', 'private', 'record'],
  ]);
  expect((await registrar.send({ method: 'HEAD', url: `/students/${tunde}/private` })).statusCode).toBe(404);
});

test('the next of kin is the marked guardian, otherwise the contact on the record; the family sees no number', async () => {
  const registrar = await world.as('registrar');
  expect((await registrar.page(`/students/${tunde}`)).props.nextOfKin).toEqual({
    name: 'Mrs Folake Bakare',
    phone: '+2348030000001',
    relation: 'Mother',
  });
  expect((await registrar.page(`/students/${ada}`)).props.nextOfKin).toMatchObject({
    name: 'Chinwe Obi',
    phone: '+2348030000009',
  });
  const guardian = await world.as('guardian');
  const page = await guardian.page(`/students/${tunde}`);
  expect(page.props.nextOfKin).toEqual({ name: 'Mrs Folake Bakare', phone: null, relation: 'Mother' });
  expect(page.props).toMatchObject({
    kin: 'guardian',
    can: { edit: false, private: true, documents: true, cards: false },
  });
  expect((await (await world.as('student')).page(`/students/${ada}`)).props.kin).toBe('self');
  expect((await registrar.page(`/students/${ada}`)).props.kin).toBeNull();
});

test('what a student is taught: the compulsory courses, and of each group of electives one at most', async () => {
  const registrar = await world.as('registrar');
  const subjects = async () =>
    (await registrar.page(`/students/${ada}/subjects`)).props.subjects.map(
      (one: { title: string; electiveGroup: string | null; isChosen: boolean }) => [
        one.title,
        one.electiveGroup,
        one.isChosen,
      ],
    );
  expect(await subjects()).toEqual([
    ['English Language', null, false],
    ['Fine Art', 'Craft', false],
    ['French', 'Language', false],
    ['Hausa', 'Language', false],
  ]);
  const saved = await registrar.post(`/students/${ada}/electives`, choice(electives.HAU, '', { opened: none }));
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `/students/${ada}/subjects`]);
  expect(await subjects()).toContainEqual(['Hausa', 'Language', true]);
  const swapped = await registrar.post(`/students/${ada}/electives`, choice(electives.FRE, '', { opened: hausa }));
  expect(swapped.statusCode).toBe(303);
  const owner = await world.as('owner');
  const { history } = (await owner.page(`/students/${ada}/history`)).props;
  expect(history[0]).toMatchObject({
    summary: 'chose electives for Ada Obi: French',
    details: { changes: { 'Elective: Language': { from: 'Hausa', to: 'French' } } },
  });
});

/** What the form of a student's electives sends: one select a group. */
const choice = (language: number | string, craft: number | string, more: object = {}) => ({
  electives: { gLanguage: language === '' ? '' : String(language), gCraft: craft === '' ? '' : String(craft) },
  ...more,
});
const none = { electives: { gLanguage: null, gCraft: null } };
const hausa = {
  get electives() {
    return { gLanguage: electives.HAU, gCraft: null };
  },
};

test('two who choose electives in different groups both have their way; about the same group the second is asked', async () => {
  const [registrar, owner] = await Promise.all([world.as('registrar'), world.as('owner')]);
  const at = `/students/${ada}/electives`;
  const chosen = async () =>
    (await registrar.page(`/students/${ada}/subjects`)).props.subjects
      .filter(({ isChosen }: { isChosen: boolean }) => isChosen)
      .map(({ title }: { title: string }) => title);
  const opened = { electives: { gLanguage: electives.FRE, gCraft: null } };
  expect(await chosen()).toEqual(['French']);
  expect((await owner.post(at, choice(electives.FRE, electives.ART, { opened }))).statusCode).toBe(303);
  expect((await registrar.post(at, choice(electives.HAU, '', { opened }))).statusCode).toBe(303);
  expect(await chosen()).toEqual(['Fine Art', 'Hausa']);
  const clash = await owner.post(at, choice('', electives.ART, { opened }));
  expect(clash.statusCode).toBe(409);
  expect(clash.json().conflicts).toEqual([
    {
      field: 'electives.gLanguage',
      label: 'Language',
      value: electives.HAU,
      theirs: 'Hausa',
      yours: '',
      by: { person: 'The registrar (registrar)', isYou: false, at: expect.any(String) },
    },
  ]);
  expect(await chosen()).toEqual(['Fine Art', 'Hausa']);
});

test('electives of another batch, unknown ones and users without permission are refused', async () => {
  const registrar = await world.as('registrar');
  const { 'Efe Omoregie': efe, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  const body = choice(electives.FRE, '', { opened: none });
  const choose = async (who: string, id: number) =>
    (await (await world.as(who)).post(`/students/${id}/electives`, body)).statusCode;
  const refusal = async (id: number, sent: object) =>
    (await registrar.post(`/students/${id}/electives`, sent)).json().errors as Record<string, string>;
  expect(await refusal(efe, body)).toEqual({ electives: expect.stringContaining('has no batch') });
  expect(await refusal(ngozi, body)).toEqual({ 'electives.gLanguage': expect.stringContaining('no longer offered') });
  const opened = { electives: { gLanguage: electives.HAU, gCraft: electives.ART } };
  expect(await refusal(ada, choice(electives.ART, electives.ART, { opened }))).toEqual({
    'electives.gLanguage': expect.stringContaining('no longer offered'),
  });
  expect(await choose('principal', ada)).toBe(403);
  expect(await choose('student', ada)).toBe(403);
  expect(await choose('registrar.offa', ada)).toBe(404);
});

test('enrolments show staff, but not the family, who assigned the student', async () => {
  const { batchIds, studentIds } = world.school.ilorin;
  const registrar = await world.as('registrar');
  const student = studentIds['Tunde Bakare'];
  const sent = { batch_id: batchIds['JSS 2 A'], student_ids: [student] };
  const { headers } = await registrar.post('/students/batch-assignment', sent);
  const byOf = async (role: string) =>
    (await (await world.as(role)).page(`/students/${student}/enrolments`)).props.enrolments[0].assignedBy;
  expect([await byOf('principal'), await byOf('guardian')]).toEqual(['The registrar (registrar)', null]);
  await registrar.post(`${String(headers.location)}/undo`, {});
});

test('enrolments show the path through the school, without the reasons for absences to the family', async () => {
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.insert(studentMoves).values({
      institutionId: world.school.ilorin.id,
      studentId: tunde,
      fromStatus: 'active',
      toStatus: 'suspended',
      onDate: '2026-10-05',
      untilDate: '2026-10-12',
      reason: 'Fought in the dining hall',
    }),
  );
  const staff = (await (await world.as('registrar')).page(`/students/${tunde}/enrolments`)).props;
  expect(staff.enrolments[0]).toMatchObject({ batch: 'JSS 1 A', session: '2026/2027' });
  expect(staff.studentMoves[0]).toMatchObject({
    toStatus: 'suspended',
    untilDate: '2026-10-12',
    reason: 'Fought in the dining hall',
  });
  const guardian = await (await world.as('guardian')).get(`/students/${tunde}/enrolments`);
  expect(guardian.body).not.toContain('dining hall');
});

test('the record prints as a PDF with what its reader can see, and that is logged', async () => {
  const registrar = await world.as('registrar');
  const answer = await registrar.get(`/students/${tunde}/profile.pdf`);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="record-2026-0002-tunde-bakare.pdf"',
    'cache-control': 'no-store',
  });
  const text = pdfText(answer.rawPayload).join('\n');
  for (const words of [
    'Ilorin Grammar School',
    'Tunde Bakare',
    'JSS 1 A',
    'Mrs Folake Bakare',
    '+234 803 000 0001',
    'Confidential',
    'Christianity',
    'Page 1 of',
  ])
    expect(text).toContain(words);
  expect((await readings(tunde)).at(-1)).toMatchObject({ person: 'The registrar', place: 'print' });
  const owner = await world.as('owner');
  expect((await owner.page(`/students/${tunde}/history`)).props.history[0]).toMatchObject({
    person: 'The registrar (registrar)',
    summary: 'printed the record of Tunde Bakare',
  });
  // Printing is no change of the record.
  expect((await registrar.page(`/students/${tunde}`)).props.lastChange).toBeNull();
  const bursar = pdfText((await (await world.as('bursar')).get(`/students/${tunde}/profile.pdf`)).rawPayload).join(
    '\n',
  );
  expect(bursar).toContain('Mrs Folake Bakare');
  expect(bursar).not.toMatch(/Confidential|Christianity|O\+/);
  const guardian = pdfText((await (await world.as('guardian')).get(`/students/${tunde}/profile.pdf`)).rawPayload).join(
    '\n',
  );
  expect(guardian).toContain('Christianity');
  // Her own number is no secret to her; why her child was away, the school tells her itself.
  expect(guardian).toContain('+234 803 000 0001');
  expect(guardian).not.toContain('dining hall');
  expect((await (await world.as('guardian')).get(`/students/${ada}/profile.pdf`)).statusCode).toBe(404);
});

test('a sparse record names its empty sections in one line, on one page', async () => {
  const registrar = await world.as('registrar');
  const text = pdfText((await registrar.get(`/students/${ada}/profile.pdf`)).rawPayload).join('\n');
  expect(text).toContain('Nothing recorded yet: family.');
  expect(text).not.toMatch(/None yet|^Family$/m);
  expect(text).toContain('Page 1 of 1');
});
