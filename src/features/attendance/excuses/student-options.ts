import { and, asc, inArray, isNull } from 'drizzle-orm';
import { choicesShown, type Choices } from '#kernel/choices.ts';
import { bounded } from '#kernel/database/bounded.ts';
import type { Db } from '#kernel/database.ts';
import { matches, patternsOf } from '#features/people/search-patterns.ts';
import { wordsIn } from '#features/people/search-words.ts';
import type { Choosing } from '#features/people/serve-choices.ts';
import { visibleTo } from '#features/students/students.policy.ts';
import { findableStudents, students } from '#features/students/students.schema.ts';
import { listName } from '#ui/format.ts';

/** Students whose name or admission number contains every word, for a reason that came to the office. */
export async function studentOptions(db: Db, { actor, institutionIds, q }: Choosing): Promise<Choices> {
  const patterns = patternsOf(wordsIn(q));
  const table = patterns.length ? findableStudents : (students as unknown as typeof findableStudents);
  const { rows, isMore } = await bounded(choicesShown, (limit) =>
    db
      .select({
        ...{ id: table.id, surname: table.surname, firstName: table.firstName, middleName: table.middleName },
        ...{ number: table.admissionNumber, batch: table.batchName },
      })
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
  const choices = rows.map(({ id, number, batch, ...name }) => ({
    ...{ value: String(id), label: listName(name), hint: [number, batch].filter(Boolean).join(' · ') },
  }));
  return { choices, isMore };
}
