import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { academicSessions, terms } from '../structure.schema.ts';

let site: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await site?.close();
  site = await startSchool();
  registrar = await site.as('registrar');
});
afterAll(() => site.close());

const year = (from: number, more: object = {}) => ({
  institutionId: site.school.ilorin.id,
  name: `${from}/${from + 1}`,
  startsOn: `${from}-09-14`,
  endsOn: `${from + 1}-07-23`,
  ...more,
});
const term = (name: string, startsOn: string, endsOn: string, more: object = {}) => ({
  name,
  startsOn,
  endsOn,
  _destroy: '',
  ...more,
});
const within = <T>(work: Parameters<typeof site.database.asSystem<T>>[1]) =>
  site.database.asSystem([site.school.ilorin.id], work);
const sessionsNow = () =>
  within((tx) =>
    tx
      .select()
      .from(academicSessions)
      .where(eq(academicSessions.institutionId, site.school.ilorin.id))
      .orderBy(asc(academicSessions.id)),
  );
const currentNow = async () => (await sessionsNow()).filter((one) => one.isCurrent).map((one) => one.name);
const termsOf = (sessionId: number) =>
  within((tx) => tx.select().from(terms).where(eq(terms.sessionId, sessionId)).orderBy(asc(terms.position)));
const lastEntry = async () =>
  (await within((tx) => tx.select().from(auditEntries).orderBy(asc(auditEntries.id)))).at(-1)!;
const make = async (from: number, more: object = {}) => {
  const answer = await registrar.post('/academic-sessions', year(from, more));
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
  return (await sessionsNow()).find((one) => one.name === `${from}/${from + 1}`)!.id;
};

test('a session is created with its terms in the order of their dates', async () => {
  const id = await make(2027, {
    terms: {
      1900000000002: term('Second Term', '2028-01-10', '2028-04-07'),
      1900000000001: term('First Term', '2027-09-14', '2027-12-17'),
    },
  });
  expect((await termsOf(id)).map(({ name, position }) => [name, position])).toEqual([
    ['First Term', 1],
    ['Second Term', 2],
  ]);
  expect(await lastEntry()).toMatchObject({
    action: 'structure.createSession',
    summary: 'added the session 2027/2028',
    person: 'The registrar',
  });
  const { props } = await registrar.page('/academic-sessions');
  expect(props.sessions.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['2027/2028', 'planned'],
    ['2026/2027', 'current'],
    ['2025/2026', 'closed'],
  ]);
});

test('terms outside the session, overlapping or with reversed dates are each refused by field', async () => {
  const answer = await registrar.post(
    '/academic-sessions',
    year(2027, {
      terms: {
        11: term('First Term', '2027-09-01', '2027-12-17'),
        12: term('Second Term', '2027-12-17', '2027-10-01'),
        13: term('first term', '2028-05-01', '2028-08-30'),
      },
    }),
  );
  expect(answer.statusCode).toBe(422);
  expect(answer.json().errors).toEqual({
    'terms.11.startsOn': 'First Term starts before the session.',
    'terms.12.startsOn': 'Second Term starts before First Term ends.',
    'terms.12.endsOn': 'Second Term must end after it starts.',
    'terms.13.endsOn': 'first term ends after the session.',
    'terms.13.name': 'Two terms are named first term. Rename one.',
  });
  const blank = await registrar.post(
    '/academic-sessions',
    year(2027, { terms: { 11: term(' ', '2027-02-30', '2027-12-17') } }),
  );
  expect(blank.json().errors).toEqual({
    'terms.11.name': 'The name of the term is required.',
    'terms.11.startsOn': 'Enter a valid date, for example 2026-11-20.',
  });
});

test('3.12 a term with the destroy flag is removed, whatever else is sent; names can be swapped', async () => {
  const { current } = site.school.ilorin.sessionIds;
  const [first, second] = await termsOf(current);
  const answer = await registrar.post(
    `/academic-sessions/${current}`,
    year(2026, {
      is_current: 'this',
      terms: {
        [first!.id]: { id: first!.id, name: '', startsOn: '', _destroy: '1' },
        [second!.id]: term('First Term', second!.startsOn, second!.endsOn, { id: second!.id, is_current: 'true' }),
      },
    }),
  );
  expect(answer.statusCode).toBe(303);
  expect((await termsOf(current)).map(({ id, name, isCurrent }) => [id, name, isCurrent])).toEqual([
    [second!.id, 'First Term', true],
  ]);
});

