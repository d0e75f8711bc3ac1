import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActor } from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { keepFile, type StoredFile } from '#kernel/files.ts';
import { accounts, memberships } from '#kernel/identity.schema.ts';
import { outbox } from '#kernel/messages/messages.schema.ts';
import { claimedPurpose } from '#features/records/custom-fields/read-custom-value.ts';
import { customFields, customValues } from '#features/records/custom-fields/custom-fields.schema.ts';
import { logAccess } from '#features/records/people/history.queries.ts';
import { documents, guardians, studentGuardians, type Entity } from '#features/records/people/people.schema.ts';
import { formDrafts } from '#features/records/people/drafts.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';
import { eraseBySecond } from '#test/harness/erase.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { product } from '#product/features.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let ilorin: number;
const browsers: Record<string, Browser> = {};
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  for (const username of [
    'owner',
    'registrar',
    'principal',
    'bursar',
    'teacher',
    'hr_officer',
    'student',
    'guardian',
    'employee',
    'group',
  ])
    browsers[username] = await world.as(username);
  await world.database.asSystem([ilorin], (tx) =>
    tx
      .update(students)
      .set({ bloodGroup: 'O-', religion: 'Islam' })
      .where(eq(students.id, world.school.ilorin.studentIds['Ada Obi'])),
  );
});
afterAll(() => world.close());

const ask = async <Row extends Record<string, unknown>>(query: string) =>
  withClient(world.ownerUrl, async (client) => (await client.query<Row>(query)).rows);
const employeeIdOf = async (username: string) =>
  Number(
    (
      await ask(`select employee_id as id from memberships m join accounts a on a.id = m.account_id
    where a.username = '${username}'`)
    )[0]!.id,
  );

