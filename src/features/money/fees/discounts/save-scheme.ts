import { z } from 'zod';
import { sql } from 'drizzle-orm';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, render, type Db, query, hasKey } from '#kernel/database.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { countOf } from '#ui/format.ts';
import { discountSchemes } from '../fees.schema.ts';
import { ValidationError, refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { id, amount, checkbox, choice, emptyIsNull, line } from '#kernel/schemas.ts';
import { discountGroups, type DiscountGroup } from '../fees.ts';
import { optionalPercent } from '../setup/percent-field.ts';

const SchemeFields = z.object({
  name: line(80, 'The name'),
  percent: optionalPercent,
  amount: emptyIsNull(amount('The amount')),
  who: choice(discountGroups),
  childFrom: emptyIsNull(
    z.coerce
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(2, 'Enter 2 or more.')
      .max(20, 'Enter up to 20.'),
  ),
  studentCategoryId: emptyIsNull(id),
  feeCategoryId: emptyIsNull(id),
  isScholarship: checkbox,
});
type SchemeInput = z.infer<typeof SchemeFields>;

/** The scheme with only the values that its kind needs. */
function readScheme(input: SchemeInput): SchemeInput {
  if (input.percent === null && input.amount === null)
    throw new ValidationError('percent', 'Enter a percentage or an amount.');
  if (input.percent !== null && input.amount !== null)
    throw new ValidationError('amount', 'Enter a percentage or an amount, not both.');
  if (input.who === 'sibling' && input.childFrom === null)
    throw new ValidationError('childFrom', 'Enter the first child of a family it applies to, such as 2.');
  if (input.who === 'student_category' && input.studentCategoryId === null)
    throw new ValidationError('studentCategoryId', 'Choose a student category.');
  return {
    ...input,
    childFrom: input.who === 'sibling' ? input.childFrom : null,
    studentCategoryId: input.who === 'student_category' ? input.studentCategoryId : null,
  };
}

const schemeTaken = (name: string): Record<string, [string, string]> => ({
  discount_schemes_name: ['name', `A discount named ${name} already exists. Choose a different name.`],
});

export const CreateScheme = SchemeFields.extend({ institutionId: id });
export const EditScheme = edits(SchemeFields);

/** Adds a discount, which fees can then apply. */
export async function createScheme(tx: Tx, actor: Actor, sent: z.infer<typeof CreateScheme>): Promise<number> {
  const { institutionId, ...input } = sent;
  allow(actor, 'fees.edit', institutionId);
  const values = readScheme(input);
  await checkCategories(tx, institutionId, values);
  const [row] = await refuseDuplicate(
    tx
      .insert(discountSchemes)
      .values({ institutionId, ...values })
      .returning({ id: discountSchemes.id }),
    schemeTaken(values.name),
  );
  await record(tx, actor, 'fees.createDiscount', {
    institutionId,
    summary: `added the discount ${values.name}`,
    subject: { type: 'discount_scheme', id: row!.id },
    details: values,
  });
  return row!.id;
}

/** Changes a discount for bills to come. */
export const editScheme = editRecord({
  action: 'fees.editDiscount',
  type: 'discount_scheme',
  table: discountSchemes,
  may: 'fees.edit',
  fields: EditScheme,
  lock: lockScheme,
  together: [
    ['percent', 'amount'],
    ['who', 'childFrom', 'studentCategoryId'],
  ],
  read: ({ input }) => readScheme(input as SchemeInput),
  check: async ({ tx, before, values }) => {
    refuseMoreForNamed(before, values);
    await checkCategories(tx, before.institutionId, values);
  },
  taken: ({ values }) => schemeTaken(values.name),
  nameOf: ({ values }) => values.name,
});

async function checkCategories(tx: Tx, institutionId: number, input: SchemeInput): Promise<void> {
  const { feeCategories, studentCategories } = await schemeChoices(tx, institutionId);
  const isIn = (rows: { id: number }[], wanted: number | null) =>
    wanted === null || rows.some((row) => row.id === wanted);
  if (!isIn(feeCategories, input.feeCategoryId))
    throw new ValidationError('feeCategoryId', 'Choose a category from the list.');
  if (!isIn(studentCategories, input.studentCategoryId))
    throw new ValidationError('studentCategoryId', 'Choose a student category from the list.');
}

/** Archives a discount, so that nobody gets it on bills to come, or restores it. */
export async function archiveScheme(tx: Tx, actor: Actor, schemeId: number, isArchived: boolean): Promise<string> {
  const scheme = await lockScheme(tx, actor, schemeId);
  const { institutionId, name } = scheme;
  allow(actor, 'fees.edit', institutionId);
  if (scheme.isArchived === isArchived) return name;
  await refuseDuplicate(
    tx
      .update(discountSchemes)
      .set({ archivedAt: isArchived ? sql`now()` : null })
      .where(hasKey(discountSchemes, institutionId, schemeId)),
    { discount_schemes_name: ['form', schemeTaken(name)['discount_schemes_name']![1]] },
  );
  await record(tx, actor, isArchived ? 'fees.archiveDiscount' : 'fees.restoreDiscount', {
    institutionId,
    summary: `${isArchived ? 'archived' : 'restored'} the discount ${name}`,
    subject: { type: 'discount_scheme', id: schemeId },
  });
  return name;
}

/** A second person agreed to what the chosen students get, so it grows for nobody. */
function refuseMoreForNamed(before: SchemeDetails, values: SchemeInput): void {
  if (before.who !== 'named' || before.named.length === 0) return;
  const isSame = (before.percent === null) === (values.percent === null);
  const isMore = (values.percent ?? 0) > (before.percent ?? 0) || (values.amount ?? 0) > (before.amount ?? 0);
  const isWider = before.feeCategoryId !== null && values.feeCategoryId !== before.feeCategoryId;
  if (!isSame || isMore || isWider)
    throw new ValidationError(
      isWider ? 'feeCategoryId' : values.percent === null ? 'amount' : 'percent',
      `${countOf(before.named.length, 'student has', 'students have')} already been given this discount. Add a new discount, so that someone can approve it.`,
    );
}

export interface SchemeDetails {
  id: number;
  institutionId: number;
  name: string;
  percent: number | null;
  amount: number | null;
  who: DiscountGroup;
  childFrom: number | null;
  studentCategoryId: number | null;
  studentCategory: string | null;
  feeCategoryId: number | null;
  feeCategory: string | null;
  isScholarship: boolean;
  isArchived: boolean;
  /** Open fees that apply it. */
  fees: { id: number; title: string }[];
  named: { studentId: number; name: string; number: string; until: string | null; note: string | null }[];
}

export async function findScheme(db: Db, actor: Actor, schemeId: number): Promise<SchemeDetails> {
  const rows = await query<SchemeDetails>(db, render)`
    select d.id, d.institution_id as "institutionId", d.name, d.percent, d.amount, d.who, d.child_from as "childFrom",
      d.student_category_id as "studentCategoryId", k.name as "studentCategory", d.fee_category_id as "feeCategoryId",
      c.name as "feeCategory", d.is_scholarship as "isScholarship", d.archived_at is not null as "isArchived",
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title) order by f.id desc), '[]')
        from fee_discounts x join fees f on (f.institution_id, f.id) = (x.institution_id, x.fee_id)
        where x.institution_id = d.institution_id and x.scheme_id = d.id and f.ended_at is null) as fees,
      (select coalesce(jsonb_agg(jsonb_build_object('studentId', s.id, 'name', s.surname || ', ' || s.first_name,
          'number', s.admission_number, 'until', n.until, 'note', n.note) order by s.sort_name, s.id), '[]')
        from discount_students n join students s on (s.institution_id, s.id) = (n.institution_id, n.student_id)
        where n.institution_id = d.institution_id and n.scheme_id = d.id) as named
    from discount_schemes d
    left join student_categories k on k.institution_id = d.institution_id and k.id = d.student_category_id
    left join fee_categories c on c.institution_id = d.institution_id and c.id = d.fee_category_id
    where d.institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and d.id = ${schemeId}`;
  if (!rows[0]) throw new NotFound('discount');
  return rows[0];
}

export async function lockScheme(tx: Tx, actor: Actor, schemeId: number): Promise<SchemeDetails> {
  await tx.execute(sql`select 1 from discount_schemes
    where institution_id = any (${sql.param(institutionsWhere(actor, 'fees.view'))}::int[]) and id = ${schemeId}
    for no key update`);
  return findScheme(tx, actor, schemeId);
}

/** The categories that the form of a scheme offers. */
export async function schemeChoices(db: Db, institutionId: number) {
  const rows = await query<Record<'feeCategories' | 'studentCategories', { id: number; name: string }[]>>(db, render)`
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id), '[]') from fee_categories
        where institution_id = ${institutionId} and archived_at is null) as "feeCategories",
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]')
        from student_categories where institution_id = ${institutionId}) as "studentCategories"`;
  return rows[0]!;
}