test('3.13 5.2 making a session current takes it from the other, in one step', async () => {
  const id = await make(2027);
  expect(await currentNow()).toEqual(['2026/2027']);
  expect((await registrar.post(`/academic-sessions/${id}`, year(2027, { is_current: 'this' }))).statusCode).toBe(303);
  expect(await currentNow()).toEqual(['2027/2028']);
  expect((await lastEntry()).details).toEqual({ changes: { currentSession: { from: '2026/2027', to: '2027/2028' } } });
  const { current } = site.school.ilorin.sessionIds;
  // The group of boxes names all sessions: another one may be ticked from here too.
  expect(
    (await registrar.post(`/academic-sessions/${id}`, year(2027, { is_current: String(current) }))).statusCode,
  ).toBe(303);
  expect(await currentNow()).toEqual(['2026/2027']);
});

test('5.2 more than one ticked box, none where one was, or a closed session are refused', async () => {
  const { current, past } = site.school.ilorin.sessionIds;
  const save = async (is_current: unknown) =>
    (await registrar.post(`/academic-sessions/${current}`, year(2026, { is_current }))).json().errors?.is_current;
  expect(await save(['this', String(past)])).toBe('Only one session can be current. Select one.');
  expect(await save(undefined)).toBe('2026/2027 is the current session. Select another session as the current one.');
  expect(await save(String(past))).toBe('2025/2026 is closed. Reopen it before making it the current session.');
  expect(
    (
      await registrar.post(
        `/academic-sessions/${current}`,
        year(2026, { is_current: site.school.offa.sessionIds.current }),
      )
    ).statusCode,
  ).toBe(404);
  expect(await currentNow()).toEqual(['2026/2027']);
});

test('3.13 5.2 if two users make different sessions current at once, one is current and both see the truth', async () => {
  const ids = [await make(2027), await make(2028)];
  const people = [registrar, await site.as('owner')];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(
      ids.map((id, at) => people[at]!.post(`/academic-sessions/${id}`, year(2027 + at, { is_current: 'this' }))),
    );
    for (const answer of answers) expect([303, 409, 422]).toContain(answer.statusCode);
    for (const answer of answers.filter((one) => one.statusCode !== 303))
      expect(answer.json().message).toMatch(/at the same moment|while you were editing/);
    expect(answers.some((one) => one.statusCode === 303)).toBe(true);
    const current = await currentNow();
    expect(current).toHaveLength(1);
    expect(answers.flatMap((one, at) => (one.statusCode === 303 ? [`${2027 + at}/${2028 + at}`] : []))).toContain(
      current[0],
    );
  }
});

test('5.2 the database allows one current session and one current term, whoever writes', async () => {
  const id = await make(2027);
  const { current } = site.school.ilorin.sessionIds;
  const refused = (constraint: string) => expect.objectContaining({ cause: expect.objectContaining({ constraint }) });
  await expect(
    within((tx) => tx.update(academicSessions).set({ isCurrent: true }).where(eq(academicSessions.id, id))),
  ).rejects.toEqual(refused('one_current_session'));
  await expect(
    within((tx) => tx.update(terms).set({ isCurrent: true }).where(eq(terms.sessionId, current))),
  ).rejects.toEqual(refused('one_current_term'));
});

