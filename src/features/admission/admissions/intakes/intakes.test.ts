import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { applications, intakeClasses, intakes } from '../admissions.schema.ts';
import { examScores } from '../decisions.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

/** What the form of a new intake sends. */
const form = (more: object = {}) => {
  const { ilorin } = world.school;
  return {
    institutionId: ilorin.id,
    programId: ilorin.programId,
    sessionId: ilorin.sessionIds.current,
    opensAt: '2026-11-01T08:00',
    closesAt: '2027-03-31T23:50',
    offerDays: '14',
    numberPattern: 'APP/{year}/{seq:4}',
    classes: { 1: { classId: Object.values(ilorin.classIds)[0], seats: '80' } },
    photo: 'required',
    papers: { 2: { label: 'Birth certificate', isRequired: 'true' }, 3: { label: '2026 result' } },
    tests: { 4: { label: 'English', most: '60' } },
    ...more,
  };
};

test('an intake is stored in the institution’s time, its papers and tests with keys from their labels', async () => {
  const registrar = await world.as('registrar');
  const answer = await registrar.post('/intakes', form());
  expect(answer.statusCode, answer.body).toBe(303);
  const { props } = await registrar.page(answer.headers.location as string);
  expect(props.intake).toMatchObject({
    state: 'draft',
    opensAt: '2026-11-01T08:00',
    closesAt: '2027-03-31T23:50',
    papers: [
      { key: 'photo', label: 'Photo', isRequired: true },
      { key: 'birth-certificate', label: 'Birth certificate', isRequired: true },
      { key: 'result', label: '2026 result', isRequired: false },
    ],
    tests: [{ key: 'english', label: 'English', most: 60 }],
    classes: [{ seats: 80, taken: 0 }],
  });
  const stored = await world.database.asSystem([world.school.ilorin.id], (tx) => tx.select().from(intakes));
  expect(stored[0]!.opensAt).toEqual(new Date('2026-11-01T07:00:00Z'));
  const again = await registrar.post('/intakes', form());
  expect(again.json().errors).toEqual({
    programId: 'Junior Secondary, 2026/2027 already exists. Choose another programme or session.',
  });
});

test('what is wrong is said beside its field, and nothing is stored', async () => {
  const registrar = await world.as('registrar');
  const { ilorin } = world.school;
  const [first, second] = Object.values(ilorin.classIds);
  const errorsOf = async (more: object) => {
    const answer = await registrar.post('/intakes', form({ sessionId: ilorin.sessionIds.current, ...more }));
    expect(answer.statusCode).toBe(422);
    return answer.json().errors;
  };
  expect(await errorsOf({ closesAt: '2026-10-31T08:00', minimumAge: '14', maximumAge: '12', cutoff: '61' })).toEqual({
    closesAt: 'The intake must close after it opens.',
    maximumAge: 'The maximum age is below the minimum age.',
    cutoff: 'The tests add up to 60. Enter a cut-off of 60 or less.',
  });
  const classes = { 1: { classId: first }, 2: { classId: second }, 3: { classId: first }, 4: { classId: 99_999 } };
  expect(await errorsOf({ classes, tests: { 7: { label: 'English', most: '0' } } })).toEqual({
    'tests.7.most': 'Enter a mark above zero.',
  });
  expect(await errorsOf({ classes })).toEqual({
    'classes.3.classId': 'This class is already listed. Remove one of the rows.',
    'classes.4.classId': 'Choose a class of this programme.',
  });
  expect(await errorsOf({ numberPattern: 'APP/{year}' })).toHaveProperty('numberPattern');
  expect(await errorsOf({ results: 'required', examinations: [] })).toHaveProperty('examinations');
  expect(await errorsOf({ sessionId: ilorin.sessionIds.past })).toHaveProperty('sessionId');
});

