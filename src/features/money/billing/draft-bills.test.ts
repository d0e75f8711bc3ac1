import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#kernel/database.ts';
import { totalOf } from '#features/money/invoices/issue-invoices.ts';
import {
  customFieldOptions,
  customFields,
  customValues,
} from '#features/records/custom-fields/custom-fields.schema.ts';
import { guardians, studentGuardians } from '#features/records/people/people.schema.ts';
import { audienceOf, audienceOfRows, studentsFor, type AudienceRow } from '#features/money/fees/audience/audience.ts';
import { discountsOf, type StudentDiscount } from '#features/money/fees/audience/discounts-of.ts';
import { draftBills, partsOfBill, type Particular } from './draft-bills.ts';
import type { discountSchemes } from '#features/money/fees/fees.schema.ts';
import { discountStudents, feeAudience, feeChoices, feeDiscounts } from '#features/money/fees/fees.schema.ts';
import { addFee, schemeIds } from '#test/harness/sample-fees.ts';
import { startSchool } from '#test/harness/app.ts';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeEach(async () => void (world = await startSchool()));
afterEach(() => world.close());

const day = '2026-09-20';
const work = <T>(act: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin().id], act);
const ilorin = () => world.school.ilorin;

/** Who a fee with this audience is for, by first name. */
const firstNames = (rows: AudienceRow[], sessionId = ilorin().sessionIds.current) =>
  work(async (tx) => namesOf(await studentsFor(tx, audienceOfRows(ilorin().id, sessionId, rows))));

const namesOf = (found: { studentId: number }[]) => {
  const names = new Map(Object.entries(ilorin().studentIds).map(([name, id]) => [id, name.split(' ')[0]!]));
  return found.map(({ studentId }) => names.get(studentId)!).toSorted();
};

const enrolled = ['Ada', 'Bala', 'Chidi', 'Kemi', 'Musa', 'Ngozi', 'Tunde'];

test('a fee without an audience is for everyone enrolled in its session, suspended or not', async () => {
  expect(await firstNames([])).toEqual(enrolled);
  // Of those who were here last session, two still are.
  expect(await firstNames([], ilorin().sessionIds.past)).toEqual(['Bala', 'Kemi']);
});

test('an audience narrows by one row of every kind, and chosen students come on top', async () => {
  const { classIds, batchIds, programId, studentIds } = ilorin();
  const jss1: AudienceRow = { kind: 'class', classId: classIds['JSS 1']! };
  expect(await firstNames([jss1])).toEqual(['Ada', 'Chidi', 'Musa', 'Ngozi', 'Tunde']);
  expect(await firstNames([jss1, { kind: 'class', classId: classIds['JSS 2']! }])).toEqual(enrolled);
  expect(await firstNames([jss1, { kind: 'batch', batchId: batchIds['JSS 1 B'] }])).toEqual(['Musa', 'Ngozi']);
  expect(await firstNames([{ kind: 'program', programId }])).toEqual(enrolled);
  const efe: AudienceRow = { kind: 'student', studentId: studentIds['Efe Omoregie'] };
  expect(await firstNames([efe])).toEqual(['Efe']);
  expect(await firstNames([efe, { kind: 'batch', batchId: batchIds['JSS 1 B'] }])).toEqual(['Efe', 'Musa', 'Ngozi']);
});

test('an audience knows newcomers, gender, student categories and options of custom fields', async () => {
  const { id: institutionId, studentIds } = ilorin();
  const ids = await work(async (tx) => {
    await tx.execute(sql`update students set admission_date = '2025-09-01', gender = null`);
    await tx.execute(sql`update students set admission_date = '2026-09-10', gender = 'female', category = 'Boarding'
      where id in (${studentIds['Ada Obi']}, ${studentIds['Kemi Adébáyọ̀']})`);
    await tx.execute(sql`update students set admission_date = null where id = ${studentIds['Kemi Adébáyọ̀']}`);
    const { rows } = await tx.execute<{ id: number }>(sql`select id from student_categories where name = 'Boarding'`);
    const [field] = await tx
      .insert(customFields)
      .values({ institutionId, entity: 'student', label: 'Bus', type: 'choice' })
      .returning({ id: customFields.id });
    const [option] = await tx
      .insert(customFieldOptions)
      .values({ institutionId, fieldId: field!.id, label: 'Route 1' })
      .returning({ id: customFieldOptions.id });
    const value = { institutionId, fieldId: field!.id, optionId: option!.id };
    await tx.insert(customValues).values({ ...value, studentId: studentIds['Musa Garba'] });
    return { category: rows[0]!.id, option: option!.id };
  });
  expect(await firstNames([{ kind: 'joined', word: 'new' }])).toEqual(['Ada']);
  expect(await firstNames([{ kind: 'joined', word: 'returning' }])).toEqual(enrolled.filter((name) => name !== 'Ada'));
  expect(await firstNames([{ kind: 'gender', word: 'female' }])).toEqual(['Ada', 'Kemi']);
  expect(await firstNames([{ kind: 'category', categoryId: ids.category }])).toEqual(['Ada', 'Kemi']);
  expect(await firstNames([{ kind: 'option', optionId: ids.option }])).toEqual(['Musa']);
});

