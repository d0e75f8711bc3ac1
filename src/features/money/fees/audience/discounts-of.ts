import { sql, type SQL } from 'drizzle-orm';
import { type Db, render, query } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { DiscountGroup } from '../fees.ts';

/*
 * What entitles students to the schemes in `schemes`, a query of columns of discount_schemes. Each is a query of its own
 * that finds its rows by lists of ids, so that it is fast however little the database knows about the tables, and finds
 * nothing if no scheme asks for it.
 */

interface Scheme {
  id: number;
  name: string;
  who: DiscountGroup;
  percent: number | null;
  amount: number | null;
  childFrom: number | null;
  studentCategory: string | null;
  feeCategoryId: number | null;
  isScholarship: boolean;
}

const isAsked = (schemes: SQL, who: DiscountGroup): SQL =>
  sql`exists (select from (${schemes}) d where d.who = ${who})`;

const arrayOf = (ids: number[]): SQL => sql`${sql.param(ids)}::bigint[]`;

async function readSchemes(db: Db, schemes: SQL): Promise<Scheme[]> {
  const rows = await query<Scheme>(db, render)`
    select d.id, d.name, d.who, d.percent, d.amount, d.child_from as "childFrom", k.name as "studentCategory",
      d.fee_category_id as "feeCategoryId", d.is_scholarship as "isScholarship"
    from (${schemes}) d
    left join student_categories k on k.institution_id = d.institution_id and k.id = d.student_category_id
    order by d.position`;
  return rows;
}

async function categoriesOf(db: Db, institutionId: number, schemes: SQL, studentIds: number[]) {
  const rows = await query<{ id: number; category: string }>(db, render)`
    select s.id, s.category from students s where s.institution_id = ${institutionId}
      and s.id = any (${arrayOf(studentIds)}) and s.category is not null and ${isAsked(schemes, 'student_category')}`;
  return new Map(rows.map(({ id, category }) => [id, category]));
}

/** The students listed in each scheme whose last day has not passed. */
async function namedIn(db: Db, institutionId: number, schemes: SQL, day: Day): Promise<Map<number, Set<number>>> {
  const rows = await query<{ schemeId: number; studentId: number }>(db, render)`
    select n.scheme_id as "schemeId", n.student_id as "studentId" from discount_students n
    where n.institution_id = ${institutionId} and (n.until is null or n.until >= ${day})
      and n.scheme_id in (select d.id from (${schemes}) d where d.who = 'named')`;
  const named = Map.groupBy(rows, ({ schemeId }) => schemeId);
  return new Map([...named].map(([id, of]) => [id, new Set(of.map(({ studentId }) => studentId))]));
}

/**
 * Which child of the family each student is: the eldest first, without a birth date last. A family is everyone at the
 * school with whom the student shares a guardian, but not those guardians’ children with other guardians in turn.
 */
async function childOrders(db: Db, institutionId: number, schemes: SQL, studentIds: number[]) {
  const [links, children] = await Promise.all([
    linksOf(db, institutionId, schemes, studentIds),
    childrenByAge(db, institutionId, schemes, studentIds),
  ]);
  const place = new Map(children.map(({ id }, at) => [id, at]));
  const here = links.filter(({ id }) => place.has(id));
  const childrenOf = Map.groupBy(here, ({ guardianId }) => guardianId);
  const families = new Map<number, Set<number>>();
  for (const { id, guardianId } of here) {
    const family = families.get(id) ?? new Set<number>();
    for (const child of childrenOf.get(guardianId)!) family.add(child.id);
    families.set(id, family);
  }
  return (studentId: number): number => {
    const own = place.get(studentId);
    const family = families.get(studentId) ?? [];
    return own === undefined ? 1 : 1 + [...family].filter((id) => place.get(id)! < own).length;
  };
}

/** The children of the students’ guardians. */
async function linksOf(db: Db, institutionId: number, schemes: SQL, studentIds: number[]) {
  const rows = await query<{ guardianId: number; id: number }>(db, render)`
    select l.guardian_id as "guardianId", l.student_id as id from student_guardians l
    where ${isOfFamily(institutionId, studentIds)} and ${isAsked(schemes, 'sibling')}`;
  return rows;
}

/** Of those, the ones who are at the school. */
async function childrenByAge(db: Db, institutionId: number, schemes: SQL, studentIds: number[]) {
  const rows = await query<{ id: number }>(db, render)`
    select s.id from students s
    where s.institution_id = ${institutionId} and s.status in ('active', 'suspended') and s.merged_into_id is null
      and ${isAsked(schemes, 'sibling')} and s.id = any (array(
        select l.student_id from student_guardians l where ${isOfFamily(institutionId, studentIds)}))
    order by s.birth_date nulls last, s.id`;
  return rows;
}

const isOfFamily = (institutionId: number, studentIds: number[]): SQL => sql`l.institution_id = ${institutionId}
  and l.guardian_id = any (array(select o.guardian_id from student_guardians o
    where o.institution_id = ${institutionId} and o.student_id = any (${arrayOf(studentIds)})))`;

/** Students with a guardian who works here on that day: with the same account, phone number or e-mail address. */
async function staffChildren(db: Db, institutionId: number, schemes: SQL, day: Day): Promise<Set<number>> {
  const working = sql`select e.id, e.phone, e.mobile, lower(e.email) as email from employees e
    where e.institution_id = ${institutionId} and e.merged_into_id is null and e.anonymised_at is null
      and (e.left_on is null or e.left_on >= ${day})`;
  const numbers = sql`array(select w.phone from (${working}) w union select w.mobile from (${working}) w)`;
  const rows = await query<{ id: number }>(db, render)`
    select l.student_id as id from student_guardians l
    where l.institution_id = ${institutionId} and ${isAsked(schemes, 'staff_child')} and l.guardian_id = any (array(
      select m.guardian_id from memberships m where m.institution_id = ${institutionId} and m.guardian_id is not null
        and m.account_id = any (array(select o.account_id from memberships o join (${working}) w on w.id = o.employee_id
          where o.institution_id = ${institutionId}))
      union
      select g.id from guardians g where g.institution_id = ${institutionId}
        and (g.phone = any (${numbers}) or g.mobile = any (${numbers})
          or lower(g.email) = any (array(select w.email from (${working}) w where w.email is not null)))))`;
  return new Set(rows.map(({ id }) => id));
}

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
