import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { withTable } from '#kernel/database/with-table.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { discountGroups } from '../fees.ts';
import { discountSchemes as schemes } from '../fees.schema.ts';

/** Discounts, latest first. */
export const discountList = declareList({
  id: schemes.id,
  visible: inInstitutions(schemes.institutionId, 'fees.view'),
  filters: {
    q: searchIn(schemes.name),
    who: filterBy(choice(discountGroups), (who) => eq(schemes.who, who)),
    state: filterBy(choice({ active: 'Active', archived: 'Archived' }), (state) =>
      state === 'archived' ? isNotNull(schemes.archivedAt) : isNull(schemes.archivedAt),
    ),
  },
  select: (db) =>
    db
      .select({
        id: schemes.id,
        institutionId: schemes.institutionId,
        name: schemes.name,
        percent: schemes.percent,
        amount: schemes.amount,
        who: schemes.who,
        childFrom: schemes.childFrom,
        isScholarship: schemes.isScholarship,
        currency: sql<string>`(select i.currency from institutions i where i.id = ${withTable(schemes.institutionId)})`,
        studentCategory: sql<string | null>`(select k.name from student_categories k
          where k.institution_id = ${withTable(schemes.institutionId)} and k.id = ${withTable(schemes.studentCategoryId)})`,
        named: sql<number>`(select count(*)::int from discount_students n
          where n.institution_id = ${withTable(schemes.institutionId)} and n.scheme_id = ${withTable(schemes.id)})`,
        fees: sql<number>`(select count(*)::int from fee_discounts f
          where f.institution_id = ${withTable(schemes.institutionId)} and f.scheme_id = ${withTable(schemes.id)})`,
        isArchived: sql<boolean>`${schemes.archivedAt} is not null`,
      })
      .from(schemes),
});
export type DiscountRow = Awaited<ReturnType<typeof discountList.readPage>>['rows'][number];