describe('one person’s data', () => {
  test('a registrar downloads a student’s data, and that is logged', async () => {
    const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
    const answer = await browsers.registrar!.get(`/privacy/students/${ada}/data.json`);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="student-${ada}.json"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { person, sections } = answer.json();
    expect(person.name).toBe('Ada Obi');
    const kept = new Map(sections.map((one: { title: string; rows: unknown[] }) => [one.title, one.rows]));
    expect(kept.get('Record')).toMatchObject([{ Surname: 'Obi', 'Blood group': 'O-', Religion: 'Islam' }]);
    expect(kept.get('Enrolments')).toMatchObject([{ Batch: 'JSS 1 A', Session: '2026/2027' }]);
    expect(kept.get('Sign-in')).toMatchObject([{ Username: 'student', Role: 'Student' }]);
    expect(await ask(`select person, field_group, place from read_log where subject_id = ${ada} order by 2`)).toEqual(
      ['health', 'private', 'religion'].map((group) => ({
        person: 'The registrar',
        field_group: group,
        place: 'file',
      })),
    );
    expect(await ask(`select summary from audit_entries where action = 'privacy.handOver'`)).toEqual([
      { summary: 'exported all data of Ada Obi as JSON' },
    ]);
  });

  test('the same to read, as a PDF with the school’s letterhead', async () => {
    const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
    const answer = await browsers.principal!.get(`/privacy/students/${ada}/data.pdf`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    const text = pdfText(answer.rawPayload).join(' ').replace(/\s+/g, ' ');
    for (const words of ['Ilorin Grammar School', 'Data of Ada Obi', 'O-', 'JSS 1 A', 'exported all data of Ada Obi'])
      expect(text).toContain(words);
  });

  test('the file tells by the clock and the words of the institution, and names what it withholds', async () => {
    const { 'Yakubu Ndako': yakubu } = world.school.offa.studentIds;
    const offa = world.school.offa.id;
    const long = `${'A sentence that nobody may lose. '.repeat(150)}The end.`;
    await world.database.asSystem([offa], async (tx) => {
      await tx.execute(sql`update institutions set time_zone = 'America/New_York',
        terminology = '{"batch": "Level group", "batches": "Level groups"}' where id = ${offa}`);
      await tx.execute(
        sql`update students set created_at = '2026-01-01T02:30:00Z', next_of_kin_phone = null where id = ${yakubu}`,
      );
      await record(tx, systemActor(offa, 'The registrar'), 'students.edit', {
        institutionId: offa,
        summary: 'changed one field',
        subject: { type: 'student', id: yakubu },
        details: { changes: { batchId: { from: 'ND 1 A', to: long } } },
      });
    });
    const registrar = await world.as('registrar.offa');
    const answer = await registrar.get(`/privacy/students/${yakubu}/data.json`);
    const data = answer.json();
    const rows = (title: string) => data.sections.find((one: { title: string }) => one.title === title)!.rows;
    expect(data.timeZone).toBe('America/New_York');
    expect(data.withheld.join(' ')).toContain('Passwords');
    expect(rows('Record')).toMatchObject([
      {
        'Record created': '2025-12-31 21:30',
        'Level group': 'ND 1 A',
        'Next of kin, telephone': null,
        Status: 'Active',
      },
    ]);
    expect(rows('Enrolments')).toMatchObject([{ 'Level group': 'ND 1 A', From: '2026-09-14' }]);
    expect(answer.body).not.toMatch(/"Batch/);

    const pdf = await registrar.get(`/privacy/students/${yakubu}/data.pdf`);
    const text = pdfText(pdf.rawPayload).join(' ').replace(/\s+/g, ' ');
    for (const words of ['31 Dec 2025, 09:30 pm', 'Level group', 'Times are local: New York', 'Passwords', 'The end.'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/UTC|Batch\b|whole in the JSON/);
    expect(text.split('nobody')).toHaveLength(151);
  });

  test('a student has a right to his own, and a guardian to her child’s, and to nobody else’s', async () => {
    const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
    const status = async (who: string, id: number) =>
      (await browsers[who]!.get(`/privacy/students/${id}/data.json`)).statusCode;
    expect([await status('student', ada), await status('student', tunde)]).toEqual([200, 404]);
    expect([await status('guardian', tunde), await status('guardian', ada)]).toEqual([200, 404]);
  });

  test('the file has no message texts, which contain sign-in links, and shows the family no number of other people', async () => {
    const { 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
    await world.database.asSystem([ilorin], async (tx) => {
      const changes = { nextOfKinPhone: { from: null, to: '+2348037776655' } };
      await tx
        .update(students)
        .set({ phone: '+2348031112233', nextOfKinName: 'Mr Bakare', nextOfKinPhone: '+2348037776655' })
        .where(eq(students.id, tunde));
      await tx.insert(outbox).values({
        institutionId: ilorin,
        channel: 'sms',
        recipient: '+2348031112233',
        subject: 'Your code',
        body: 'Your code is 12345678.',
      });
      await record(tx, systemActor(ilorin, 'The registrar'), 'students.edit', {
        institutionId: ilorin,
        summary: 'changed one field',
        subject: { type: 'student', id: tunde },
        details: { changes },
      });
    });
    const file = async (who: string) => (await browsers[who]!.get(`/privacy/students/${tunde}/data.json`)).body;
    for (const who of ['registrar', 'guardian']) {
      expect(await file(who)).toContain('Your code');
      expect(await file(who)).not.toContain('12345678');
    }
    expect(await file('registrar')).toContain('+2348037776655');
    expect(await file('guardian')).toContain('Mr Bakare');
    expect(await file('guardian')).not.toContain('+2348037776655');
  });

  test('columns that are left out on purpose are called withheld, others are null', async () => {
    const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
    const sections = async (who: string, id: number) => {
      const { sections: all } = (await browsers[who]!.get(`/privacy/students/${id}/data.json`)).json();
      return (title: string) => all.find((one: { title: string }) => one.title === title)!.rows;
    };
    const own = await sections('student', ada);
    expect(own('Sign-in')).toMatchObject([{ Username: 'student', Password: 'Withheld' }]);
    expect(own('Record')).toMatchObject([{ 'Next of kin, telephone': 'Withheld', Mobile: null }]);
    const family = await sections('guardian', tunde);
    expect(family('Changes to the record')[0]).toMatchObject({ Details: 'Withheld' });
    const staff = await sections('registrar', tunde);
    expect(staff('Changes to the record')[0]).not.toMatchObject({ Details: 'Withheld' });
    expect(staff('Messages').every(({ Text }: { Text: string }) => Text === 'Withheld')).toBe(true);
  });

  test('a guardian’s restricted custom fields are exported only by users with access to the groups', async () => {
    const [{ id } = { id: 0 }] = await ask<{ id: number }>(`select id from guardians where surname = 'Bakare'`);
    const status = async (who: string) => (await browsers[who]!.get(`/privacy/guardians/${id}/data.json`)).statusCode;
    expect([await status('registrar'), await status('guardian')]).toEqual([200, 200]);
    const change = (how: 'append' | 'remove') =>
      world.database.asSystem([ilorin], (tx) =>
        tx.execute(
          sql`update roles set permissions = ${sql.raw(`array_${how}`)}(permissions, 'privacy.access') where key = 'bursar'`,
        ),
      );
    await change('append');
    expect(await status('bursar')).toBe(404);
    await change('remove');
  });

  test('users who see a student but not all groups, or cannot export personal data, are refused', async () => {
    const { 'Ada Obi': ada, 'Ngozi Okafor': own } = world.school.ilorin.studentIds;
    expect((await browsers.bursar!.get(`/privacy/students/${ada}/data.json`)).statusCode).toBe(403);
    expect((await browsers.teacher!.get(`/privacy/students/${own}`)).statusCode).toBe(403);
    expect((await browsers.bursar!.get(`/privacy/students/${ada}`)).statusCode).toBe(403);
    const stranger = world.school.offa.studentIds['Yakubu Ndako'];
    expect((await browsers.owner!.get(`/privacy/students/${stranger}/data.json`)).statusCode).toBe(404);
  });

  test('an employee’s is for HR and for the employee, not for the registrar or a teacher', async () => {
    const id = await employeeIdOf('employee');
    const status = async (who: string) => (await browsers[who]!.get(`/privacy/employees/${id}/data.json`)).statusCode;
    expect(await Promise.all(['hr_officer', 'employee', 'registrar', 'teacher'].map(status))).toEqual([
      200, 200, 404, 404,
    ]);
  });

  test('a record links to it for exactly the users who can open it', async () => {
    const employee = await employeeIdOf('employee');
    const guardian = Number(
      (await ask(`select id from guardians where institution_id = ${ilorin} order by id limit 1`))[0]!.id,
    );
    const records = [
      `/students/${world.school.ilorin.studentIds['Tunde Bakare']}`,
      `/employees/${employee}`,
      `/guardians/${guardian}`,
    ];
    const told: string[] = [];
    for (const [who, browser] of Object.entries(browsers))
      for (const record of records) {
        if ((await browser.get(record)).statusCode !== 200) continue;
        const { props } = await browser.page(record);
        const opens = (await browser.get(`/privacy${record}`)).statusCode === 200;
        expect((props['can'] as { privacy: boolean }).privacy, `${who} ${record}`).toBe(opens);
        told.push(`${who} ${opens}`);
      }
    expect(told).toEqual(expect.arrayContaining(['guardian true', 'registrar true', 'bursar false']));
  });

  test.each<Entity>(['student', 'employee', 'guardian'])('every table that names a %s is declared', async (entity) => {
    const named = await ask<{ name: string }>(
      `select distinct table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('${entity}_id', 'subject_id', 'kept_id')`,
    );
    expect(named.length).toBeGreaterThan(3);
    const declared = product.personalData.tablesOf(entity).map(({ table }) => table);
    expect(named.map(({ name }) => name).filter((name) => !declared.includes(name))).toEqual([]);
  });
});

describe('the access log', () => {
  test('a principal sees who viewed whose data, and filters it', async () => {
    const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
    const actor = { ...systemActor(ilorin, 'The school nurse'), accountId: world.school.accounts.employee };
    await world.database.asSystem([ilorin], (tx) =>
      logAccess(tx, actor, {
        institutionId: ilorin,
        entity: 'student',
        subjectId: ada,
        groups: ['health'],
        place: 'record',
      }),
    );
    const { props } = await browsers.principal!.page('/privacy/reads');
    expect(props.rows[0]).toMatchObject({
      person: 'The school nurse (employee)',
      subject: 'Obi, Ada',
      fieldGroup: 'health',
      place: 'record',
    });
    const rowsOf = async (query: string) => (await browsers.principal!.page(`/privacy/reads?${query}`)).props.rows;
    expect(await rowsOf(`reader=${world.school.accounts.employee}&of=student:${ada}`)).toHaveLength(1);
    expect((await rowsOf('group=religion')).every((row: { fieldGroup: string }) => row.fieldGroup === 'religion')).toBe(
      true,
    );
    expect(await rowsOf('of=student:999999')).toEqual([]);
    expect((await browsers.registrar!.get('/privacy/reads')).statusCode).toBe(403);
  });
});

describe('erasing a person', () => {
  const uduak = () => world.school.ilorin.studentIds['Uduak Essien'];
  const erase = (number: string, id = uduak()) =>
    eraseBySecond(
      { asker: browsers.owner!, second: browsers.group! },
      `students/${id}`,
      number,
      'She asked on 20 Nov 2026',
    );

  test('current people cannot be erased, and only users with permission can erase', async () => {
    const refused = await erase('ILO/1', world.school.ilorin.studentIds['Ada Obi']);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.form).toMatch(/Withdraw or transfer the student first/);
    const body = { number: 'x', reason: 'y' };
    expect((await browsers.registrar!.post(`/privacy/students/${uduak()}/erase`, body)).statusCode).toBe(403);
  });

  test('a mistyped number changes nothing', async () => {
    const refused = await erase('ILO/999');
    expect(refused.json().errors.number).toMatch(/not the admission number of Uduak Essien/);
    expect(await ask(`select surname from students where id = ${uduak()}`)).toEqual([{ surname: 'Essien' }]);
  });

  test('nothing is erased before a second person agrees, who reads whom it is about and why', async () => {
    const own = uduak();
    const [{ number } = { number: '' }] = await ask<{ number: string }>(
      `select admission_number as number from students where id = ${own}`,
    );
    const address = `/privacy/students/${own}`;
    const asked = await browsers.owner!.post(`${address}/erase`, { number, reason: 'She asked' });
    expect(asked.statusCode).toBe(303);
    const { props, flash } = await browsers.owner!.page(address);
    expect([props.isWaiting, flash.message ?? flash]).toEqual([
      true,
      expect.stringContaining('Sent for approval. You’ll be notified of the decision.'),
    ]);
    const [request] = (await browsers.group!.page('/approvals')).props.waiting;
    expect(request).toMatchObject({
      summary: `erase the data of the student with admission number ${number}`,
      details: [
        ['Name', 'Uduak Essien'],
        ['Reason', 'She asked'],
        ['If you approve', 'The data is erased immediately and can’t be restored.'],
      ],
    });
    expect((await browsers.owner!.post(`/approvals/${request.id}/approve`)).statusCode).toBe(403);
    expect((await browsers.registrar!.post(`/approvals/${request.id}/approve`)).statusCode).toBe(404);
    expect(await ask(`select surname from students where id = ${own}`)).toEqual([{ surname: 'Essien' }]);
    expect((await browsers.group!.post(`/approvals/${request.id}/decline`, { reason: 'Keep it' })).statusCode).toBe(
      303,
    );
    expect((await browsers.owner!.page(address)).props.isWaiting).toBe(false);
  });

  test('no row and no file names the person afterwards; number and enrolments stay', async () => {
    const storedAs = await fillWithTraces();
    const [{ number } = { number: '' }] = await ask<{ number: string }>(
      `select admission_number as number from students where id = ${uduak()}`,
    );
    const before = await ask(`select * from enrolments where student_id = ${uduak()}`);
    const { hers, others } = await bringFiles(number);
    const setState = (state: string) =>
      world.database.asSystem([ilorin], (tx) =>
        tx.execute(sql`update imports set state = ${state} where id = ${hers[0]!.split('/').at(-1)!}::bigint`),
      );
    await setState('running');
    expect((await erase(number)).statusCode).toBe(409);
    await setState('done');
    const words = ['Essien', 'Uduak', '2348039990000', '0803 999 0000', 'uduak@', 'u.e@', 'Uwakmfon'];
    expect(await tracesOf(...words)).toEqual(
      expect.arrayContaining(['import_problems', 'form_drafts', 'outbox', 'job_common', 'a stored file']),
    );

    expect((await erase(number)).json()).toMatchObject({
      message: 'The data was erased. The remaining records don’t identify anyone.',
    });

    expect(await tracesOf(...words)).toEqual([]);
    for (const address of hers) {
      const { import: found, file, mayCheckAgain } = (await browsers.owner!.page(address)).props;
      expect([found.rowCount, file, mayCheckAgain], address).toEqual([
        2,
        expect.objectContaining({ wasErased: true }),
        false,
      ]);
      expect((await browsers.owner!.get(`${address}/problems.csv`)).statusCode).toBe(404);
    }
    expect((await browsers.owner!.page(others)).props.columns[0].samples).toEqual(['Uduakobong', 'Udoh']);
    for (const one of storedAs) expect(existsSync(`${world.services.files.folder}/${one}`)).toBe(false);
    expect(
      await ask(`select surname, first_name, admission_number, status, anonymised_at is not null as erased
      from students where id = ${uduak()}`),
    ).toEqual([
      { surname: 'Record', first_name: 'Erased', admission_number: number, status: 'withdrawn', erased: true },
    ]);
    // Somebody of nearly the same name is somebody else.
    expect(await ask(`select 1 from audit_entries where summary = 'added Udu Uwakmfo (Jr.)'`)).toHaveLength(1);
    expect(await ask(`select * from enrolments where student_id = ${uduak()}`)).toEqual(before);
    expect(await ask(`select summary from audit_entries where action = 'privacy.erase'`)).toEqual([
      { summary: `erased the data of a student, admission number ${number}` },
    ]);
    expect((await erase(number)).statusCode).toBe(409);
    const { props } = await browsers.owner!.page(`/students/${uduak()}`);
    expect(props).toMatchObject({ moves: [], can: { edit: false, merge: false, privacy: true } });
  });

  /** Something of her in every place where a person leaves something. */
  async function fillWithTraces(): Promise<string[]> {
    const id = uduak();
    const { files } = world.services;
    const stored = await files.store(Readable.from([Buffer.from('Uduak Essien')]), { bytes: 100, field: 'file' });
    const replaced = await files.store(Readable.from([Buffer.from('An older paper')]), { bytes: 100, field: 'file' });
    const actor = systemActor(ilorin, 'The registrar');
    await world.database.asSystem([ilorin], async (tx) => {
      const fileId = await keepFile(tx, actor, ilorin, {
        ...stored,
        purpose: 'document',
        name: 'Essien birth.pdf',
        mediaType: 'application/pdf',
      });
      await tx
        .update(students)
        .set({ phone: '+2348039990000', email: 'uduak@example.com', nextOfKinName: 'Mr Essien', photoId: fileId })
        .where(eq(students.id, id));
      await tx.insert(documents).values({ institutionId: ilorin, studentId: id, title: 'Essien, birth', fileId });
      const [field] = await tx
        .insert(customFields)
        .values({ institutionId: ilorin, entity: 'student', label: 'Nickname', type: 'text' })
        .returning({ id: customFields.id });
      await tx
        .insert(customValues)
        .values({ institutionId: ilorin, fieldId: field!.id, studentId: id, textValue: 'Uduak E.' });
      const [mother] = await tx
        .insert(guardians)
        .values({ institutionId: ilorin, surname: 'Akpabio', firstName: 'Ime', mobile: '+2348039991111' })
        .returning({ id: guardians.id });
      await tx.insert(studentGuardians).values({ institutionId: ilorin, studentId: id, guardianId: mother!.id });
      await tx.insert(formDrafts).values({
        institutionId: ilorin,
        accountId: world.school.accounts.registrar,
        form: `student:${id}`,
        content: { surname: 'Essien' },
      });
      const [account] = await tx
        .insert(accounts)
        .values({ username: 'uduak@example.com', name: 'Uduak Essien', email: 'uduak@example.com' })
        .returning({ id: accounts.id });
      await tx.insert(memberships).values({
        institutionId: ilorin,
        accountId: account!.id,
        roleId: world.school.ilorin.roleIds.student,
        studentId: id,
      });
      await tx
        .insert(outbox)
        .values({ institutionId: ilorin, channel: 'sms', recipient: '+2348039990000', body: 'Uduak, come home.' });
      await record(tx, actor, 'students.edit', {
        institutionId: ilorin,
        summary: 'changed one field of Uduak Essien',
        subject: { type: 'student', id },
        details: { changes: { phone: { from: null, to: '+2348039990000' } } },
      });
      await record(tx, actor, 'guardians.edit', {
        institutionId: ilorin,
        summary: sentence`made Ime Akpabio a guardian of ${{ of: 'student', id, name: 'Uduak Essien' }}`,
      });
    });
    await fillWithPast(id, replaced);
    await fillWithMentions(id);
    return [stored.storedAs, replaced.storedAs];
  }

  /** What is no longer tied to the record: a replaced file, a merged record of another name, a sign-in that ended. */
  async function fillWithPast(id: number, replaced: StoredFile) {
    await world.database.asSystem([ilorin], async (tx) => {
      const actor = systemActor(ilorin, 'The registrar');
      await keepFile(tx, actor, ilorin, {
        ...replaced,
        purpose: claimedPurpose('student', id),
        name: 'Essien older.pdf',
        mediaType: 'application/pdf',
      });
      await tx.insert(students).values({
        institutionId: ilorin,
        surname: 'Uwakmfon',
        firstName: 'Udu',
        status: 'withdrawn',
        admissionNumber: 'OLD/1',
        mergedIntoId: id,
      });
      await record(tx, actor, 'guardians.link', {
        institutionId: ilorin,
        subject: { type: 'guardian', id: 999 },
        summary: sentence`made Ime Akpabio a guardian of ${{ of: 'student', id, name: 'Udu Uwakmfon' }}`,
      });
      await record(tx, actor, 'guardians.create', { institutionId: ilorin, summary: 'added Udu Uwakmfo (Jr.)' });
      const [former] = await tx
        .insert(accounts)
        .values({ username: 'udu', name: 'Udu Uwakmfon', disabledAt: new Date() })
        .returning({ id: accounts.id });
      const { rows } = await tx.execute<{ id: number }>(sql`insert into student_moves
        (institution_id, student_id, from_status, to_status, on_date, reason, content)
        values (${ilorin}, ${id}, 'active', 'withdrawn', '2026-11-01', 'Uduak moved away',
          ${JSON.stringify({ signIns: { memberships: [{ account_id: former!.id, student_id: id }], disabled: [former!.id] } })}::jsonb)
        returning id`);
      await tx.execute(sql`insert into notifications (institution_id, account_id, kind, title, subject)
        values (${ilorin}, ${world.school.accounts.teacher}, 'students.moved', 'Uduak Essien of JSS 1 A leaves on 1 Nov 2026',
          ${`move:${rows[0]!.id}:1`})`);
    });
  }

  /** In what is somebody else's: drafts, messages, a job that failed, the history of her guardian, an export's filter. */
  async function fillWithMentions(id: number) {
    await world.database.asSystem([ilorin], async (tx) => {
      const actor = systemActor(ilorin, 'The registrar');
      const { teacher } = world.school.accounts;
      const entries = [
        ['surname', 'essien'],
        ['firstName', 'Uduak'],
      ];
      const draft = { institutionId: ilorin, accountId: teacher };
      await tx.insert(formDrafts).values({ ...draft, form: 'student:new', content: { entries } });
      await tx.insert(outbox).values([
        { institutionId: ilorin, channel: 'sms', recipient: '+2348039991111', body: 'Uduak Essien was late.' },
        { institutionId: ilorin, channel: 'email', recipient: 'u.e@example.com', body: 'Choose a password.' },
      ]);
      await tx.execute(sql`update accounts set email = 'u.e@example.com' where username = 'uduak@example.com'`);
      await tx.execute(sql`insert into tours_seen (account_id, tour, version, state)
        select id, 'Uduak was shown round', 1, 'finished' from accounts where username = 'uduak@example.com'`);
      const job = JSON.stringify({ institutionId: ilorin, importId: 1 });
      // The worker makes the queue; in this test there is none.
      await tx.execute(sql`select pgboss.create_queue('imports.run', '{"policy": "standard"}'::jsonb)`);
      await tx.execute(sql`insert into pgboss.job (name, data, output)
        values ('imports.run', ${job}::jsonb, '{"message": "Failed query, params: Essien,Uduak"}')`);
      await record(tx, actor, 'guardians.link', {
        institutionId: ilorin,
        summary: 'made Ime Akpabio a guardian',
        subject: { type: 'guardian', id: 999 },
        mentions: [{ of: 'student', id, details: [['cleared']] }],
        details: { student: id, guardian: 999, cleared: { nextOfKinName: 'Mr Essien' } },
      });
      for (const q of ['Essien', 'uduak essien'])
        await record(tx, actor, 'students.export', {
          institutionId: ilorin,
          summary: 'exported 1 student to CSV',
          details: { rows: 1, filter: { q } },
          mentions: [{ of: 'student', id, details: [['filter', 'q']] }],
        });
    });
  }

  /** Three files that name her, each in another way, and one of somebody whose name only begins like hers. */
  async function bringFiles(number: string) {
    const bring = async (kind: string, text: string) => {
      const part = (name: string, value: string) =>
        `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const answer = await browsers.owner!.send({
        method: 'POST',
        url: '/imports',
        payload: `${part('institutionId', String(ilorin))}${part('kind', kind)}--cloth\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${text}\r\n--cloth--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
      });
      return String(answer.headers.location);
    };
    const hers = [
      await bring('students', `Surname,First name,Class teacher\nESSIEN,Ms Uduak,A\nOther,Pupil,B\n`),
      await bring('students', `Admission number,Surname,First name\n${number},Esien,Uduak\nX/1,Other,Pupil\n`),
      await bring('guardians', `Surname,First name,Mobile\nUwakmfon-Essien,Mother,0803 999 0000\nOther,Parent,\n`),
    ];
    const others = await bring('students', 'Surname,First name\nUduakobong,Ini\nUdoh,Eno\n');
    await world.database.asSystem([ilorin], (tx) =>
      tx.execute(sql`insert into import_problems (institution_id, import_id, row_number, column_name, value, message)
        select ${ilorin}, id, 2, 'Surname', 'Essien', 'Uduak is here already' from imports where id = ${hers[0]!.split('/').at(-1)!}::bigint`),
    );
    return { hers, others };
  }

  /** The tables, and the folder of stored files, in which one of the words is read anywhere. */
  async function tracesOf(...words: string[]) {
    const found = await withClient(world.ownerUrl, async (client) => {
      const tables = await client.query<{ schema: string; name: string }>(
        `select table_schema as schema, table_name as name from information_schema.tables
           where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and table_name not in ('countries', 'states', 'lgas')`,
      );
      const named: string[] = [];
      for (const { schema, name } of tables.rows) {
        const { rows } = await client.query(
          `select 1 from "${schema}"."${name}" t where t::text ilike any ($1::text[]) and t::text not like '%Uduakobong%' limit 1`,
          [words.map((word) => `%${word}%`)],
        );
        if (rows.length) named.push(name);
      }
      return named;
    });
    const folder = world.services.files.folder;
    const stored = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile());
    expect(stored.length).toBeGreaterThan(0);
    const isNamed = stored.some((one) => {
      const text = readFileSync(join(one.parentPath, one.name), 'utf8').toLowerCase();
      return !text.includes('uduakobong') && words.some((word) => text.includes(word.toLowerCase()));
    });
    return isNamed ? [...found, 'a stored file'] : found;
  }
});

