import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
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

test('letters are printed for people without phone and e-mail, one for each child that they name', async () => {
  const registrar = await world.as('registrar');
  const print = (more: object = {}) =>
    registrar.post('/letters/print', {
      ...{
        institutionId: world.school.ilorin.id,
        of: 'guardians',
        reach: 'unreached',
        subject: 'Open day',
        signedBy: 'Registrar',
      },
      ...{ body: 'Dear {title_surname},\n\n{student_first_name} of {class} shows work.', ...more },
    });
  const { statusCode, headers, rawPayload } = await print();
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const pages = pdfText(rawPayload);
  // In the order of the class arms.
  expect(pages.map((page) => /(Musa|Bala) of (JSS \d \w)/.exec(page.replaceAll(/\s+/g, ' '))?.[0])).toEqual([
    'Musa of JSS 1 B',
    'Bala of JSS 2 A',
  ]);
  expect(pages[0]!.replaceAll(/\s+/g, ' ')).toContain('Alhaji Sani Garba 4 Ibolo Way Offa');
  expect(pdfText((await print({ body: 'Dear parents, come.' })).rawPayload)).toHaveLength(1);
  expect(pdfText((await print({ reach: 'all', body: 'Dear parents, come.' })).rawPayload).length).toBeGreaterThan(1);

  expect((await print({ body: 'Dear {nobody}' })).json().errors.body).toContain('{nobody}');
  const ofBatch = await print({ batchIds: [world.school.ilorin.batchIds['JSS 2 A']], of: 'students', reach: 'all' });
  expect(pdfText(ofBatch.rawPayload)).toHaveLength(2);
  expect((await print({ body: 'You owe {balance}.' })).statusCode).toBe(403);
  expect((await print({ institutionId: world.school.offa.id })).statusCode).toBe(404);
});
