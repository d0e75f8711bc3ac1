import { declareList, inEachInstitution } from '#kernel/list/declare-list.ts';
import { searchIn } from '#kernel/list/filters.ts';
import { letters } from './letters.schema.ts';

/** Earlier letters, latest first. */
export const letterList = declareList({
  id: letters.id,
  visible: inEachInstitution(letters.institutionId, 'messages.send'),
  filters: { q: searchIn(letters.subject, letters.author) },
  select: (db) =>
    db
      .select({
        id: letters.id,
        institutionId: letters.institutionId,
        subject: letters.subject,
        of: letters.recipients,
        reach: letters.reach,
        letterCount: letters.letterCount,
        day: letters.day,
        author: letters.author,
      })
      .from(letters),
});
export type LetterRow = Awaited<ReturnType<typeof letterList.readPage>>['rows'][number];
