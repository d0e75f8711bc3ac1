import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { printLettersJob } from './print-letters.job.ts';
import { pdfText } from '#test/harness/pdf-text.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
  const { ilorin } = world.school;
  await world.database.asSystem([ilorin.id], (tx) =>
    tx.execute(sql`
      with g as (insert into guardians (institution_id, title, surname, first_name, address, city)
        values (${ilorin.id}, 'Alhaji', 'Garba', 'Sani', '4 Ibolo Way', 'Offa') returning id)
      insert into student_guardians (institution_id, student_id, guardian_id)
      select ${ilorin.id}, s.id, g.id from g, students s where s.institution_id = ${ilorin.id} and s.surname in ('Garba', 'Danjuma')`),
  );
});
afterAll(() => world?.close());

test('letters go to people without phone and e-mail, one for each child that they name, and are printed again as they were', async () => {
  const registrar = await world.as('registrar');
  const { id: institutionId, batchIds } = world.school.ilorin;
  const form = (more: object = {}) => ({
    institutionId,
    of: 'guardians',
    reach: 'unreached',
    subject: 'Open session',
    signedBy: 'Registrar',
    body: 'Dear {title_surname},\n\n{student_first_name} of {class} shows work.',
    ...more,
  });
  const make = (more?: object) => registrar.post('/letters', form(more));
  const print = async (more?: object) => {
    const { headers } = await make(more);
    const letterFileId = Number(String(headers.location).split('/').at(-1));
    await printLettersJob.work(world.app.services, { institutionId, letterFileId }, new AbortController().signal);
    expect((await registrar.page(`/letter-files/${letterFileId}`)).props.file).toMatchObject({ state: 'done' });
    return pdfText((await registrar.get(`/letter-files/${letterFileId}/letters.pdf`)).rawPayload);
  };
  // One person after another, before anything is made.
  const sampleAt = async (at: number) => (await registrar.post('/letters/sample', form({ at }))).json().sample;
  expect(await sampleAt(0)).toMatchObject({
    name: 'Alhaji Sani Garba',
    address: ['4 Ibolo Way', 'Offa'],
    at: 0,
    of: 2,
  });
  expect((await sampleAt(1)).body).toBe('Dear Alhaji Garba,\n\nBala of JSS 2 A shows work.');
  const people = (await registrar.post('/letters/people', form())).json();
  expect(people.rows.map(({ class: arm }: { class: string }) => arm)).toEqual(['JSS 1 B', 'JSS 2 A']);

  const pages = await print();
  // In the order of the class arms.
  expect(pages.map((page) => /(Musa|Bala) of (JSS \d \w)/.exec(page.replaceAll(/\s+/g, ' '))?.[0])).toEqual([
    'Musa of JSS 1 B',
    'Bala of JSS 2 A',
  ]);
  expect(pages[0]!.replaceAll(/\s+/g, ' ')).toContain('Alhaji Sani Garba 4 Ibolo Way Offa');
  const [row] = (await registrar.page('/letters')).props.rows;
  expect(row).toMatchObject({ subject: 'Open session', letterCount: 2, author: 'The registrar' });
  await world.database.asSystem([institutionId], (tx) =>
    tx.execute(sql`update guardians set surname = 'Changed' where surname = 'Garba'`),
  );
  const again = await registrar.post(`/letters/${row.id}/print`);
  const letterFileId = Number(String(again.headers.location).split('/').at(-1));
  await printLettersJob.work(world.app.services, { institutionId, letterFileId }, new AbortController().signal);
  expect(pdfText((await registrar.get(`/letter-files/${letterFileId}/letters.pdf`)).rawPayload)).toEqual(pages);
  // The file is for the person who made it.
  expect((await (await world.as('owner')).get(`/letter-files/${letterFileId}`)).statusCode).toBe(404);

  expect(await print({ body: 'Dear parents, come.' })).toHaveLength(1);
  const ticks = JSON.stringify({ without: [people.rows[0].key] });
  expect((await print({ ticks }))[0]!.replaceAll(/\s+/g, ' ')).toContain('Bala of JSS 2 A');
  expect(await print({ batchIds: [batchIds['JSS 2 A']], of: 'students', reach: 'all' })).toHaveLength(2);

  expect((await make({ ticks: '{"without":[],"only":[]}' })).json().errors.reach).toContain('no recipients');
  expect((await make({ body: 'Dear {nobody}' })).json().errors.body).toContain('{nobody}');
  expect((await make({ body: 'You owe {balance}.' })).statusCode).toBe(403);
  expect((await make({ institutionId: world.school.offa.id })).statusCode).toBe(404);
  // What is owed is seen, and printed again, by people who see fees alone.
  const owner = await world.as('owner');
  await owner.post('/letters', form({ body: '{student_first_name} owes {balance}.' }));
  const [latest] = (await registrar.page('/letters')).props.rows;
  const historyOf = async (user: typeof owner) => {
    const student = world.school.ilorin.studentIds['Bala Danjuma'];
    return (await user.page(`/students/${student}/messages`)).props.added.props.letters.rows;
  };
  expect((await historyOf(owner))[0]).toMatchObject({ subject: 'Open session', body: expect.stringContaining('owes') });
  expect((await historyOf(registrar))[0]).toMatchObject({ subject: 'Letter', body: null });
  expect((await historyOf(registrar)).at(-1)).toMatchObject({ body: expect.stringContaining('Bala of JSS 2 A') });
  expect((await registrar.page(`/letters/${latest.id}`)).props.can).toEqual({ print: false });
  expect((await registrar.post(`/letters/${latest.id}/print`)).statusCode).toBe(403);
});
