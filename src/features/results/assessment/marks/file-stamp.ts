import type { CourseSheet } from './course-sheet.queries.ts';

/** The column by which an uploaded file is known: of which course it is, and which marks it was made from. */
export const stampColumn = 'Do not change';

/** 'ENG JSS 1 B #12/5/1234': read by people, and back. */
export const stampOf = ({ code, batch, sheetId, courseId }: CourseSheet, since: number): string =>
  `${code} ${batch} #${sheetId}/${courseId}/${since}`;

export function readStamp(text: string): { name: string; sheetId: number; courseId: number; since: number } | null {
  const found = /^(.*) #(\d{1,15})\/(\d{1,15})\/(\d{1,15})$/.exec(text.trim());
  return found && { name: found[1]!, sheetId: Number(found[2]), courseId: Number(found[3]), since: Number(found[4]) };
}
