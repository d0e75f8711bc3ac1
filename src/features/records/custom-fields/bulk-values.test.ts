import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { CustomField, CustomValue } from '#kernel/contracts/custom-field.ts';
import { query, unprepared } from '#kernel/database.ts';
import { cellsOf } from '#kernel/export/export-table.ts';
import { students } from '#features/people/students/students.schema.ts';
import { startSchool } from '#test/harness/app.ts';
import { customCells, saveValuesInBulk } from './bulk-values.ts';
import { fieldsFor, valuesOf } from './custom-fields.queries.ts';
import { customFieldOptions, customFields } from './custom-fields.schema.ts';
import { parseCustomCell } from './read-custom-value.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
let fields: CustomField[];
let ilorin: number;
const field = (label: string) => fields.find((one) => one.label === label)!;
beforeAll(async () => {
  world = await startSchool();
  ilorin = world.school.ilorin.id;
  fields = await world.database.asSystem([ilorin], async (tx) => {
    const types = {
      Bed: 'text',
      Height: 'number',
      Joined: 'date',
      Bus: 'yes_no',
      House: 'choice',
      Sports: 'multi_choice',
    } as const;
    const made = await tx
      .insert(customFields)
      .values(
        Object.entries(types).map(([label, type], at) => ({
          institutionId: ilorin,
          entity: 'student' as const,
          label,
          type,
          position: at,
        })),
      )
      .returning({ id: customFields.id, label: customFields.label });
    const idOf = (label: string) => made.find((one) => one.label === label)!.id;
    const option = (of: string, label: string, position: number) => ({
      institutionId: ilorin,
      fieldId: idOf(of),
      label,
      position,
    });
    await tx
      .insert(customFieldOptions)
      .values([option('House', 'Òṣun', 1), option('Sports', 'Judo', 2), option('Sports', 'Athletics', 1)]);
    return fieldsFor(tx, ilorin, 'student', ['general']);
  });
});
afterAll(() => world?.close());

const read = (label: string, text: string) => parseCustomCell(field(label), text);

test('a cell is read as people write it: day first, choices by name whatever their accents, groups of digits', () => {
  const [osun] = field('House').options;
  const [athletics, judo] = field('Sports').options;
  expect(read('House', 'osun')).toEqual({ value: [osun!.id] });
  expect(read('Sports', 'judo;  ATHLETICS;')).toEqual({ value: [athletics!.id, judo!.id] });
  expect(read('Joined', '5/9/2025')).toEqual({ value: '2025-09-05' });
  expect(read('Bus', 'Y')).toEqual({ value: true });
  expect(read('Height', '1,250.5')).toEqual({ value: 1250.5 });
  expect(read('Bed', '   ')).toEqual({ value: null });
});

test('an invalid cell is refused with a message that names the field', () => {
  expect(read('House', 'Kogi')).toEqual({ refusal: 'Kogi isn’t one of the choices for House.' });
  expect(read('Bus', 'sometimes')).toEqual({ refusal: 'Choose yes or no for Bus.' });
  expect(read('Joined', '31/2/2025')).toEqual({ refusal: expect.stringMatching(/^Joined must be a valid date/) });
  expect(read('Height', '1e9')).toEqual({ refusal: expect.stringMatching(/^Height must be a number/) });
  expect(read('Height', '1234567890123456')).toEqual({ refusal: expect.stringMatching(/15 digits/) });
});

test('what is exported reads again as it was, for many people at once, and a null empties', async () => {
  const { 'Ada Obi': ada, 'Ngozi Okafor': ngozi } = world.school.ilorin.studentIds;
  const values = new Map<number, CustomValue | null>(
    Object.entries({
      Bed: '=A1',
      Height: '150.25',
      Joined: '2025-09-05',
      Bus: 'No',
      House: 'Òṣun',
      Sports: 'Athletics; Judo',
    }).map(([label, text]) => [field(label).id, (read(label, text) as { value: CustomValue }).value]),
  );
  const who = { institutionId: ilorin, entity: 'student' as const };
  await world.database.asSystem([ilorin], async (tx) => {
    await saveValuesInBulk(tx, who, fields, [
      { personId: ada, values },
      { personId: ngozi, values: new Map([[field('Bed').id, '12']]) },
    ]);
    await saveValuesInBulk(tx, who, fields, [{ personId: ngozi, values: new Map([[field('Bed').id, null]]) }]);
    expect(await valuesOf(tx, ilorin, 'student', ngozi, ['general'])).toEqual({});
    expect(await valuesOf(tx, ilorin, 'student', ada, ['general'])).toEqual(Object.fromEntries(values));

    const cells = customCells(fields, 'student', students);
    expect(cells.map(({ column }) => [column.header, column.kind])).toEqual([
      ['Bed', 'text'],
      ['Height', 'number'],
      ['Joined', 'day'],
      ['Bus', 'text'],
      ['House', 'text'],
      ['Sports', 'text'],
    ]);
    const asked = unprepared(
      sql`select ${cellsOf(cells.map(({ cell }) => cell))} from ${students} where ${students.id} = ${ada}`,
    );
    const [exported] = await query<{ cells: string }>(tx, { ...asked, values: asked.values });
    const written = JSON.parse(exported!.cells) as (string | number)[];
    expect(written).toEqual(['=A1', 150.25, '2025-09-05', 'No', 'Òṣun', 'Athletics; Judo']);
    const again = written.map((cell, at) => parseCustomCell(fields[at]!, String(cell)));
    expect(again).toEqual(fields.map(({ id }) => ({ value: values.get(id) })));
  });
});
