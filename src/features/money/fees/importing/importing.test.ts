import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSchool, type Browser } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let bursar: Browser;
beforeAll(async () => {
  world = await startSchool();
  bursar = await world.as('bursar');
});
afterAll(() => world.close());

const ilorin = () => world.school.ilorin.id;

async function check(text: string, asked: Record<string, string> = {}, browser = bursar) {
  const { place, dueOn } = (await bursar.page('/fees/import')).props;
  const query = new URLSearchParams({ institution_id: String(ilorin()), place, due_on: dueOn, ...asked });
  const boundary = 'cloth';
  const answer = await browser.send({
    method: 'POST',
    url: `/fees/import/check?${query}`,
    payload: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="fees.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
  return { status: answer.statusCode, ...answer.json() };
}
const add = (fees: object[], browser = bursar) =>
  browser.post('/fees/import', { institutionId: ilorin(), fees: fees as never });

test('a sheet of fees gives a fee for each class and term, with its items in their categories, as the form would', async () => {
  const found = await check(
    `ILORIN GRAMMAR SCHOOL,,,,\nFEES 2026/2027,,,,\nItem,Category,Amount (₦),Class,Term,Optional\n` +
      `School fees,Tuition,"45.000,50",JSS1,First Term,\nPTA levy,Tuition,"2.500,00",JSS 1,1st,\nBus,Tuition,"1.234,00",jss 1,First Term,yes\n` +
      `Tuition,,"50.000,00",JSS 2,First Term,\nTOTAL,,"98.734,50",,,\n`,
  );
  expect(found.problems).toEqual([]);
  expect(found.notation).toMatchObject({ notation: 'comma', value: '45.000,50', row: 4 });
  expect(found.fees).toMatchObject([
    {
      title: 'JSS 1 fees',
      who: 'JSS 1',
      total: 47_500_50,
      particulars: [
        { name: 'School fees', category: 'Tuition', amount: 45_000_50, isOptional: false },
        { name: 'PTA levy', amount: 2_500_00 },
        { name: 'Bus', amount: 1_234_00, isOptional: true },
      ],
    },
    { title: 'JSS 2 fees', particulars: [{ name: 'Tuition', category: 'Tuition', amount: 50_000_00 }] },
  ]);
  const saved = await add(found.fees);
  expect(saved.statusCode, saved.body).toBe(303);
  const { rows } = (await bursar.page('/fees?q=JSS')).props;
  const one = rows.find(({ title }: { title: string }) => title === 'JSS 1 fees');
  const { fee } = (await bursar.page(`/fees/${one.id}`)).props;
  expect(fee.audience).toMatchObject([{ kind: 'class', name: 'JSS 1' }]);
  expect(fee.particulars.map(({ name, amount }: { name: string; amount: number }) => [name, amount])).toEqual([
    ['School fees', 45_000_50],
    ['PTA levy', 2_500_00],
    ['Bus', 1_234_00],
  ]);
  const again = await check('Item,Category,Amount,Class\nSchool fees,Tuition,45000,JSS1\n');
  expect(again.problems).toEqual([{ row: 2, message: expect.stringContaining('JSS 1 fees already exists') }]);
  expect((await add(found.fees)).json().errors.form).toMatch(/^JSS 1 fees: A fee named/);
});

test('what cannot be read is told by row: amounts in the other notation, unknown classes, categories and terms', async () => {
  const { status, problems } = await check(
    'Item,Category,Amount,Class,Term\nTuition,Tuition,"12,500.00",JSS 9,\nTuition,Boarding house,"12,500.00",JSS 1,\n' +
      'Tuition,Tuition,"12.500,00",JSS 1,\nTuition,Tuition,"12,500.00",JSS 1,Fourth term\nLevy,,"12,500.00",,\n',
  );
  expect(status).toBe(200);
  expect(problems).toEqual([
    { row: 2, message: 'No class or programme is named “JSS 9”.' },
    { row: 3, message: expect.stringContaining('No fee category is named “Boarding house”') },
    { row: 4, message: '“12.500,00” is not an amount. Use the form 12,500.00.' },
    { row: 5, message: expect.stringContaining('has no term named “Fourth term”') },
    { row: 6, message: expect.stringContaining('The category is missing') },
  ]);
  const refused = await check('Surname,First name\nObi,Ada\n');
  expect([refused.status, refused.errors?.file]).toEqual([422, expect.stringContaining('“Item” and “Amount”')]);
});

test('who may not set up fees imports none, and none into another institution', async () => {
  const principal = await world.as('principal');
  expect((await check('Item,Amount\nTuition,5\n', {}, principal)).status).toBe(403);
  expect((await add([{}], principal)).statusCode).toBe(403);
  const offa = { institution_id: String(world.school.offa.id) };
  expect((await check('Item,Amount\nTuition,5\n', offa)).status).toBe(404);
});