test('a renamed paper keeps its key, and what applicants already use stays', async () => {
  const registrar = await world.as('registrar');
  const { intake, level } = await world.database.asSystem(
    [world.school.offa.id, world.school.ilorin.id],
    async (tx) => {
      const place = world.school.ilorin;
      await tx.delete(intakeClasses);
      await tx.delete(intakes);
      const made = await addIntake(tx, place);
      const { id } = await addApplication(tx, made, 'Bisi Alade');
      await tx.insert(examScores).values({ institutionId: place.id, applicationId: id, test: 'english', mark: 71 });
      return { intake: made, level: made.classId };
    },
  );
  const { props } = await registrar.page(`/intakes/${intake.id}/edit`);
  const { papers, tests, classes } = props.opened;
  const keyed = (rows: { id: number }[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
  const sent = { ...props.opened, papers: keyed(papers), tests: keyed(tests), classes: keyed(classes) };
  const save = (more: object) => registrar.post(`/intakes/${intake.id}`, { ...sent, ...more });

  const renamed = keyed(papers.map((row: { label: string }) => ({ ...row, label: `${row.label} (scan)` })));
  expect((await save({ papers: renamed })).statusCode).toBe(303);
  const after = await registrar.page(`/intakes/${intake.id}`);
  expect(after.props.intake.papers.map(({ key }: { key: string }) => key)).toEqual([
    'photo',
    'birth-certificate',
    'last-result',
  ]);
  const errorsOf = async (more: object) => (await save({ ...more, papers: renamed })).json().errors;
  const [english, mathematics] = tests;
  expect(await errorsOf({ tests: keyed([mathematics]) })).toEqual({
    tests: '1 mark of English is saved. Keep this test.',
  });
  expect(await errorsOf({ tests: keyed([{ ...english, most: 60 }, mathematics]) })).toEqual({
    tests: 'The highest mark in English is 71. Enter 71 or more.',
  });
  const other = Object.values(world.school.ilorin.classIds).find((id) => id !== level);
  expect(await errorsOf({ classes: { 5: { classId: other } } })).toHaveProperty('classes');
  expect((await registrar.post(`/intakes/${intake.id}/delete`)).statusCode).toBe(422);
});

test('two officers who change different settings keep both; the same setting is asked about', async () => {
  const [one, other] = [await world.as('registrar'), await world.as('admission_officer')];
  const [{ id }] = (await one.page('/intakes')).props.rows;
  const { opened } = (await one.page(`/intakes/${id}/edit`)).props;
  const keyed = (rows: { id: number }[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
  const sent = {
    ...opened,
    papers: keyed(opened.papers),
    tests: keyed(opened.tests),
    classes: keyed(opened.classes),
  };
  expect((await one.post(`/intakes/${id}`, { ...sent, opened, offerDays: 21 })).statusCode).toBe(303);
  expect((await other.post(`/intakes/${id}`, { ...sent, opened, cutoff: 100 })).statusCode).toBe(303);
  const both = (await one.page(`/intakes/${id}`)).props.intake;
  expect([both.offerDays, both.cutoff]).toEqual([21, 100]);
  const clash = await other.post(`/intakes/${id}`, { ...sent, opened, offerDays: 7 });
  expect(clash.statusCode).toBe(409);
});

test('an intake is published, hidden again, and deleted while nobody has applied', async () => {
  const officer = await world.as('admission_officer');
  const { props } = await officer.page('/intakes');
  const { id } = props.rows[0];
  await world.database.asSystem([world.school.ilorin.id], async (tx) => {
    await tx.delete(examScores);
    await tx.delete(applications);
  });
  expect(props.rows[0]).toMatchObject({ state: 'open', seats: 100, taken: 0, counts: { submitted: 1 } });
  await officer.post(`/intakes/${id}/unpublish`);
  expect((await officer.page(`/intakes/${id}`)).props.intake.state).toBe('draft');
  await officer.post(`/intakes/${id}/publish`);
  expect((await officer.page('/intakes?state=open')).props.rows).toHaveLength(1);
  expect((await officer.post(`/intakes/${id}/delete`)).statusCode).toBe(303);
  expect((await officer.get(`/intakes/${id}`)).statusCode).toBe(404);
  const cashier = await world.as('cashier');
  expect((await cashier.get('/intakes')).statusCode).toBe(403);
});
