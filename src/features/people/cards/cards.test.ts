import { writeFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries, files } from '#kernel/tables.ts';
import { employees, readLog } from '#features/records/people/people.schema.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { qrOf } from '#kernel/qr.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
  await world.database.asSystem([world.school.ilorin.id], async (tx) => {
    await tx.update(students).set({ bloodGroup: 'O+' }).where(eq(students.institutionId, world.school.ilorin.id));
    await tx.update(employees).set({ bloodGroup: 'AB-' }).where(eq(employees.institutionId, world.school.ilorin.id));
  });
});
afterAll(() => world.close());

const printed = async (who: string, address: string) => {
  const answer = await (await world.as(who)).get(address);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return pdfText(answer.rawPayload);
};
const readings = () =>
  world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select().from(readLog).where(eq(readLog.place, 'print')),
  );

test('the cards of a list are ten to a sheet, each with name, number, batch and validity', async () => {
  const pages = await printed('registrar', '/students/cards.pdf');
  expect(pages).toHaveLength(1);
  const text = pages.join('\n');
  for (const words of [
    'Ilorin Grammar School',
    'Kemi Adébáyọ̀',
    '2026/0001',
    'JSS 1 A',
    'Valid 2026/2027, until 23 Jul 2027',
  ])
    expect(text).toContain(words.normalize('NFC'));
  expect(text.match(/Admission no\./g)).toHaveLength(10);
  expect(text).not.toContain('Blood group');
  expect(await printed('registrar', '/students/cards.pdf?status=suspended&back=true')).toHaveLength(2);
});

test('former employees get no card that looks valid, and are counted', async () => {
  const registrar = await world.as('registrar');
  const { 'Ada Obi': ada, 'Uduak Essien': uduak } = world.school.ilorin.studentIds;
  const both = (await registrar.page(`/students/cards?ids=${ada},${uduak}`)).props;
  expect([both.count, both.leftOut, both.cards[0].name]).toEqual([1, 1, 'Ada Obi']);
  const [page] = await printed('registrar', `/students/cards.pdf?ids=${ada},${uduak}`);
  expect([page!.includes('Ada Obi'), page!.includes('Essien')]).toEqual([true, false]);
  for (const status of ['transferred', 'deceased', 'graduated', 'withdrawn'] as const) {
    await world.database.asSystem([world.school.ilorin.id], (tx) =>
      tx.update(students).set({ status }).where(eq(students.id, uduak)),
    );
    const refused = await registrar.get(`/students/cards.pdf?ids=${uduak}`, { accept: 'application/json' });
    expect([status, refused.statusCode, refused.json().errors.ids]).toEqual([
      status,
      422,
      'Nobody in this list is currently at the school, so there are no cards to print. Choose other people.',
    ]);
  }
  const hr = await world.as('hr_officer');
  const { count } = (await hr.page('/employees/cards')).props;
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(`insert into employees (institution_id, employee_number, surname, first_name, left_on)
      values (${world.school.ilorin.id}, 'GONE/1', 'Gone', 'Bye', '2026-01-31')`),
  );
  expect((await hr.page('/employees/cards?state=all')).props).toMatchObject({ count, leftOut: 1 });
});

test('the filter of the list and the ticks narrow the cards; a card printer gets a page a side', async () => {
  const { 'Ada Obi': ada, 'Tunde Bakare': tunde } = world.school.ilorin.studentIds;
  const [filtered] = await printed('registrar', `/students/cards.pdf?batch=${world.school.ilorin.batchIds['JSS 1 B']}`);
  expect(filtered!.match(/Admission no\./g)).toHaveLength(2);
  const pages = await printed('registrar', `/students/cards.pdf?ids=${ada},${tunde}&sheet=single&back=true`);
  expect(pages).toHaveLength(4);
  expect(pages[0]).toContain('Tunde Bakare');
  expect(pages[1]).toContain('If found, please return this card to');
});

test('a card shows a blood group only if it is selected and the user has access, and each is logged', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  const before = (await readings()).length;
  expect((await printed('ict_administrator', `/students/cards.pdf?ids=${ada}&bloodGroup=true`)).join('')).not.toMatch(
    /Blood|O\+/,
  );
  expect(await readings()).toHaveLength(before);
  expect((await printed('registrar', `/students/cards.pdf?ids=${ada}&bloodGroup=true`)).join('\n')).toContain('O+');
  expect((await readings()).slice(before)).toMatchObject([
    { subjectId: ada, fieldGroup: 'health', person: 'The registrar' },
  ]);
  const page = await (await world.as('registrar')).page(`/students/cards?ids=${ada}&bloodGroup=true`);
  expect(JSON.stringify(page.props)).not.toContain('O+');
});

