import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { bounded } from '#kernel/database/bounded.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Choosing } from '#features/records/people/serve-choices.ts';
import { matches, patternsOf } from '#features/records/people/search-patterns.ts';
import { wordsIn } from '#features/records/people/search-words.ts';
import { visibleTo } from './students.policy.ts';
import { findableStudents, students } from './students.schema.ts';
import { listName } from '#ui/format.ts';

type Table = typeof students | typeof findableStudents;

const columns = (table: Table) => ({
  id: table.id,
  surname: table.surname,
  firstName: table.firstName,
  middleName: table.middleName,
  admissionNumber: table.admissionNumber,
  batch: table.batchName,
});

/** Students whose name or admission number contains every word, by name. */
export async function studentChoices(db: Db, { actor, institutionIds, q }: Choosing): Promise<Choices> {
  const patterns = patternsOf(wordsIn(q));
  const table: Table = patterns.length ? findableStudents : students;
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select(columns(table))
      .from(table)
      .where(
        and(
          visibleTo(actor, table),
          inArray(table.institutionId, institutionIds),
          isNull(table.anonymisedAt),
          ...patterns.map((pattern) => matches(table.searchText, pattern)),
        ),
      )
      .orderBy(asc(table.sortName), asc(table.id))
      .limit(limit),
  );
  return { choices: rows.map(choiceOf), isMore };
}

/** The student that a form starts with. */
export async function chosenStudent(db: Db, actor: Actor, id: number | undefined): Promise<Choice | null> {
  const [row] = await db
    .select(columns(students))
    .from(students)
    .where(and(visibleTo(actor, students), id === undefined ? sql`false` : eq(students.id, id)));
  return row ? choiceOf(row) : null;
}

const choiceOf = (row: {
  id: number;
  surname: string;
  firstName: string;
  middleName: string | null;
  admissionNumber: string;
  batch: string | null;
}): Choice => ({
  value: String(row.id),
  label: listName(row),
  hint: [row.admissionNumber, row.batch].filter(Boolean).join(' · '),
});
