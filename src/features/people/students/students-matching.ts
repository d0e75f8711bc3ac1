import { and, sql, type SQL } from 'drizzle-orm';
import { matches, patternsOf } from '#features/records/people/search-patterns.ts';
import { wordsIn } from '#features/records/people/search-words.ts';
import { findableStudents } from './students.schema.ts';

/**
 * A query of the ids of students whose name, admission number or phone matches, by the index of the list's search; null
 * without a word. It finds all students of the institutions in the transaction, so join it to `visibleTo`.
 */
export function studentsMatching(text: string): SQL | null {
  const patterns = patternsOf(wordsIn(text));
  if (patterns.length === 0) return null;
  const found = patterns.map((pattern) => matches(findableStudents.searchText, pattern));
  return sql`select ${findableStudents.id} from ${findableStudents} where ${and(...found)}`;
}
