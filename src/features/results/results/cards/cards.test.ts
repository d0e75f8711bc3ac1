import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { printCardsJob } from '../card-files/print-cards.job.ts';
import { pdfText } from '#test/harness/pdf-text.ts';
import { addSampleScheme } from '#test/harness/sample-assessment.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
let sheet: string;
let ngozi: number;

const ilorin = () => world.school.ilorin;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);

/** A sheet with one course, in which Ngozi Okafor has 72. */
beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = await Promise.all([world.as('registrar'), world.as('principal')]);
  const batchId = ilorin().batchIds['JSS 1 B'];
  ngozi = ilorin().studentIds['Ngozi Okafor'];
  await within((tx) => addSampleScheme(tx, ilorin().id, ['Neatness', 'Punctuality']));
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${ilorin().id} and is_current`,
  );
  await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' });
  const [made] = await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`);
  sheet = `/mark-sheets/${made!.id}`;
  await within((tx) =>
    tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${ilorin().id}, ${ngozi}, ${term!.id}, course_id, '{"test": 3200, "examination": 4000}' from mark_sheet_courses`),
  );
});
afterAll(() => world.close());

const note = (who: Browser, field: string, words: string, studentId: number | null = ngozi) =>
  who.post(`${sheet}/notes`, { cells: [{ studentId, field, note: words, was: '' }] });
const cardOf = async (who: Browser, address: string) => pdfText((await who.get(address)).rawPayload).join('\n');

test('the bank proposes a remark by average, with the first name, to those without one', async () => {
  await (await world.as('ict_administrator')).post('/remark-bank/usual', { institutionId: ilorin().id });
  const proposed = (await registrar.get(`${sheet}/proposed-remarks/teacher`)).json();
  expect(proposed.proposals).toMatchObject([{ studentId: ngozi, name: 'Okafor, Ngozi', average: '72.00' }]);
  expect(proposed.without).toHaveLength(1);
  await note(registrar, 'teacher', 'Ngozi Okafor reads well. Ngozi’s marks show it.');
  expect((await registrar.get(`${sheet}/proposed-remarks/teacher`)).json().proposals).toEqual([]);
  const added = await registrar.post('/remark-bank', {
    institutionId: ilorin().id,
    writer: 'teacher',
    from: '60',
    below: '60',
    remark: 'Good.',
  });
  expect(added.json().errors).toEqual({ below: 'The upper average must be above the lowest.' });
});

test('the cards of a batch are those of its last sheet, for people who see them; another batch has none', async () => {
  const { batchIds } = ilorin();
  const cards = (username: string, name: 'JSS 1 A' | 'JSS 1 B') =>
    world.as(username).then((browser) => browser.get(`/batches/${batchIds[name]}/report-cards.pdf`));
  expect(pdfText((await cards('principal', 'JSS 1 B')).rawPayload).join('\n')).toContain('Ngozi Okafor');
  expect((await cards('principal', 'JSS 1 A')).body).toContain('No marks have been opened for this class');
  expect((await (await world.as('principal')).get('/batches/999999/report-cards.pdf')).statusCode).toBe(404);
  expect((await cards('bursar', 'JSS 1 B')).statusCode).toBe(403);
});

test('a design is previewed and saved as a version; nobody saves over one that was not seen', async () => {
  const editor = await world.as('ict_administrator');
  const { props } = await editor.page('/card-designs?layout=secondary');
  expect(props.version).toBe(0);
  const parts = props.content.parts.map((part: { key: string }) =>
    part.key === 'attendance' ? { ...part, label: 'Days at school' } : part,
  );
  const footer = { key: 'footer', isShown: true, label: '' };
  const content = {
    ...props.content,
    parts: [...parts.filter(({ key }: { key: string }) => key !== 'footer'), footer],
    footer: 'Any alteration makes this card void.',
    signers: { teacher: '', principal: 'Mrs F. Ade, Principal' },
  };
  const preview = await cardOf(
    editor,
    `/card-designs/preview.pdf?content=${encodeURIComponent(JSON.stringify(content))}`,
  );
  // Who sees no results designs with a made-up card.
  for (const words of ['Temitope', 'Days at school', 'Any alteration', 'Mrs F. Ade, Principal'])
    expect(preview).toContain(words);
  const design = { institutionId: ilorin().id, layout: 'secondary', programId: '', content };
  const save = (version: number, more: object = {}) =>
    editor.post('/card-designs/save', { ...design, version, ...more });
  expect((await save(0)).statusCode).toBe(200);
  expect((await save(0)).statusCode).toBe(409);
  const [file] = await rowsOf<{
    id: number;
  }>(sql`insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
    values (${ilorin().id}, 'document', 'Birth certificate', 'image/png', 1, repeat('a', 64), 'ab/' || repeat('c', 40)) returning id::int as id`);
  const stolen = { ...content, pictures: { ...content.pictures, stamp: file!.id } };
  expect((await save(1, { content: stolen })).json().errors.content).toMatch(/picture is missing/);
  expect((await save(1, { institutionId: world.school.offa.id })).statusCode).toBe(404);
  expect((await (await world.as('teacher')).get('/card-designs')).statusCode).toBe(403);
});

test('attendance, traits and remarks are printed, and kept without the name when they are published', async () => {
  await note(registrar, 'opened', '60', null);
  await note(registrar, 'present', '58');
  await note(registrar, 'trait:neatness', 'A');
  await note(principal, 'principal', 'Promising.');
  const said = ['School opened 60 times, present 58, absent 2', 'Ngozi Okafor reads well. Ngozi’s', 'Promising.'];
  const preview = await cardOf(registrar, `${sheet}/students/${ngozi}/report-card.pdf`);
  for (const words of [...said, 'PREVIEW', 'Days at school']) expect(preview).toContain(words);
  const { checks } = (await registrar.page(sheet, { component: 'assessment/sheet', props: ['checks'] })).props;
  expect(checks).toContainEqual({ kind: 'noRemark', page: 'notes', words: 'Class teacher: 1 student' });

  // Names are printed where one person is known, and a photo that is gone fails nothing.
  const [teacher] = await rowsOf<{ id: number }>(sql`insert into batch_teachers (institution_id, batch_id, employee_id)
    select b.institution_id, b.id, m.employee_id from batches b join memberships m on m.institution_id = b.institution_id
      join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id) and r.key = 'principal'
    where b.id = ${ilorin().batchIds['JSS 1 B']} returning employee_id::int as id`);
  await rowsOf(
    sql`update students set photo_id = (select id from files where name = 'Birth certificate') where id = ${ngozi}`,
  );
  const [named] = await rowsOf<{ name: string }>(
    sql`select concat_ws(' ', title, first_name, surname) as name from employees where id = ${teacher!.id}`,
  );

  await within((tx) => tx.execute(sql`update mark_sheets set state = 'approved', approved_at = now()`));
  expect((await principal.post('/mark-sheets/publish', { ids: [Number(sheet.split('/')[2])] })).statusCode).toBe(303);
  const [kept] = await rowsOf<{ id: number; content: { remarks: object; attendance: object; signedBy: object } }>(
    sql`select id::int as id, content from published_results where student_id = ${ngozi}`,
  );
  expect(kept!.content).toMatchObject({
    attendance: { opened: 60, present: 58 },
    remarks: { teacher: '{first_name} {surname} reads well. {first_name}’s marks show it.', principal: 'Promising.' },
  });
  // A later design changes nothing that is published.
  await within((tx) =>
    tx.execute(sql`update card_designs set version = 2, content = jsonb_set(content, '{footer}', '"New"')`),
  );
  const read = await principal.page(`/published-results/${kept!.id}`);
  expect(read.props).toMatchObject({
    card: { student: { firstName: 'Ngozi' } },
    design: { footer: 'Any alteration makes this card void.' },
  });
  const printed = await cardOf(principal, `/published-results/${kept!.id}/report-card.pdf`);
  for (const words of [...said, 'Any alteration']) expect(printed).toContain(words);
  // The design says who signs as principal; the seal covers who they are, not what they are called.
  expect(kept!.content.signedBy).toEqual({ teacher: teacher!.id, principal: teacher!.id });
  expect(printed).toContain(`${named!.name}\nClass teacher`);
  expect(printed.split(named!.name)).toHaveLength(2);
  await rowsOf(sql`update employees set surname = 'Adeleke' where id = ${teacher!.id}`);
  expect(await cardOf(principal, `/published-results/${kept!.id}/report-card.pdf`)).toContain('Adeleke\nClass teacher');
});

test('the report cards of many classes are one file, made by a job, for those who see the results', async () => {
  const ids = [Number(sheet.split('/')[2])];
  expect((await (await world.as('teacher')).post('/card-files', { ids })).statusCode).toBe(404);
  const asked = await registrar.post('/card-files', { ids });
  const file = asked.headers['location'] as string;
  expect(file).toMatch(/^\/card-files\/\d+$/);
  const [sent] = world.sent.filter(({ queue }) => queue === 'results.printCards');
  await printCardsJob.work(world.services, sent!.data as never, new AbortController().signal);
  expect((await registrar.page(file)).props.file).toMatchObject({ state: 'done', total: 2, done: 2 });
  const pages = pdfText((await registrar.get(`${file}/report-cards.pdf`)).rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages.join(' ')).not.toContain('PREVIEW');
  expect((await (await world.as('teacher')).get(file)).statusCode).toBe(404);
});
