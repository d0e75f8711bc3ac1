import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import {
  categoriesOf,
  childOrders,
  namedIn,
  readSchemes,
  staffChildren,
  type Scheme,
} from './discount-grounds.queries.ts';

/** A discount that a student gets. */
export interface StudentDiscount {
  schemeId: number;
  name: string;
  percent: number | null;
  amount: number | null;
  /** Only charges of this category. */
  feeCategoryId: number | null;
  isScholarship: boolean;
}

/** The discounts of a fee for each of these students on a day, in the fee's order. Archived schemes give nothing. */
export const discountsOf = (db: Db, institutionId: number, feeId: number, studentIds: number[], day: Day) =>
  discountsFrom(
    db,
    institutionId,
    sql`select d.*, f.position from fee_discounts f
      join discount_schemes d on (d.institution_id, d.id) = (f.institution_id, f.scheme_id)
      where f.institution_id = ${institutionId} and f.fee_id = ${feeId} and d.archived_at is null`,
    studentIds,
    day,
  );

/** Those of the students who get a scheme, wherever a fee applies it. */
export async function studentsWithScheme(
  db: Db,
  institutionId: number,
  schemeId: number,
  studentIds: number[],
  day: Day,
): Promise<number[]> {
  const schemes = sql`select d.*, 1 as position from discount_schemes d
    where d.institution_id = ${institutionId} and d.id = ${schemeId}`;
  return [...(await discountsFrom(db, institutionId, schemes, studentIds, day)).keys()];
}

async function discountsFrom(
  db: Db,
  institutionId: number,
  from: SQL,
  studentIds: number[],
  day: Day,
): Promise<Map<number, StudentDiscount[]>> {
  const [schemes, categories, named, orderOf, ofStaff] = await Promise.all([
    readSchemes(db, from),
    categoriesOf(db, institutionId, from, studentIds),
    namedIn(db, institutionId, from, day),
    childOrders(db, institutionId, from, studentIds),
    staffChildren(db, institutionId, from, day),
  ]);
  const isEntitled = (studentId: number, scheme: Scheme): boolean => {
    if (scheme.who === 'sibling') return bestForSiblings(schemes, orderOf(studentId)) === scheme.childFrom;
    if (scheme.who === 'named') return named.get(scheme.id)?.has(studentId) ?? false;
    if (scheme.who === 'student_category') return categories.get(studentId) === scheme.studentCategory;
    return scheme.who === 'everyone' || ofStaff.has(studentId);
  };
  return new Map(
    studentIds
      .map((id) => [id, schemes.filter((scheme) => isEntitled(id, scheme)).map(discountFrom)] as const)
      .filter(([, discounts]) => discounts.length > 0),
  );
}

/** A third child gets the discount for third children instead of, not besides, that for second ones. */
const bestForSiblings = (schemes: Scheme[], order: number): number | null =>
  schemes.reduce<number | null>((best, { childFrom }) => {
    const applies = childFrom !== null && childFrom <= order;
    return applies && childFrom > (best ?? 0) ? childFrom : best;
  }, null);

const discountFrom = ({ id, name, percent, amount, feeCategoryId, isScholarship }: Scheme): StudentDiscount => ({
  schemeId: id,
  name,
  percent,
  amount,
  feeCategoryId,
  isScholarship,
});
