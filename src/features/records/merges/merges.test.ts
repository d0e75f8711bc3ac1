import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Transformer } from '@napi-rs/image';
import fc from 'fast-check';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { allowClosed } from '#kernel/closed-sessions.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { auditEntries } from '#kernel/tables.ts';
import { merges, readLog, studentGuardians, type Entity } from '#features/records/people/people.schema.ts';
import { batches } from '#features/school/structure/structure.schema.ts';
import { enrolments, students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { upload } from '#test/harness/uploads.ts';
import { createFilledPair, createCustomFields, dump } from '#test/filled-people.ts';
import { product } from '#product/features.ts';
import { undoRulesOf } from './undo-rules.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
const ilorin = () => world.school.ilorin;
const writtenTables = [
  ...new Set(product.personalData.kinds.flatMap(({ entity }) => [...undoRulesOf(product.personalData, entity).keys()])),
];
const look = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id, world.school.offa.id], work);
const picture = () => dump(world.ownerUrl, writtenTables);
const undoOf = async (person: Browser, answer: { headers: object }) =>
  (await person.page((answer.headers as { location: string }).location)).flash as {
    message: string;
    undo: { action: string };
  };
const rowOf = (id: number) => look(async (tx) => (await tx.select().from(students).where(eq(students.id, id)))[0]!);

