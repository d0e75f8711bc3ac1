import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { billed } from '../billing-of-fees.ts';
import { fees } from '../fees.schema.ts';
import { audienceName } from './fee.queries.ts';

export const feeStates = { open: 'Open', ended: 'Ended' } as const;

const audience = sql`from fee_audience a where a.institution_id = fees.institution_id and a.fee_id = fees.id`;

// A select from one table writes its columns without the table, so a subquery would take them for its own.
/** Fees of an institution, latest first, with what they charge and have billed. */
export const feeList = declareList({
  id: fees.id,
  visible: inInstitutions(fees.institutionId, 'fees.view'),
  filters: {
    q: searchIn(fees.title),
    // A fee of one class, one of its batches, its programme or of everybody.
    class: filterBy(
      id,
      (
        classId,
      ) => sql`exists (select from classes c where c.institution_id = ${fees.institutionId} and c.id = ${classId}
        and (not exists (select ${audience} and a.kind = 'class')
          or exists (select ${audience} and a.kind = 'class' and a.class_id = c.id))
        and (not exists (select ${audience} and a.kind = 'program')
          or exists (select ${audience} and a.kind = 'program' and a.program_id = c.program_id))
        and (not exists (select ${audience} and a.kind = 'batch') or exists (select ${audience} and a.kind = 'batch'
          and a.batch_id in (select b.id from batches b where b.institution_id = c.institution_id and b.class_id = c.id))))`,
    ),
    category: filterBy(id, (categoryId) => eq(fees.categoryId, categoryId)),
    term: filterBy(id, (termId) => eq(fees.termId, termId)),
    session: filterBy(id, (sessionId) => eq(fees.sessionId, sessionId)),
    state: filterBy(choice(feeStates), (state) => (state === 'ended' ? isNotNull(fees.endedAt) : isNull(fees.endedAt))),
  },
  select: (db) =>
    db
      .select({
        id: fees.id,
        institutionId: fees.institutionId,
        title: fees.title,
        category: sql<string>`(select c.name from fee_categories c
          where c.institution_id = fees.institution_id and c.id = fees.category_id)`,
        session: sql<string>`(select s.name from academic_sessions s
          where s.institution_id = fees.institution_id and s.id = fees.session_id)`,
        term: sql<string | null>`(select t.name from terms t
          where t.institution_id = fees.institution_id and t.id = fees.term_id)`,
        currency: sql<string>`(select i.currency from institutions i where i.id = fees.institution_id)`,
        audience: sql<{ kind: string; name: string }[]>`(select coalesce(jsonb_agg(
          jsonb_build_object('kind', a.kind, 'name', ${audienceName}) order by a.id), '[]') ${audience})`,
        /** For each student, before discounts. */
        amount: sql<number>`(select coalesce(sum(p.amount), 0)::bigint from fee_particulars p
          where p.institution_id = fees.institution_id and p.fee_id = fees.id and not p.is_optional)`,
        firstDueOn: sql<string | null>`(select min(d.due_on) from fee_instalments d
          where d.institution_id = fees.institution_id and d.fee_id = fees.id)`,
        instalments: sql<number>`(select count(*)::int from fee_instalments d
          where d.institution_id = fees.institution_id and d.fee_id = fees.id)`,
        billed: sql<number>`${billed().countOf(sql`(fees.institution_id, fees.id)`)}`,
        isEnded: sql<boolean>`${fees.endedAt} is not null`,
      })
      .from(fees),
});
export type FeeRow = Awaited<ReturnType<typeof feeList.readPage>>['rows'][number];