test('a saved audience finds the same students, of its own institution', async () => {
  const fee = await work((tx) => addFee(tx, ilorin()));
  const classId = ilorin().classIds['JSS 2']!;
  await work((tx) =>
    tx.insert(feeAudience).values({ institutionId: ilorin().id, feeId: fee.id, kind: 'class', classId }),
  );
  const found = await work((tx) => studentsFor(tx, audienceOf(fee)));
  expect(namesOf(found)).toEqual(['Bala', 'Kemi']);
  expect(found[0]).toMatchObject({ classId, batchId: ilorin().batchIds['JSS 2 A'] });
});

/** Schemes for a fee, and the names of those that each student gets. */
async function given(schemes: Partial<typeof discountSchemes.$inferInsert>[], on = day) {
  const institutionId = ilorin().id;
  const names = await work(async (tx) => {
    const fee = await addFee(tx, ilorin());
    const ids = await schemeIds(tx, institutionId, schemes);
    await tx
      .insert(feeDiscounts)
      .values(ids.map((schemeId, at) => ({ institutionId, feeId: fee.id, position: at + 1, schemeId })));
    const found = await discountsOf(tx, institutionId, fee.id, Object.values(ilorin().studentIds), on);
    return [...found].map(([studentId, of]) => [studentId, of.map(({ name }) => name).join()] as const);
  });
  const of = new Map(names);
  return (name: keyof ReturnType<typeof ilorin>['studentIds']) => of.get(ilorin().studentIds[name]) ?? '';
}

test('the second child of a family gets the sibling discount, the third the better one instead', async () => {
  const { id: institutionId, studentIds } = ilorin();
  await work(async (tx) => {
    const family = ['Tunde Bakare', 'Ada Obi', 'Ngozi Okafor', 'Simi Ojo'] as const;
    const [guardian] = await tx
      .insert(guardians)
      .values({ institutionId, surname: 'Bakare', firstName: 'Sola' })
      .returning({ id: guardians.id });
    await tx
      .insert(studentGuardians)
      .values(family.map((name) => ({ institutionId, guardianId: guardian!.id, studentId: studentIds[name] })));
    // Simi is the eldest, but has graduated; Ada's date of birth is unknown.
    const born = { 'Simi Ojo': '2005-01-01', 'Ngozi Okafor': '2012-05-05', 'Tunde Bakare': '2013-05-05' };
    for (const [name, birth] of Object.entries(born))
      await tx.execute(
        sql`update students set birth_date = ${birth} where id = ${studentIds[name as keyof typeof born]}`,
      );
  });
  const discounts = await given([
    { name: 'Second', who: 'sibling', childFrom: 2, percent: 500 },
    { name: 'Third', who: 'sibling', childFrom: 3, percent: 1000 },
    { name: 'All', who: 'everyone', amount: 100 },
  ]);
  expect(discounts('Ngozi Okafor')).toBe('All');
  expect(discounts('Tunde Bakare')).toBe('Second,All');
  expect(discounts('Ada Obi')).toBe('Third,All');
  expect(discounts('Musa Garba')).toBe('All');
});