describe('two records of a student', () => {
  beforeEach(async () => {
    world = await startSchool();
    // A record with a sign-in needs a second person: see the last tests.
    await look((tx) => tx.delete(memberships).where(isNotNull(memberships.studentId)));
  });
  afterEach(() => world.close());

  /** Ada is here twice: once in JSS 1 A, once as Adá with a mother and a phone in JSS 1 B. */
  const twice = () => {
    const { studentIds } = ilorin();
    return [studentIds['Ada Obi'], studentIds['Ngozi Okafor']] as const;
  };

  test('become one: values by rule or choice, links moved, the other place freed, and an undo puts all of it back', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    await look(async (tx) => {
      await tx
        .update(students)
        .set({ email: 'ngozi@example.com', phone: '+2348030000077' })
        .where(eq(students.id, ngozi));
      await tx
        .insert(studentGuardians)
        .select(
          sql`select institution_id, ${ngozi}, id, 'Aunt', true, false, true, true, 0, now() from guardians where institution_id = ${ilorin().id} limit 1` as never,
        );
    });
    const before = await picture();
    const { props } = await registrar.page(`/students/${ada}/merge?with=${ngozi}`);
    const fields = new Map(props.fields.map((field: { key: string }) => [field.key, field]));
    expect(fields.get('email')).toMatchObject({ kept: null, other: 'ngozi@example.com', winner: 'other' });
    expect(fields.get('phone')).toMatchObject({ other: '+234 803 000 0077', winner: 'kept' });
    expect(fields.get('status')).toMatchObject({ kept: 'Active, JSS 1 A', other: 'Active, JSS 1 B' });
    expect(fields.has('place')).toBe(false);
    expect(props.moves).toEqual(['1 enrolment', '1 guardian']);
    expect(props.conflicts).toEqual([
      'Both have a seat in the current session: JSS 1 A and JSS 1 B. With the selected status, JSS 1 A stays and the seat in JSS 1 B becomes free.',
    ]);
    expect(await picture()).toEqual(before);

    const answer = await registrar.post(`/students/${ada}/merge`, {
      otherId: ngozi,
      take: { surname: 'other', email: 'kept' },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/students/${ada}`]);
    const { message, undo } = await undoOf(registrar, answer);
    expect(await rowOf(ada)).toMatchObject({
      surname: 'Okafor',
      firstName: 'Ada',
      email: null,
      batchId: ilorin().batchIds['JSS 1 A'],
      formerNumbers: (await rowOf(ngozi)).admissionNumber,
    });
    expect(await rowOf(ngozi)).toMatchObject({ mergedIntoId: ada, batchId: null });
    const { enrolments: shown } = (await registrar.page(`/students/${ada}/enrolments`)).props;
    expect(shown.map((one: { batch: string; outcome: string | null }) => [one.batch, one.outcome]).toSorted()).toEqual([
      ['JSS 1 A', null],
      ['JSS 1 B', 'moved'],
    ]);

    expect(message).toMatch(
      /^Ngozi Okafor \(.+\) was merged into Ada Obi \(.+\)\. You can unmerge the records for 30 days\.$/,
    );
    expect((await registrar.post(undo.action)).json().message).toContain('was unmerged from Ada Obi');
    expect(await picture()).toEqual(before);
    const said = await look((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(sql`action in ('people.merge', 'people.undoMerge')`),
    );
    expect(said.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['people.merge', ada],
      ['people.merge', ngozi],
      ['people.undoMerge', ada],
      ['people.undoMerge', ngozi],
    ]);
  });

  test('the merged one is in no list, count, search, seat or file, and its address leads to the one that stays', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const { admissionNumber } = await rowOf(ngozi);
    const total = async () =>
      (await registrar.page('/students', { component: 'students/student-list', props: ['total', 'choices'] })).props;
    const before = await total();
    const { undo } = await undoOf(registrar, await registrar.post(`/students/${ada}/merge`, { otherId: ngozi }));
    const after = await total();
    expect(after.total).toBe(before.total - 1);
    const seats = (props: { choices: { batches: { name: string; students: number }[] } }) =>
      props.choices.batches.find(({ name }) => name === 'JSS 1 B')!.students;
    expect(seats(after)).toBe(seats(before) - 1);
    expect((await registrar.page('/students?q=okafor')).props.rows).toEqual([]);
    const found = (await registrar.get(`/students/find?q=${encodeURIComponent(admissionNumber)}`)).json().people;
    expect(found.map(({ id }: { id: number }) => id)).toEqual([ada]);
    expect((await registrar.get('/students/export.csv?columns=surname')).body).not.toContain('Okafor');
    for (const tail of ['', '/enrolments', '/edit']) {
      const { statusCode, headers } = await registrar.get(`/students/${ngozi}${tail}`);
      expect([statusCode, headers.location]).toEqual([303, `/students/${ada}${tail}`]);
    }
    // The teacher sees JSS 1 B, not JSS 1 A.
    const teacher = await world.as('teacher');
    expect((await teacher.get(`/students/${ngozi}`)).statusCode).toBe(404);
    const taken = await registrar.post('/students', {
      institutionId: ilorin().id,
      surname: 'New',
      firstName: 'One',
      admissionNumber,
    });
    expect(taken.json().errors.admissionNumber).toContain('already has admission number');
    expect(
      (await registrar.post(`/students/${ngozi}`, { surname: 'X', firstName: 'Y', admissionNumber: 'Z' })).statusCode,
    ).toBe(404);
    await registrar.post(undo.action);
    expect((await registrar.get(`/students/${ngozi}`)).statusCode).toBe(200);
  });

  test('a photo that came from the merged record is changed and taken off like any other', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const content = await Transformer.fromRgbaPixels(Buffer.alloc(64 * 80 * 4, 120), 64, 80).jpeg(80);
    const send = (id: number, opened = '') =>
      upload(registrar, `/students/${id}/photo`, { field: 'photo', content, fields: { opened } });
    await send(ngozi);
    const { undo } = await undoOf(registrar, await registrar.post(`/students/${ada}/merge`, { otherId: ngozi }));
    const { photoId } = await rowOf(ngozi);
    expect((await rowOf(ada)).photoId).toBe(photoId);
    expect((await send(ada, String(photoId))).statusCode).toBe(200);
    const opened = String((await rowOf(ada)).photoId);
    expect((await registrar.post(`/students/${ada}/photo/remove`, { opened })).statusCode).toBe(200);
    expect(await rowOf(ada)).toMatchObject({ photoId: null });
    // The merged record keeps its own, for the day it is one of its own again.
    expect(await rowOf(ngozi)).toMatchObject({ photoId });
    expect(
      (await registrar.send({ method: 'POST', url: undo.action, headers: { accept: 'application/json' } })).json()
        .message,
    ).toContain('the photo');
  });

  test('a merged employee is offered for no sign-in', async () => {
    const [one, other] = await look((tx) => createFilledPair(tx, world.school, 'employee', { below: () => 0 }));
    const owner = await world.as('owner');
    const offered = async () =>
      (await owner.get('/accounts/employee-options'))
        .json<{ choices: { value: string }[] }>()
        .choices.map(({ value }) => Number(value));
    expect(await offered()).toEqual(expect.arrayContaining([one, other]));
    expect((await owner.post(`/employees/${one}/merge`, { otherId: other })).statusCode).toBe(303);
    expect(await offered()).not.toContain(other);
    const refused = await owner.post(`/accounts/${world.school.accounts.teacher}/roles`, {
      role_id: ilorin().roleIds.cashier,
      employee_id: other,
    });
    expect(refused.json().errors).toHaveProperty('employee_id');
  });

  test('if one employee record has left and the other has not, the current one wins; the account of the other is refused', async () => {
    const owner = await world.as('owner');
    const [left] = await look((tx) => createFilledPair(tx, world.school, 'employee', { below: () => 0 }));
    const here = (
      await look((tx) =>
        tx.execute<{ id: number }>(sql`select employee_id as id from memberships
        where account_id = ${world.school.accounts.teacher}`),
      )
    ).rows[0]!.id;
    await owner.post(`/employees/${left}/leave`, { left_on: '2026-11-20', reason: 'Moved' });
    const merge = (take: object) => owner.post(`/employees/${left}/merge`, { otherId: here, take });
    const refused = await merge({ employment: 'kept' });
    expect([refused.statusCode, refused.json().errors.form]).toEqual([
      422,
      expect.stringContaining('former employee who can still sign in'),
    ]);
    expect((await merge({})).statusCode).toBe(303);
    expect((await owner.page(`/employees/${left}`)).props.employee).toMatchObject({ leftOn: null });
  });

  test('a chain is undone from its end: what was merged since goes first', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const musa = ilorin().studentIds['Musa Garba'];
    const before = await picture();
    const first = await undoOf(registrar, await registrar.post(`/students/${ngozi}/merge`, { otherId: musa }));
    const second = await undoOf(registrar, await registrar.post(`/students/${ada}/merge`, { otherId: ngozi }));
    expect((await registrar.get(`/students/${musa}`)).headers.location).toBe(`/students/${ada}`);
    const { admissionNumber } = await rowOf(musa);
    expect((await registrar.page(`/students?q=${encodeURIComponent(admissionNumber)}`)).props.rows[0].id).toBe(ada);
    expect((await registrar.post(first.undo.action)).json().message).toMatch(
      /was itself merged since\. Undo that merge first\.$/,
    );
    expect((await registrar.post(second.undo.action)).statusCode).toBe(200);
    expect((await registrar.post(first.undo.action)).statusCode).toBe(200);
    expect(await picture()).toEqual(before);

    const one = await undoOf(registrar, await registrar.post(`/students/${ada}/merge`, { otherId: ngozi }));
    await registrar.post(`/students/${ada}/merge`, { otherId: musa });
    expect((await registrar.post(one.undo.action)).json().message).toMatch(
      /^The record of Musa Garba .+ was merged into the same one since/,
    );
  });

  test('an unmerge is refused after 30 days, when the batch is full, and when later changes prevent it', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const batchId = ilorin().batchIds['JSS 1 B'];
    await look((tx) => tx.update(batches).set({ capacity: 2 }).where(eq(batches.id, batchId)));
    const { undo } = await undoOf(
      registrar,
      await registrar.post(`/students/${ada}/merge`, { otherId: ngozi, take: { surname: 'other' } }),
    );
    const refusal = async () => {
      const answer = await registrar.post(undo.action);
      return [answer.statusCode, answer.json().message];
    };
    await registrar.post('/students/batch-assignment', {
      batch_id: batchId,
      student_ids: [ilorin().studentIds['Efe Omoregie']],
    });
    expect(await refusal()).toEqual([409, 'JSS 1 B is full. Free a seat there, then unmerge the records.']);
    await look((tx) => tx.update(batches).set({ capacity: 9 }).where(eq(batches.id, batchId)));

    const { student } = (await registrar.page(`/students/${ada}`)).props;
    await registrar.post(`/students/${ada}`, {
      surname: 'Obi-Okafor',
      firstName: 'Ada',
      admissionNumber: student.admissionNumber,
    });
    await look((tx) =>
      tx
        .update(enrolments)
        .set({ fromDate: '2026-09-15' })
        .where(sql`student_id = ${ada} and batch_id = ${batchId}`),
    );
    expect(await refusal()).toEqual([
      409,
      'These records can’t be unmerged: the enrolments and the surname changed since the merge.',
    ]);
    // The server itself may not: when two became one stays written.
    await withClient(world.ownerUrl, (client) =>
      client.query(`update merges set created_at = now() - interval '30 days 1 minute'`),
    );
    expect(await refusal()).toEqual([409, 'Records can be unmerged for 30 days. The undo period has ended.']);
    expect((await registrar.page('/merges')).props.rows).toMatchObject([{ isUndone: false, canUndo: false }]);
    expect(await rowOf(ngozi)).toMatchObject({ mergedIntoId: ada });
  });

  test('what is changed since in other fields stays when the records are parted', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const { undo } = await undoOf(registrar, await registrar.post(`/students/${ada}/merge`, { otherId: ngozi }));
    const { student } = (await registrar.page(`/students/${ada}`)).props;
    await registrar.post(`/students/${ada}`, {
      surname: 'Obi',
      firstName: 'Ada',
      admissionNumber: student.admissionNumber,
      city: 'Jos',
    });
    expect((await registrar.post(undo.action)).statusCode).toBe(200);
    expect(await rowOf(ada)).toMatchObject({ city: 'Jos', formerNumbers: null });
  });

  test('each of the accounts opens the kept record; the status of the other can win', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    await registrar.post(`/students/${ngozi}/withdraw`, { onDate: '2026-10-01', reason: 'x', keepsSignIn: 'true' });
    const preview = (await registrar.page(`/students/${ngozi}/merge?with=${ada}`)).props;
    expect(preview.conflicts[0]).toBe('One record is withdrawn, the other active. Choose one under Status.');
    const { student: accountId } = world.school.accounts;
    const membership = { institutionId: ilorin().id, accountId, roleId: ilorin().roleIds.student, studentId: ada };
    await look((tx) => tx.insert(memberships).values(membership));
    const owner = await world.as('owner');
    await owner.post(`/students/${ngozi}/merge`, { otherId: ada, take: { status: 'other' } });
    // Their contacts differ, so that a second person agrees for an owner too.
    expect(await rowOf(ngozi)).toMatchObject({ status: 'withdrawn' });
    const group = await world.as('group');
    const { waiting } = (await group.page('/approvals')).props as { waiting: { id: number }[] };
    expect((await group.post(`/approvals/${waiting[0]!.id}/approve`)).statusCode).toBe(200);
    expect(await rowOf(ngozi)).toMatchObject({ status: 'active', batchId: ilorin().batchIds['JSS 1 A'] });
    const student = await world.as('student');
    expect((await student.get(`/students/${ada}`)).headers.location).toBe(`/students/${ngozi}`);
    expect((await student.get(`/students/${ngozi}`)).statusCode).toBe(200);
  });

  test('two clerks who merge the same pair in both directions: one succeeds, the other gets a message', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const answers = await Promise.all([
      registrar.post(`/students/${ada}/merge`, { otherId: ngozi }),
      registrar.post(`/students/${ngozi}/merge`, { otherId: ada }),
      registrar.post(`/students/${ada}/merge`, { otherId: ngozi }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().message).toContain('merged in the meantime');
    expect(await look((tx) => tx.$count(merges))).toBe(1);
    const [merge] = await look((tx) => tx.select().from(merges));
    const undone = await Promise.all([1, 2].map(() => registrar.post(`/merges/${merge!.id}/undo`)));
    expect(undone.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('a merge during an assignment of the same student leaves one seat and one open enrolment', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    for (let turn = 0; turn < 4; turn += 1) {
      const [merge] = await Promise.all([
        registrar.post(`/students/${ada}/merge`, { otherId: ngozi }),
        registrar.post('/students/batch-assignment', {
          batch_id: ilorin().batchIds['JSS 2 A'],
          student_ids: [turn % 2 ? ada : ngozi],
        }),
      ]);
      expect(merge.statusCode).toBe(303);
      const { rows } = await look((tx) =>
        tx.execute(sql`select s.id from students s where s.batch_id is distinct from (
          select e.batch_id from enrolments e where e.institution_id = s.institution_id and e.student_id = s.id and e.to_date is null)`),
      );
      expect(rows).toEqual([]);
      expect(await rowOf(ngozi)).toMatchObject({ mergedIntoId: ada, batchId: null });
      // Undone where it can be; else by the owner, so that the next turn begins as the first.
      const { undo } = await undoOf(registrar, merge);
      if ((await registrar.post(undo.action)).statusCode !== 200) break;
    }
  });

  test('records of two schools, one record with itself, and a record that was erased are not merged', async () => {
    const group = await world.as('group');
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    const foreign = world.school.offa.studentIds['Peace Akpan'];
    expect((await group.post(`/students/${ada}/merge`, { otherId: foreign })).statusCode).toBe(404);
    expect((await group.get(`/students/${ada}/merge?with=${foreign}`)).statusCode).toBe(404);
    expect((await registrar.post(`/students/${ada}/merge`, { otherId: foreign })).statusCode).toBe(404);
    expect((await registrar.post(`/students/${ada}/merge`, { otherId: ada })).json().errors.otherId).toContain(
      'the same record',
    );
    await look((tx) => tx.update(students).set({ anonymisedAt: new Date() }).where(eq(students.id, ngozi)));
    expect((await registrar.post(`/students/${ada}/merge`, { otherId: ngozi })).json().errors.otherId).toContain(
      'erased',
    );
    expect(await look((tx) => tx.$count(merges))).toBe(0);
  });

  test('possible duplicates are offered; others are found by name and number', async () => {
    const registrar = await world.as('registrar');
    const [ada] = twice();
    await look((tx) =>
      tx.insert(students).values([
        { institutionId: ilorin().id, surname: 'Óbi', firstName: 'Ada', admissionNumber: 'OLD/7' },
        // Written with a middle name, or the two names in the other order, it is the same name still.
        { institutionId: ilorin().id, surname: 'Obi', firstName: 'Ada', middleName: 'Grace', admissionNumber: 'OLD/8' },
        { institutionId: ilorin().id, surname: 'Adá', firstName: 'Obi', admissionNumber: 'OLD/9' },
        { institutionId: ilorin().id, surname: 'Obi', firstName: 'Adaeze', admissionNumber: 'OLD/10' },
      ]),
    );
    const start = await registrar.page(`/students/${ada}/merge`);
    expect(start.props.found.map((one: { number: string }) => one.number)).toEqual(['OLD/9', 'OLD/7', 'OLD/8']);
    const searched = await registrar.page(`/students/${ada}/merge?q=okaf`);
    expect(searched.props.found.map((one: { surname: string }) => one.surname)).toEqual(['Okafor']);
  });

  test('restricted values are shown to users with access, which is logged; for others the rule decides', async () => {
    const registrar = await world.as('registrar');
    const [ada, ngozi] = twice();
    await look((tx) => tx.update(students).set({ bloodGroup: 'O+' }).where(eq(students.id, ngozi)));
    const keys = async () =>
      (await registrar.page(`/students/${ada}/merge?with=${ngozi}`)).props.fields.map(
        ({ key }: { key: string }) => key,
      );
    expect(await keys()).toContain('blood_group');
    const noted = await look((tx) => tx.select().from(readLog));
    expect(noted.map(({ fieldGroup, subjectId }) => [fieldGroup, subjectId])).toEqual([
      ['health', ada],
      ['health', ngozi],
    ]);
    await look((tx) =>
      tx.execute(
        sql`update roles set permissions = array_remove(permissions, 'students.viewHealth') where key = 'registrar'`,
      ),
    );
    const { props } = await registrar.page(`/students/${ada}/merge?with=${ngozi}`);
    expect(props.fields.map(({ key }: { key: string }) => key)).not.toContain('blood_group');
    expect(props.unseenCount).toBe(1);
    expect(await look((tx) => tx.$count(readLog))).toBe(2);
    // What is not seen is not chosen either.
    await registrar.post(`/students/${ada}/merge`, { otherId: ngozi });
    expect(await rowOf(ada)).toMatchObject({ bloodGroup: 'O+' });
  });
});

describe('for all kinds of people', () => {
  beforeAll(async () => {
    world = await startSchool();
    await look(async (tx) => {
      await createCustomFields(tx, ilorin().id);
      await allowClosed(tx, 'demonstration');
      // Chance asks for no room.
      await tx.update(batches).set({ capacity: 1000 });
    });
  });
  afterAll(() => world.close());

  test.for(['student', 'employee', 'guardian'] as const)(
    'merging and unmerging two records of a %s restores everything linked to them',
    async (entity) => {
      const owner = await world.as('owner');
      // Contacts of people who sign in are another story.
      await look((tx) =>
        tx.execute(sql`update credentials set password_hash = null
        where account_id <> ${world.school.accounts.owner}`),
      );
      const { people: table, mergeFields } = product.personalData.kindOf(entity);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }),
          fc.dictionary(
            fc.constantFrom(...mergeFields.map(({ key }) => key), 'nonsense'),
            fc.constantFrom('kept', 'other'),
          ),
          async (draws, take) => {
            let at = 0;
            const chance = { below: (count: number) => (draws[(at += 1) % draws.length] ?? 0) % count };
            const [kept, other] = await look((tx) => createFilledPair(tx, world.school, entity, chance));
            const fields = await look((tx) =>
              tx.execute<{ id: number }>(sql`select id from custom_fields where entity = ${entity}`),
            );
            for (const { id } of fields.rows) if (chance.below(2)) take[`custom_${id}`] = 'other';
            const before = await picture();
            expect((await owner.get(`/${table}/${kept}/merge?with=${other}`)).statusCode).toBe(200);
            const answer = await owner.post(`/${table}/${kept}/merge`, { otherId: other, take });
            expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([303, '']);
            await nothingIsLost(entity, before);
            const [merge] = await look((tx) =>
              tx
                .select()
                .from(merges)
                .where(and(eq(merges.entity, entity), eq(merges.mergedId, other))),
            );
            const undone = await owner.post(`/merges/${merge!.id}/undo`);
            expect([undone.statusCode, undone.json().message]).toEqual([
              200,
              expect.stringContaining('was unmerged from'),
            ]);
            expect(await picture()).toEqual(before);
          },
        ),
        { numRuns: 6, endOnFailure: true },
      );
    },
  );

  /** Nothing still points at a merged record but what the kept one did not take over; no record has gone. */
  async function nothingIsLost(entity: Entity, before: Record<string, string[]>) {
    const after = await picture();
    for (const table of [
      'students',
      'employees',
      'guardians',
      'enrolments',
      'documents',
      'student_moves',
      'certificates',
      'custom_values',
    ])
      expect([table, after[table]!.length]).toEqual([table, before[table]!.length]);
    const table = product.personalData.kindOf(entity).people;
    const owner = `${entity}_id`;
    const links = await look((tx) =>
      tx.execute<{ name: string }>(sql`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = ${owner} and table_name <> 'custom_values'`),
    );
    const left = await look((tx) =>
      Promise.all(
        links.rows.map(async ({ name }) => {
          const { rows } = await tx.execute<{ n: number }>(sql`
            select count(*)::int as n from ${sql.identifier(name)} l join ${sql.identifier(table)} p
              on (p.institution_id, p.id) = (l.institution_id, l.${sql.identifier(owner)}) where p.merged_into_id is not null`);
          return [name, rows[0]!.n];
        }),
      ),
    );
    expect(left.length).toBeGreaterThan(2);
    expect(left.filter(([, count]) => count !== 0)).toEqual([]);
  }

  test('every table that points at a person is part of merging', async () => {
    const pointing = await withClient(world.ownerUrl, async (client) => {
      const { rows } = await client.query(`
        select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid in ('students'::regclass, 'employees'::regclass, 'guardians'::regclass)`);
      return rows.map(({ name }) => name as string);
    });
    const { kinds, tablesOf } = product.personalData;
    const declared = kinds.flatMap(({ entity }) => tablesOf(entity).map(({ table }) => table));
    expect(pointing.filter((name) => !declared.includes(name))).toEqual([]);
  });

  test('a record that someone signs in with is merged by two: the sign-in would see what the other holds', async () => {
    const { accounts: ids, ilorin: here } = world.school;
    const hr = await world.as('hr_officer');
    const owner = await world.as('owner');
    const [secret] = await look((tx) => createFilledPair(tx, world.school, 'employee', { below: () => 0 }));
    const employeeOf = async (accountId: number) =>
      (await look((tx) => tx.select().from(memberships).where(eq(memberships.accountId, accountId))))[0]!.employeeId!;
    // HR sees all of it anyway; the teacher, who is shown the other's data from then on, does not.
    const own = await employeeOf(ids.hr_officer);
    const teacher = await employeeOf(ids.teacher);
    await look((tx) => tx.delete(memberships).where(eq(memberships.employeeId, secret)));
    const mergedInto = async () =>
      (await look((tx) => tx.execute(sql`select merged_into_id::int as id from employees where id = ${secret}`)))
        .rows[0]!['id'];
    const flash = async (answer: { headers: object }) => (await undoOf(hr, answer)).message;
    expect((await hr.post(`/employees/${own}/merge`, { otherId: secret })).statusCode).toBe(403);
    expect(await flash(await hr.post(`/employees/${teacher}/merge`, { otherId: secret }))).toContain(
      'Sent for approval',
    );
    expect(await mergedInto()).toBeNull();
    const { waiting } = (await owner.page('/approvals')).props;
    expect(waiting[0]).toMatchObject({
      summary: expect.stringMatching(/^merge another record into that of The Teacher \(E\d+\)$/),
      details: [
        ['Keep', expect.stringContaining('The Teacher')],
        ['Merge into it', expect.any(String)],
        ['Why approval is needed', expect.stringContaining('One of these records has an account')],
      ],
      can: { approve: true },
    });
    // Nor does the one agree to it who signs in with one of them.
    await look((tx) =>
      tx
        .insert(memberships)
        .values({ institutionId: here.id, accountId: ids.teacher, roleId: here.roleIds.hr_officer }),
    );
    const asTeacher = await world.as('teacher');
    const refused = await asTeacher.post(`/approvals/${waiting[0].id}/approve`);
    expect(refused.statusCode, refused.body).toBe(403);
    expect((await owner.post(`/approvals/${waiting[0].id}/approve`)).statusCode).toBe(200);
    expect(await mergedInto()).toBe(teacher);
    await look((tx) =>
      tx
        .delete(memberships)
        .where(and(eq(memberships.accountId, ids.teacher), eq(memberships.roleId, here.roleIds.hr_officer))),
    );
  });

  test('HR merges employees, a registrar students and guardians; each other’s merges are not found', async () => {
    const [hr, registrar] = [await world.as('hr_officer'), await world.as('registrar')];
    const chance = { below: () => 0 };
    const pair = (entity: Entity) => look((tx) => createFilledPair(tx, world.school, entity, chance));
    const [employee, twin] = await pair('employee');
    expect((await registrar.post(`/employees/${employee}/merge`, { otherId: twin })).statusCode).toBe(403);
    expect((await hr.post(`/employees/${employee}/merge`, { otherId: twin })).statusCode).toBe(303);
    const [merge] = await look((tx) =>
      tx
        .select()
        .from(merges)
        .where(and(eq(merges.entity, 'employee'), eq(merges.keptId, employee))),
    );
    expect((await registrar.post(`/merges/${merge!.id}/undo`)).statusCode).toBe(404);
    expect(
      (await registrar.page('/merges')).props.rows.every((row: { entity: string }) => row.entity !== 'employee'),
    ).toBe(true);
    expect((await hr.page('/merges')).props.rows.map((row: { entity: string }) => row.entity)).toContain('employee');
    const [guardian, same] = await pair('guardian');
    expect((await hr.post(`/guardians/${guardian}/merge`, { otherId: same })).statusCode).toBe(404);
    expect((await registrar.post(`/guardians/${guardian}/merge`, { otherId: same })).statusCode).toBe(303);
    const teacher = await world.as('teacher');
    expect((await teacher.get('/merges')).statusCode).toBe(403);
    expect((await hr.get(`/employees/${twin}`)).headers.location).toBe(`/employees/${employee}`);
    expect(await look((tx) => tx.$count(memberships))).toBeGreaterThan(0);
  });
});