test('a guardian whose child is here stays, and is erased once no child is', async () => {
  const [{ id } = { id: 0 }] = await ask<{ id: number }>(`select id from guardians where surname = 'Bakare'`);
  const erase = () => eraseBySecond({ asker: browsers.owner!, second: browsers.group! }, `guardians/${id}`, 'Bakare');
  expect((await erase()).json().errors.form).toMatch(/child of this guardian is a current student/);
  await world.database.asSystem([ilorin], (tx) =>
    tx.execute(
      sql`update students set status = 'withdrawn', batch_id = null, next_of_kin_name = 'Mrs Folake BAKARE',
        next_of_kin_phone = '+2348037776655' where id = ${world.school.ilorin.studentIds['Tunde Bakare']}`,
    ),
  );
  expect((await erase()).statusCode).toBe(200);
  expect(await ask(`select next_of_kin_name as name from students where first_name = 'Tunde'`)).toEqual([
    { name: null },
  ]);
  expect(
    await ask(
      `select username, email, disabled_at is not null as shut from accounts where id = ${world.school.accounts.guardian}`,
    ),
  ).toEqual([{ username: `erased-${world.school.accounts.guardian}`, email: null, shut: true }]);
  expect((await browsers.guardian!.get('/students')).headers.location).toMatch(/^\/sign-in/);
});
