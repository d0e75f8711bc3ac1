import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import { students } from '#features/people/students/students.schema.ts';
import { bookLoans } from './loans.schema.ts';

/** Loans of the library, the latest first. */
export const loanList = declareList({
  id: bookLoans.id,
  visible: inInstitutions(bookLoans.institutionId, 'loans.view'),
  filters: {
    q: searchIn(bookLoans.title, students.surname, students.firstName),
    state: filterBy(choice({ out: 'On loan', back: 'Returned' }), (state) =>
      state === 'out' ? isNull(bookLoans.returnedOn) : isNotNull(bookLoans.returnedOn),
    ),
  },
  select: (db) =>
    db
      .select({
        id: bookLoans.id,
        institutionId: bookLoans.institutionId,
        title: bookLoans.title,
        student: sql<string>`${students.surname} || ', ' || ${students.firstName}`,
        dueOn: bookLoans.dueOn,
        returnedOn: bookLoans.returnedOn,
      })
      .from(bookLoans)
      .innerJoin(
        students,
        and(eq(students.institutionId, bookLoans.institutionId), eq(students.id, bookLoans.studentId)),
      ),
});
export type LoanRow = Awaited<ReturnType<typeof loanList.readPage>>['rows'][number];