test('one term is the current one, in the current session only', async () => {
  const { current } = site.school.ilorin.sessionIds;
  const [first, second] = await termsOf(current);
  const both = {
    [first!.id]: term('First Term', first!.startsOn, first!.endsOn, { id: first!.id, is_current: 'true' }),
    [second!.id]: term('Second Term', second!.startsOn, second!.endsOn, { id: second!.id, is_current: 'true' }),
  };
  const answer = await registrar.post(`/academic-sessions/${current}`, year(2026, { is_current: 'this', terms: both }));
  expect(answer.json().errors).toEqual({
    [`terms.${second!.id}.is_current`]: 'Only one term can be current. Select one.',
  });
  const planned = await registrar.post(
    '/academic-sessions',
    year(2027, { terms: { 5: term('First Term', '2027-09-14', '2027-12-17', { is_current: 'true' }) } }),
  );
  expect(planned.json().errors).toEqual({
    'terms.5.is_current': 'First Term can’t be the current term because its session isn’t current.',
  });
});

test('a closed session is read-only in every verb until it is reopened', async () => {
  const { past, current } = site.school.ilorin.sessionIds;
  const { classIds, pastBatchId } = site.school.ilorin;
  const words = '2025/2026 is closed and read-only. Reopen the session to edit it.';
  const batch = { classId: classIds['JSS 1'], sessionId: past, arm: 'Z', name: 'JSS 1 Z', capacity: 30 };
  for (const [address, body] of [
    [`/academic-sessions/${past}`, year(2025)],
    [`/academic-sessions/${past}/delete`, {}],
    ['/batches', batch],
    [`/batches/${pastBatchId}`, batch],
    [`/batches/${pastBatchId}/close`, {}],
    [`/batches/${pastBatchId}/reopen`, {}],
    [`/batches/${pastBatchId}/delete`, {}],
    [`/batches/${pastBatchId}/courses`, {}],
    [`/batches/${pastBatchId}/courses/copy`, { from: 1 }],
    ['/batches/make', { sessionId: past, fromSessionId: current }],
  ] as const) {
    const answer = await registrar.post(address, body);
    expect([address, answer.statusCode, answer.json().errors]).toEqual([address, 422, { form: words }]);
  }
  expect((await registrar.post(`/academic-sessions/${past}/reopen`)).json()).toEqual({
    message: '2025/2026 was reopened.',
  });
  expect(await lastEntry()).toMatchObject({
    action: 'structure.reopenSession',
    details: { from: 'closed', to: 'open' },
  });
  expect((await registrar.post('/batches', batch)).statusCode).toBe(303);
  expect((await registrar.post(`/academic-sessions/${past}/close`)).statusCode).toBe(303);
});

test('the current session is neither closed nor deleted; one with batches is not deleted', async () => {
  const { current, past } = site.school.ilorin.sessionIds;
  expect((await registrar.post(`/academic-sessions/${current}/close`)).json().message).toBe(
    '2026/2027 is the current session. Make another session current first.',
  );
  expect((await registrar.post(`/academic-sessions/${current}/delete`)).json().message).toBe(
    '2026/2027 is the current session. Make another session current first.',
  );
  await registrar.post(`/academic-sessions/${past}/reopen`);
  expect((await registrar.post(`/academic-sessions/${past}/delete`)).json().message).toBe(
    '2025/2026 has 1 batch and 4 students. Close it instead.',
  );
  const unused = await make(2027);
  expect((await registrar.post(`/academic-sessions/${unused}/delete`)).statusCode).toBe(303);
  expect((await sessionsNow()).map((one) => one.id)).not.toContain(unused);
});

test('the page that cannot close the current session leads to where another one is made current', async () => {
  const { current, past } = site.school.ilorin.sessionIds;
  const nextOf = async (id: number) => (await registrar.page(`/academic-sessions/${id}/close`)).props.next;
  // 2025/2026 is closed and cannot be the current one.
  const adding = `/academic-sessions/new?institution_id=${site.school.ilorin.id}`;
  expect(await nextOf(current)).toEqual({ href: adding, name: null });
  expect((await registrar.page(adding)).props.institutionId).toBe(site.school.ilorin.id);
  await registrar.post(`/academic-sessions/${past}/reopen`);
  expect(await nextOf(current)).toEqual({ href: `/academic-sessions/${past}/edit`, name: '2025/2026' });
  await make(2028);
  const at = `/academic-sessions/${await make(2027)}`;
  expect(await nextOf(current)).toEqual({ href: `${at}/edit`, name: '2027/2028' });
  const { opened } = (await registrar.page(`${at}/edit`)).props;
  expect((await registrar.post(at, { ...opened, is_current: 'this', opened })).statusCode).toBe(303);
  expect(await currentNow()).toEqual(['2027/2028']);
  expect(await nextOf(current)).toBe(null);
  expect((await registrar.post(`/academic-sessions/${past}/close`)).statusCode).toBe(303);
  const teacher = await site.as('teacher');
  expect((await teacher.get(`/academic-sessions/${current}/close`)).statusCode).toBe(403);
});