test('employees have cards with their job title', async () => {
  const text = (await printed('hr_officer', '/employees/cards.pdf?bloodGroup=true')).join('\n');
  expect(text).toContain('The Bursar');
  expect(text).toContain('Employee no.');
  expect(text).toContain('AB-');
  const page = await (await world.as('hr_officer')).page('/employees/cards');
  expect(page.props).toMatchObject({ people: 'employees', isTooMany: false, mayShowBloodGroup: true });
});

test('printing cards needs the export permission, and nobody prints a stranger’s', async () => {
  const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
  const foreign = world.school.offa.studentIds['Peace Akpan'];
  for (const who of ['teacher', 'bursar', 'student', 'guardian', 'hr_officer'])
    expect([who, (await (await world.as(who)).get(`/students/cards.pdf?ids=${ada}`)).statusCode]).toEqual([who, 403]);
  const registrar = await world.as('registrar');
  expect((await registrar.page(`/students/cards?ids=${foreign}`)).props.count).toBe(0);
  expect((await registrar.get(`/students/cards.pdf?ids=${foreign}`)).statusCode).toBe(422);
  expect((await registrar.get(`/students/cards.pdf?institution_id=${world.school.offa.id}`)).statusCode).toBe(404);
  expect((await registrar.get('/students/cards.pdf?ids=1;drop')).statusCode).toBe(400);
  expect((await registrar.get('/employees/cards.pdf')).statusCode).toBe(403);
});

test('what was printed is in the audit log, of one person in her history', async () => {
  const { 'Ada Obi': ada } = world.school.ilorin.studentIds;
  await printed('registrar', `/students/cards.pdf?ids=${ada}`);
  await printed('registrar', '/students/cards.pdf?status=active');
  const entries = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.action, 'students.printCards')).orderBy(auditEntries.id),
  );
  expect(entries.slice(-2)).toMatchObject([
    { person: 'The registrar', summary: 'printed the ID card of Ada Obi', subjectType: 'student', subjectId: ada },
    { summary: 'printed ID cards of 9 students', subjectId: null },
  ]);
});

test('a photo is drawn; one that is damaged or lost leaves the letters', async () => {
  const { ilorin } = world.school;
  const photo = await Transformer.fromRgbaPixels(Buffer.alloc(600 * 750 * 4, 120), 600, 750).jpeg(80);
  const chosen = [ilorin.studentIds['Ada Obi'], ilorin.studentIds['Tunde Bakare'], ilorin.studentIds['Chidi Eze']];
  await world.database.asSystem([ilorin.id], async (tx) => {
    for (const [at, content] of [photo, Buffer.from('no picture'), null].entries()) {
      const storedAs = `aa/${String(at).padStart(40, 'a')}`;
      const place = `${world.services.files.folder}/${storedAs}`;
      await mkdir(dirname(place), { recursive: true });
      if (content) await writeFile(place, content);
      const [file] = await tx
        .insert(files)
        .values({
          institutionId: ilorin.id,
          storedAs,
          size: 1,
          sha256: '0',
          purpose: 'photo',
          name: 'p',
          mediaType: 'image/jpeg',
        })
        .returning({ id: files.id });
      await tx.update(students).set({ photoId: file!.id }).where(eq(students.id, chosen[at]!));
    }
  });
  const answer = await (await world.as('registrar')).get(`/students/cards.pdf?ids=${chosen.join(',')}`);
  expect(answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1);
  const text = pdfText(answer.rawPayload).join('\n');
  expect(text).toContain('TB');
  expect(text).toContain('CE');
  expect(text).not.toMatch(/\bAO\b/);
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.update(students).set({ photoId: null }).where(inArray(students.id, chosen)),
  );
});

test('the code on a card is the record’s address on this installation', () => {
  const { size, runs } = qrOf('http://school.example/students/12');
  expect(size).toBe(29);
  const dark = runs.reduce((sum, [, , width]) => sum + width, 0);
  expect(dark).toBeGreaterThan(200);
  // The three corners by which a reader finds the code.
  for (const corner of [
    [0, 0, 7],
    [size - 7, 0, 7],
    [0, size - 7, 7],
  ])
    expect(runs).toContainEqual(corner);
});

test('forty-eight letters of given names keep the surname on the card', async () => {
  const ada = world.school.ilorin.studentIds['Ada Obi'];
  await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx
      .update(students)
      .set({
        firstName: 'Oluwafunmilayomidunmininu',
        middleName: 'Chukwuemekalotachukwu',
        surname: 'Okonkwo-Ezekwesili',
      })
      .where(eq(students.id, ada)),
  );
  const text = (await printed('registrar', `/students/cards.pdf?ids=${ada}`)).join('\n');
  expect(text).toContain('Okonkwo-Ezekwesili');
});
