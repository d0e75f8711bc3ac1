import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Transformer } from '@napi-rs/image';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { tidyForms } from '#kernel/jobs/tidy-forms.ts';
import { files } from '#kernel/tables.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { upload } from '#test/harness/uploads.ts';
import { formDrafts, waitingPhotos } from './drafts.schema.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
beforeEach(async () => {
  await world?.close();
  world = await startSchool();
  registrar = await world.as('registrar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;
const draftOf = async (browser: Browser, form = 'student:new', institutionId = ilorin()) =>
  (await browser.get(`/drafts?form=${form}&institution_id=${institutionId}`, { accept: 'application/json' })).json()
    .draft;
const keep = (browser: Browser, more: object = {}) =>
  browser.post('/drafts', {
    form: 'student:new',
    institutionId: ilorin(),
    entries: [
      ['surname', 'Alabi'],
      ['firstName', 'Bisi'],
    ],
    ...more,
  });
const kept = () => world.database.asSystem([ilorin()], (tx) => tx.select().from(formDrafts));

test('a draft is restored for its author, and for nobody else', async () => {
  expect(await draftOf(registrar)).toBeNull();
  expect((await keep(registrar)).statusCode).toBe(200);
  await keep(registrar, { entries: [['surname', 'Alabi-Cole']], stamp: '2026' });
  expect(await draftOf(registrar)).toMatchObject({ entries: [['surname', 'Alabi-Cole']], stamp: '2026' });
  expect(await draftOf(await world.as('admission_officer'))).toBeNull();
  expect(await draftOf(await world.as('group'))).toBeNull();
  expect(await draftOf(registrar, 'student:12')).toBeNull();
  await registrar.post('/drafts/remove', { form: 'student:new', institutionId: ilorin() });
  expect(await draftOf(registrar)).toBeNull();
});

test('a draft is removed when its form succeeds, and kept when it is refused', async () => {
  await keep(registrar);
  const form = { institutionId: ilorin(), surname: 'Alabi', firstName: 'Bisi' };
  await registrar.post('/students', { ...form, surname: '' });
  expect(await kept()).toHaveLength(1);
  const created = await registrar.post('/students', form);
  expect(created.statusCode).toBe(303);
  expect(await kept()).toEqual([]);
  const id = String(created.headers.location).split('/').at(-1);
  await keep(registrar, { form: `student:${id}` });
  await keep(registrar, { form: 'student:1' });
  // Saved without a change is saved too.
  const { admissionNumber } = (await registrar.page(`/students/${id}/edit`)).props.student;
  expect((await registrar.post(`/students/${id}`, { ...form, admissionNumber })).statusCode).toBe(303);
  expect((await kept()).map((one) => one.form)).toEqual(['student:1']);
});

test('drafts are saved only for existing forms, in the user’s own institutions, up to a size limit', async () => {
  const offa = world.school.offa.id;
  expect((await keep(registrar, { institutionId: offa })).statusCode).toBe(404);
  expect((await registrar.post('/drafts/remove', { form: 'student:new', institutionId: offa })).statusCode).toBe(404);
  expect((await registrar.get(`/drafts?form=student:new&institution_id=${offa}`)).statusCode).toBe(404);
  for (const form of ['', 'student', 'student:0', 'payment:new', '../x', 'student:new '])
    expect((await keep(registrar, { form })).statusCode).toBe(422);
  for (const entries of [
    Array.from({ length: 401 }, (_, at) => [`f${at}`, 'x']),
    [['address', 'x'.repeat(4001)]],
    Array.from({ length: 20 }, (_, at) => [`f${at}`, 'x'.repeat(3900)]),
    [['surname', { $gt: '' }]],
  ])
    expect((await keep(registrar, { entries })).statusCode).toBe(422);
  expect(await kept()).toEqual([]);
});

test('the latest forty drafts of a user are kept', async () => {
  await world.database.asSystem([ilorin()], (tx) =>
    tx.execute(sql`insert into form_drafts (institution_id, account_id, form, content, updated_at)
      select ${ilorin()}, ${world.school.accounts.registrar}, 'student:' || n, '{}', now() - make_interval(mins => n)
      from generate_series(1, 60) n`),
  );
  await keep(registrar);
  const forms = (await kept()).map(({ form }) => form);
  expect(forms).toHaveLength(40);
  expect(forms).toEqual(expect.arrayContaining(['student:new', 'student:1', 'student:39']));
});

test('files of custom fields in forms that were never sent are deleted every night; used ones stay', async () => {
  const store = (purpose: string, days: number) =>
    world.database.asSystem([ilorin()], (tx) =>
      tx.execute(sql`insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as, created_at)
        values (${ilorin()}, ${purpose}, 'a.pdf', 'application/pdf', 1, '0', ${`0${days}/${Buffer.from(purpose).toString('hex').slice(-40)}`}, now() - make_interval(days => ${days}))`),
    );
  await store('waiting for custom field 7', 3);
  await store('waiting for custom field 7', 1);
  await store('custom field of student 7', 3);
  expect(await tidyForms(world.database, world.services.files)).toBe(1);
  expect(await world.database.asSystem([ilorin()], (tx) => tx.$count(files))).toBe(2);
});

test('every night drafts of a month ago and photos whose form was never sent go, with their files', async () => {
  const content = await Transformer.fromRgbaPixels(Buffer.alloc(64 * 80 * 4, 120), 64, 80).jpeg(80);
  const fields = { institutionId: String(ilorin()) };
  await keep(registrar);
  await keep(registrar, { form: 'student:7' });
  for (const _ of [1, 2]) await upload(registrar, '/students/photo', { field: 'photo', content, fields });
  expect(await tidyForms(world.database, world.services.files)).toBe(0);
  await world.database.asSystem([ilorin()], async (tx) => {
    await tx.execute(sql`update form_drafts set updated_at = now() - interval '31 days' where form = 'student:7'`);
    await tx.execute(sql`insert into waiting_photos (institution_id, account_id, photo_id, photo_small_id, created_at)
      select institution_id, account_id, photo_id, photo_small_id, now() - interval '3 days' from waiting_photos order by id limit 1`);
    await tx.execute(sql`delete from waiting_photos where id = (select min(id) from waiting_photos)`);
  });
  expect(await tidyForms(world.database, world.services.files)).toBe(2);
  expect((await kept()).map(({ form }) => form)).toEqual(['student:new']);
  const left = await world.database.asSystem([ilorin()], async (tx) => [
    await tx.$count(waitingPhotos),
    await tx.$count(files),
  ]);
  expect(left).toEqual([1, 2]);
  const folder = join(world.services.environment.dataFolder, 'files');
  expect(
    existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
  ).toHaveLength(2);
});