test('names are unique in the institution, and another institution’s sessions are not found', async () => {
  expect((await registrar.post('/academic-sessions', year(2026))).json().errors).toEqual({
    name: 'A session named 2026/2027 already exists. Choose a different name.',
  });
  const foreign = site.school.offa.sessionIds.current;
  expect((await registrar.get(`/academic-sessions/${foreign}/edit`)).statusCode).toBe(404);
  expect((await registrar.post(`/academic-sessions/${foreign}`, year(2026))).statusCode).toBe(404);
  expect((await registrar.post(`/academic-sessions/${foreign}/close`)).statusCode).toBe(404);
  expect(
    (await registrar.post('/academic-sessions', { ...year(2029), institutionId: site.school.offa.id })).statusCode,
  ).toBe(404);
});

test('a teacher sees the sessions but cannot change them', async () => {
  const teacher = await site.as('teacher');
  const { current } = site.school.ilorin.sessionIds;
  expect((await teacher.page('/academic-sessions')).props.can).toEqual({ edit: false });
  expect((await teacher.get(`/academic-sessions/${current}/edit`)).statusCode).toBe(403);
  expect((await teacher.post(`/academic-sessions/${current}`, year(2026, { is_current: 'this' }))).statusCode).toBe(
    403,
  );
});

test('if two users edit terms of one session, different terms are both saved, and the same one is a conflict', async () => {
  const owner = await site.as('owner');
  const id = await make(2027, {
    terms: {
      1900000000001: term('First Term', '2027-09-14', '2027-12-17'),
      1900000000002: term('Second Term', '2028-01-10', '2028-04-07'),
    },
  });
  const at = `/academic-sessions/${id}`;
  const opened = (await registrar.opened(at)) as { terms: Record<string, { name: string }> };
  const [first = '', second = ''] = (await termsOf(id)).map((one) => String(one.id));
  const changed = (key: string, more: object) => ({
    ...opened,
    terms: { ...opened.terms, [key]: { ...opened.terms[key], ...more } },
    opened,
  });
  expect((await owner.post(at, changed(first, { endsOn: '2027-12-10' }))).statusCode).toBe(303);
  expect((await registrar.post(at, changed(second, { endsOn: '2028-04-01' }))).statusCode).toBe(303);
  expect((await termsOf(id)).map(({ endsOn }) => endsOn)).toEqual(['2027-12-10', '2028-04-01']);

  const clash = (await registrar.post(at, changed(first, { endsOn: '2027-12-20' }))).json().conflicts;
  expect(clash).toMatchObject([
    {
      field: `terms.${first}`,
      label: 'First Term',
      theirs: 'First Term, 14 Sep 2027 to 10 Dec 2027',
      yours: 'First Term, 14 Sep 2027 to 20 Dec 2027',
      by: { person: 'The registrar (registrar)' },
    },
  ]);
  // What is answered is what the page sends back.
  const terms = { ...opened.terms, [first]: clash[0].value };
  expect((await registrar.post(at, { ...opened, terms, opened: { ...opened, terms } })).statusCode).toBe(303);

  // A term that somebody else has added or removed meanwhile stays so.
  const late = await owner.opened(at);
  await registrar.post(at, { ...opened, terms: { [second]: { id: second, _destroy: '1' } } });
  expect((await owner.post(at, { ...late, name: '2027/28', opened: late })).statusCode).toBe(303);
  expect((await termsOf(id)).map(({ name }) => name)).toEqual(['First Term']);
});
