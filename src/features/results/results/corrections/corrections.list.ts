import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountNameIn } from '#kernel/account-name.ts';
import { withTable } from '#kernel/database/with-table.ts';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy } from '#kernel/list/filters.ts';
import { choice, id } from '#kernel/schemas.ts';
import { approvals } from '#features/records/approvals/approvals.schema.ts';
import { markSheets } from '#features/results/assessment/assessment.schema.ts';
import { batches, terms, academicSessions } from '#features/school/structure/structure.schema.ts';
import { resultCorrections } from '../results.schema.ts';
import { seeingCorrections } from './late-results.ts';
import { correctionStates } from './correction-states.ts';
import { stateOf } from './apply-correction.ts';
import { hasKey, pick } from '#kernel/database.ts';

const a = alias(approvals, 'a');
const countIn = (rows: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from ${rows}
  (k.institution_id, k.correction_id) = (${withTable(resultCorrections.institutionId)}, ${withTable(resultCorrections.id)}))`;

/** Corrections of published results: waiting, done and refused, latest first. */
export const correctionList = declareList({
  id: resultCorrections.id,
  visible: inInstitutions(resultCorrections.institutionId, ...seeingCorrections),
  filters: {
    state: filterBy(choice(correctionStates), (state) => sql`${stateOf} = ${state}`),
    sheet: filterBy(id, (sheet) => eq(resultCorrections.sheetId, sheet)),
  },
  select: (db) =>
    db
      .select({
        ...pick(resultCorrections, 'id', 'institutionId', 'reason', 'askedAt'),
        batch: batches.name,
        term: terms.name,
        session: academicSessions.name,
        state: stateOf,
        marks: countIn(sql`result_correction_cells k where not exists (select from result_correction_courses x
          where (x.institution_id, x.correction_id, x.student_id, x.course_id)
            = (k.institution_id, k.correction_id, k.student_id, k.course_id)) and`),
        courses: countIn(sql`result_correction_courses k where`),
        notes: countIn(sql`result_correction_notes k where`),
        asker: accountNameIn(withTable(resultCorrections.accountId)),
        decider: accountNameIn(withTable(a.decidedBy)),
      })
      .from(resultCorrections)
      .innerJoin(
        a,
        and(
          eq(a.institutionId, resultCorrections.institutionId),
          eq(a.subjectType, 'result_correction'),
          eq(a.subjectId, resultCorrections.id),
        ),
      )
      .innerJoin(markSheets, hasKey(markSheets, resultCorrections.institutionId, resultCorrections.sheetId))
      .innerJoin(batches, hasKey(batches, markSheets.institutionId, markSheets.batchId))
      .innerJoin(terms, hasKey(terms, markSheets.institutionId, markSheets.termId))
      .innerJoin(academicSessions, hasKey(academicSessions, terms.institutionId, terms.sessionId)),
});
export type CorrectionRow = Awaited<ReturnType<typeof correctionList.readPage>>['rows'][number];