test('a child of staff is found by the guardian’s account or phone number, until the employee leaves', async () => {
  const { studentIds } = ilorin();
  const staff = [{ name: 'Staff', who: 'staff_child', percent: 5000 }] as const;
  expect((await given([...staff]))('Tunde Bakare')).toBe('');
  await work((tx) =>
    tx.execute(sql`update employees set phone = '+2348030000001', left_on = '2026-10-31'
    where employee_number = 'E1' and institution_id = ${ilorin().id}`),
  );
  const now = await given([...staff]);
  expect([now('Tunde Bakare'), now('Ada Obi')]).toEqual(['Staff', '']);
  expect((await given([...staff], '2026-11-01'))('Tunde Bakare')).toBe('');
  await work(async (tx) => {
    await tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id)
      select institution_id, ${studentIds['Musa Garba']}, guardian_id from memberships where guardian_id is not null
        and institution_id = ${ilorin().id}`);
    await tx.execute(sql`update memberships set account_id = (select account_id from memberships
        where guardian_id is not null and institution_id = ${ilorin().id})
      where employee_id = (select min(id) from employees where institution_id = ${ilorin().id} and left_on is null)`);
  });
  expect((await given([...staff], '2026-11-01'))('Musa Garba')).toBe('Staff');
});

test('chosen students have a discount until their day, a student category as long as it lasts', async () => {
  const { id: institutionId, studentIds } = ilorin();
  const category = await work(async (tx) => {
    await tx.execute(sql`update students set category = 'Scholarship' where id = ${studentIds['Musa Garba']}`);
    const { rows } = await tx.execute<{ id: number }>(
      sql`select id from student_categories where name = 'Scholarship'`,
    );
    return rows[0]!.id;
  });
  const schemes = [
    { name: 'Category', who: 'student_category', studentCategoryId: category, percent: 10_000, isScholarship: true },
    { name: 'Named', who: 'named', percent: 100 },
  ] as const;
  const first = await given([...schemes]);
  expect([first('Musa Garba'), first('Ada Obi')]).toEqual(['Category', '']);
  await work(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`select id from discount_schemes where name = 'Named'`);
    const until = '2026-09-20';
    await tx
      .insert(discountStudents)
      .values({ institutionId, schemeId: rows[0]!.id, studentId: studentIds['Ada Obi'], until });
  });
  expect((await given([{ name: 'Named' }]))('Ada Obi')).toBe('Named');
  expect((await given([{ name: 'Named' }], '2026-09-21'))('Ada Obi')).toBe('');
});

test('a draft has the compulsory charges, the chosen optional ones, discounts below zero and dues from its day', async () => {
  const { id: institutionId, studentIds, sessionIds, batchIds } = ilorin();
  const drafts = await work(async (tx) => {
    const fee = await addFee(tx, ilorin(), {
      particulars: [{ amount: 100_000_00 }, { amount: 20_000_00, isOptional: true }],
      instalments: [{ dueOn: '2026-09-14', percent: 5000 }, { dueOn: '2026-11-02' }],
      fine: { fineHow: 'percent', finePercent: 500, fineGraceDays: 7 },
    });
    const [schemeId] = await schemeIds(tx, institutionId, [{ name: 'Prompt', who: 'everyone', percent: 1000 }]);
    await tx.insert(feeDiscounts).values({ institutionId, feeId: fee.id, position: 1, schemeId: schemeId! });
    await tx
      .insert(feeChoices)
      .values({ institutionId, particularId: fee.particularIds[1]!, studentId: studentIds['Ada Obi'] });
    return draftBills(tx, institutionId, fee.id, [studentIds['Ada Obi'], studentIds['Musa Garba']], day);
  });
  expect(drafts.map(totalOf)).toEqual([108_000_00, 90_000_00]);
  expect(drafts[1]).toMatchObject({
    kind: 'fee',
    sessionId: sessionIds.current,
    batchId: batchIds['JSS 1 B'],
    issuedOn: day,
    fineRule: { how: 'percent', percent: 500, graceDays: 7, cap: null },
    dues: [
      { dueOn: day, amount: 45_000_00 },
      { dueOn: '2026-11-02', amount: 45_000_00 },
    ],
  });
  expect(drafts[1]!.lines.map(({ name, amount }) => [name, amount])).toEqual([
    ['Item 1', 100_000_00],
    ['Prompt', -10_000_00],
  ]);
});

test('any fee and discounts: lines sum to dues, none is zero, no bill is below zero', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000_000_000 });
  const particulars = fc
    .array(fc.record({ amount, categoryId: fc.integer({ min: 1, max: 3 }), isOptional: fc.boolean() }), {
      maxLength: 8,
    })
    .map((list): Particular[] => list.map((row, id) => ({ id, name: `${id}`, ledgerAccountId: 9, ...row })));
  const shareOf = (max: number) =>
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max }), amount: fc.constant(null) }),
      fc.record({ percent: fc.constant(null), amount }),
    );
  const discounts = fc
    .array(fc.tuple(shareOf(10_000), fc.option(fc.integer({ min: 1, max: 4 })), fc.boolean()), { maxLength: 5 })
    .map((list): StudentDiscount[] =>
      list.map(([share, feeCategoryId, isScholarship], schemeId) => ({
        schemeId,
        name: `${schemeId}`,
        feeCategoryId,
        isScholarship,
        ...share,
      })),
    );
  const dueOn = fc.constantFrom('2026-09-01', day, '2026-12-01');
  const instalments = fc
    .array(fc.tuple(dueOn, shareOf(10_000)), { minLength: 1, maxLength: 5 })
    .map((list) => list.map(([due, share]) => ({ dueOn: due, ...share })));
  fc.assert(
    fc.property(particulars, fc.array(fc.nat(8)), discounts, instalments, (charged, chosen, off, rules) => {
      const fee = { particulars: charged, instalments: rules, accounts: { discount: 1, scholarship: 2 } };
      const { lines, dues } = partsOfBill(fee, chosen, off, day);
      const total = totalOf({ lines });
      expect(total).toBeGreaterThanOrEqual(0);
      expect(lines.every((line) => line.amount !== 0)).toBe(true);
      expect(dues.reduce((sum, due) => sum + due.amount, 0)).toBe(total);
      expect(dues.every((due) => due.dueOn >= day)).toBe(true);
      for (const { amount: off, schemeId } of lines) if (off < 0) expect(schemeId).toBeDefined();
    }),
    { numRuns: 500 },
  );
});
