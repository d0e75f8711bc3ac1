import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool } from '#test/harness/app.ts';
import { openTill } from '#test/harness/till.ts';

const reportColumns = 'student%20day%20kind%20reason%20givenBy%20agreedBy%20amount';
let world: Awaited<ReturnType<typeof startSchool>>;
let till: ReturnType<typeof openTill>;
beforeAll(async () => {
  world = await startSchool();
  till = openTill(world);
});
afterAll(() => world?.close());

test('the register names who gave and who agreed, and sums to the overview and the books', async () => {
  const [bursar, principal] = await Promise.all([world.as('bursar'), world.as('principal')]);
  const { 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  const [one, two, three] = [
    await till.bill(ada, 10_000_00),
    await till.bill(ngozi, 5_000_00),
    await till.bill(ada, 4_000_00),
  ];
  await bursar.post(`/invoices/${one}/credit`, { amount: 2_000_00, reason: 'Charged twice' });
  await bursar.post(`/invoices/${two}/cancel`, { reason: 'Wrong child' });
  await bursar.post(`/invoices/${three}/waive`, { how: 'waiver', amount: 1_000_00, reason: 'Hardship' });
  for (const { id } of (await principal.page('/approvals')).props.waiting)
    await principal.post(`/approvals/${id}/approve`);
  const { rows, sums, people } = (await bursar.page('/given')).props;
  const givenBy = expect.stringContaining('(bursar)');
  const agreedBy = expect.stringContaining('(principal)');
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'correction', amount: 2_000_00, reason: 'Charged twice', givenBy, agreedBy }),
      expect.objectContaining({ kind: 'cancellation', amount: 5_000_00, reason: 'Wrong child', givenBy, agreedBy }),
      expect.objectContaining({ kind: 'waiver', amount: 1_000_00, reason: 'Hardship', givenBy, agreedBy }),
    ]),
  );
  expect(people).toMatchObject([{ name: givenBy, count: 3, amount: 8_000_00 }]);
  expect((await bursar.page('/money')).props.given.rows).toEqual(sums);
  expect(await till.books()).toMatchObject({ Waivers: 1_000_00, Tuition: -12_000_00 });
  expect((await bursar.page('/given?kind=waiver')).props.rows).toMatchObject([{ kind: 'waiver' }]);
  expect((await bursar.page('/given?from=2020-01-01&to=2020-02-01')).props.rows).toEqual([]);
  const { rows: classes } = await till.work((tx) =>
    tx.execute<{ id: number }>(sql`select b.class_id as id from students s
      join batches b on b.institution_id = s.institution_id and b.id = s.batch_id where s.id = ${ada}`),
  );
  const ofClass = (await bursar.page(`/given?class=${classes[0]!.id}`)).props.rows as { studentId: number }[];
  expect(ofClass.map(({ studentId }) => studentId)).toContain(ada);
  expect((await bursar.get('/given/export.csv')).body).toContain('Wrong child');
  // The same register as a report, from the list's own filter.
  const owner = await world.as('owner');
  const { design } = (await owner.page(`/reports/new?from=given&query=kind%3Dwaiver&columns=${reportColumns}`)).props;
  const run = new URLSearchParams({ institution_id: String(till.institutionId), design: JSON.stringify(design) });
  const report = (await owner.page(`/reports/run?${run}`)).props;
  expect(JSON.stringify(report)).toContain('Hardship');
  expect(JSON.stringify(report)).not.toContain('Wrong child');
  const printed = await owner.get(`/reports/run.pdf?${run}`);
  expect(printed.headers['content-type']).toBe('application/pdf');
});

test('the register is for who sees the overview of money', async () => {
  expect((await (await world.as('cashier')).get('/given')).statusCode).toBe(403);
  expect((await (await world.as('principal')).get('/given')).statusCode).toBe(200);
  expect((await (await world.as('principal')).get('/given/export.csv')).statusCode).toBe(403);
  expect((await (await world.as('in.both')).get(`/given?institution_id=${till.institutionId}`)).statusCode).toBe(403);
});
