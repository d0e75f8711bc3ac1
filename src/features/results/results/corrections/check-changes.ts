import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { EntryOrNone } from '#features/results/assessment/marks/save-marks.ts';
import { isLate, type SheetRules, type CurrentResult } from './late-results.ts';
import { ValidationError } from '#kernel/errors.ts';
import { textName } from '#ui/format.ts';
import { checkEntries } from '#features/results/assessment/compute/check-entries.ts';
import { entryText } from '../cards/card-texts.ts';
import { noteOf, noteProblem, openedField } from '#features/results/term-notes/notes/note-fields.ts';
import { fillNames, hideNames, type Names } from '../publication/sealed-cards.ts';
import { noteOn, changesOf, studentsIn, studentsOf, type Changes, type CorrectedNote } from './compute/correct-card.ts';
import { noteLabel } from './note-labels.ts';

const maxCorrections = 2000;
const note = z.string().max(1000);

export const ChangesInput = z.object({
  cells: z
    .array(
      z.object({
        studentId: id,
        courseId: id,
        component: z.string().max(40),
        was: EntryOrNone,
        entry: EntryOrNone,
      }),
    )
    .max(maxCorrections, 'Correct up to 2,000 marks at once.')
    .default([]),
  courses: z
    .array(z.object({ studentId: id, courseId: id, change: z.enum(['added', 'removed']) }))
    .max(maxCorrections, 'Correct up to 2,000 courses at once.')
    .default([]),
  notes: z
    .array(z.object({ studentId: id, field: z.string().max(60), was: note, entry: note }))
    .max(maxCorrections, 'Correct up to 2,000 notes at once.')
    .default([]),
  keepsFigures: z.boolean().default(false),
});

/** Refuses what cannot be corrected: other students and courses, marks above their maximum, what changed meanwhile. */
export function checkChanges(current: readonly CurrentResult[], changes: Changes, rules: SheetRules): void {
  if (studentsIn(changes).length === 0) throw new ValidationError('cells', 'Change at least one mark.');
  const results = new Map(current.map((row) => [row.studentId, row]));
  const moved = studentsOf([...changes.cells, ...changes.courses]);
  if (changes.keepsFigures && moved.some((studentId) => typeof results.get(studentId)?.number === 'number'))
    throw new ValidationError(
      'form',
      'The figures of the class can stay only where results are added. Correct others separately.',
    );
  for (const studentId of studentsIn(changes)) {
    const result = results.get(studentId);
    if (!result) throw new ValidationError('cells', 'A student has no published result here. Reload the page.');
    if (result.isErased)
      throw new ValidationError('cells', 'The data of a student was erased, so this result no longer changes.');
    const own = changesOf(changes, studentId);
    if (isLate(result) && !own.courses.some(({ change }) => change === 'added'))
      throw new ValidationError(
        'courses',
        `${textName(result)} has no published result yet. Add the courses with their marks.`,
      );
    checkCourses(result, own, rules);
    checkCells(result, own, rules);
    checkNotes(result, own.notes, rules);
  }
}

function checkCourses(result: CurrentResult, { courses, cells }: Changes, rules: SheetRules): void {
  const whose = textName(result);
  const onCard = new Map(result.content.courses.map((course) => [course.id, course.title]));
  const seen = new Set<number>();
  for (const { courseId, change } of courses) {
    const title = onCard.get(courseId);
    const hasMarks = cells.some((cell) => cell.courseId === courseId && cell.entry !== null);
    if (seen.has(courseId)) throw new ValidationError('courses', `A course of ${whose} appears twice.`);
    seen.add(courseId);
    if (change === 'removed') {
      if (title === undefined)
        throw new ValidationError('courses', `${whose} no longer has this course. Reload the page.`);
      if (hasMarks) throw new ValidationError('courses', `${whose}, ${title} is removed, so it can’t get marks.`);
      continue;
    }
    const added = rules.courses.get(courseId);
    if (title !== undefined)
      throw new ValidationError('courses', `${whose} already has ${title}. Correct its marks instead.`);
    if (!added) throw new ValidationError('courses', `${whose}: this course isn’t on the sheet. Reload the page.`);
    if (!hasMarks) throw new ValidationError('courses', `Enter the marks of ${whose} in ${added.title}.`);
  }
  const removed = courses.filter(({ change }) => change === 'removed').length;
  if (removed > 0 && onCard.size + courses.length - 2 * removed === 0)
    throw new ValidationError('courses', `${whose} would have no course left. Withhold the marks instead.`);
}

