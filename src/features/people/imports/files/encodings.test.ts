import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { openImportDesk } from '#test/harness/import-desk.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let desk: ReturnType<typeof openImportDesk>;
beforeAll(async () => {
  world = await startSchool();
  registrar = await world.as('registrar');
  desk = openImportDesk(world, registrar);
});
afterAll(() => world?.close());

test('a roster of an old Mac asks which names are right, and stores them as chosen', async () => {
  // Gonçalves Renée and Muñoz Désiré: ç, é and ñ as Mac Roman.
  const bytes = Buffer.from(
    'Adm No,Surname,First Name,Class\nMR/1,Gon\x8dalves,Ren\x8ee,JSS 1 A\nMR/2,Mu\x96oz,D\x8esir\x8e,JSS 1 B\n',
    'latin1',
  );
  const address = await desk.upload('students', bytes);
  const { columns, readings } = (await registrar.page(address)).props;
  expect(readings).toMatchObject([
    { encoding: 'macintosh', words: ['Gonçalves', 'Renée', 'Muñoz', 'Désiré'] },
    { encoding: 'windows-1252' },
    { encoding: 'cp850' },
  ]);
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? 'leave_out');
  const unasked = await registrar.post(`${address}/check`, { mapping, repeat: true });
  expect(unasked.json().errors.encoding).toContain('how the names read');
  await desk.checkUpload(address, { encoding: 'macintosh' });
  await desk.run(address, 'all');
  const stored = await world.database.asSystem([world.school.ilorin.id], (tx) =>
    tx.execute(
      sql`select surname, first_name as first from students where admission_number like 'MR/%' order by admission_number`,
    ),
  );
  expect(stored.rows).toEqual([
    { surname: 'Gonçalves', first: 'Renée' },
    { surname: 'Muñoz', first: 'Désiré' },
  ]);
});