/** Refuses marks of a student that don’t fit, or that are no longer what they were. */
function checkCells(result: CurrentResult, { cells, courses }: Changes, rules: SheetRules): void {
  const whose = textName(result);
  const seen = new Set<string>();
  for (const { courseId, component, was, entry } of cells) {
    const course = result.content.courses.find((one) => one.id === courseId);
    const rule = rules.courses.get(courseId);
    const isAdded = courses.some((one) => one.courseId === courseId && one.change === 'added');
    if (!rule || (!course && !isAdded))
      throw new ValidationError('cells', `${whose} has no published result in one of these courses. Reload the page.`);
    const part = rule.scheme.components.find(({ key }) => key === component);
    const title = course?.title ?? rule.title;
    const where = `${whose}, ${title}${part ? `, ${part.name}` : ''}`;
    if (!part) throw new ValidationError('cells', `${where} has no such part. Reload the page.`);
    const key = `${courseId} ${component}`;
    if (seen.has(key)) throw new ValidationError('cells', `${where} appears twice.`);
    seen.add(key);
    const published = course?.entries[component] ?? null;
    if (published !== was)
      throw new ValidationError(
        'cells',
        `${where} is ${entryText(published)} now, not ${entryText(was)}: it has since been corrected.`,
      );
    if (entry === was) throw new ValidationError('cells', `${where} is ${entryText(was)} already.`);
    const [wrong] = checkEntries({ [component]: entry }, rule.scheme.components, rule.scheme.step);
    if (wrong) throw new ValidationError('cells', `${whose}, ${title}. ${wrong.message}`);
  }
}

/** A typed note as it is kept: without the student’s own names. */
export const keptNote = ({ was, entry, ...note }: CorrectedNote, names: Names): CorrectedNote => ({
  ...note,
  was: hideNames(noteOf(note.field, was), names),
  entry: hideNames(noteOf(note.field, entry), names),
});

/** Refuses notes of a student that don’t fit, or that are no longer what they were. */
function checkNotes(result: CurrentResult, notes: readonly CorrectedNote[], { traits }: SheetRules): void {
  const { content } = result;
  const rules = { traits: traits.filter(({ name }) => isRated(content, name)), timesOpened: openedOf(content) };
  const seen = new Set<string>();
  for (const { field, was, entry } of notes) {
    const [before, after] = [fillNames(was, result), fillNames(entry, result)];
    const where = `${textName(result)}, ${noteLabel(field, traits, content)}`;
    if (seen.has(field)) throw new ValidationError('notes', `${where} appears twice.`);
    seen.add(field);
    const wrong = field === openedField ? 'This can’t be corrected here.' : noteProblem(field, after, rules);
    if (wrong) throw new ValidationError('notes', `${where}. ${wrong}`);
    const published = fillNames(noteOn(content, field, traits), result);
    if (published !== before)
      throw new ValidationError('notes', `${where} is “${published || '—'}” now: it has since been corrected.`);
    if (after === before) throw new ValidationError('notes', `${where} is the same already.`);
  }
}

const openedOf = ({ attendance }: CurrentResult['content']) => attendance?.opened ?? null;
const isRated = ({ traits, ratings }: CurrentResult['content'], name: string) =>
  ratings ? ratings.some(({ trait }) => trait === name) : traits.includes(name);
