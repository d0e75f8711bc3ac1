import { formatDay } from '#kernel/dates.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { hasGrade } from '#features/results/assessment/compute/course-result.ts';
import { fromText, gpaText, shown } from '#features/results/assessment/compute/fraction.ts';
import { ordinal, type Position } from '#features/results/assessment/compute/positions.ts';
import type { Entry, GpaForm } from '#features/results/assessment/compute/types.ts';
import type { Writer } from '#features/results/term-notes/notes/note-fields.ts';
import type { CardDesign, CardPart, DesignPart } from '../designs/card-design.ts';
import { markText, notRankedLabels, resultStateLabels } from '../term-results/shown-results.ts';
import type { CardCourse, Exact, ReportCard } from './card-promotion.ts';

/** Exact values as they are printed: rounded half up. */
export const markOf = (value: Exact | null): string | null => value && markText(fromText(value));
export const averageOf = (value: Exact | null): string | null => value && shown(fromText(value));

/** A GPA or CGPA, as the scheme of its day writes it. */
export const gpaOf = (value: Exact | null, form: GpaForm | null | undefined): string | null =>
  value && gpaText(fromText(value), form);

export const entryText = (entry: Entry | null | undefined): string =>
  entry === null || entry === undefined
    ? '—'
    : typeof entry === 'number'
      ? decimals(entry)
      : resultStateLabels[entry].short;

/** 'Test of 40', 'Project of 50, counts 20': the heading of a part. */
export const partHeading = (
  { name, maximum, weight, group }: ReportCard['components'][number],
  blank = ' ',
): string => {
  if (maximum === null) return name;
  const counts = weight === undefined ? '' : `, counts${blank}${decimals(weight)}`;
  return `${name} of${blank}${decimals(maximum)}${counts}${group ? `, best${blank}${group.best}` : ''}`;
};

export const courseTotal = ({ status, total }: CardCourse): string =>
  status === 'complete' ? markOf(total)! : resultStateLabels[status].short;

/** The grade of a course: in a last term that goes by the session, that of the cumulative. */
export const courseGrade = ({ status, grade, ofSession }: CardCourse): string | null =>
  ofSession ? ofSession.grade : hasGrade(status) ? grade : null;

export const isPassed = ({ passed, ofSession }: CardCourse): boolean | null => (ofSession ? ofSession.passed : passed);

/** What a course is called in words: the band's remark, or why there is no total. */
export function courseRemark({ status, remark, ofSession }: CardCourse): string {
  if (hasGrade(status)) return ofSession?.remark ?? remark ?? '';
  return status === 'incomplete' ? 'Incomplete' : resultStateLabels[status].words;
}

export const positionOf = (position: Position | null): string | null => position && ordinal(position.position);

/** '3rd of 28', or why there is no position; null if the scheme does not rank. */
export function positionText({ summary, className }: ReportCard, batchWord: string): string | null {
  const { inBatch, inClass, notRanked } = summary;
  if (!inBatch && !inClass) return notRanked && `Not ranked: ${notRankedLabels[notRanked].toLowerCase()}`;
  const one = (position: Position) => `${ordinal(position.position)} of ${position.of}`;
  if (!inBatch) return `${one(inClass!)} in ${className}`;
  return inClass ? `${one(inBatch)} in the ${batchWord.toLowerCase()}, ${one(inClass)} in ${className}` : one(inBatch);
}

/** 'School opened 60 times, present 58, absent 2'; null if nothing is known. */
export function attendanceText({ attendance }: ReportCard): string | null {
  const { opened = null, present = null } = attendance ?? {};
  const said = [
    opened !== null && `school opened ${opened} times`,
    present !== null && `present ${present}`,
    opened !== null && present !== null && `absent ${opened - present}`,
  ].filter((one) => one !== false);
  const words = said.join(', ');
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}

/** What a part is called on this card: as the school named it, or the usual words. */
export function partLabel(
  { key, label }: Pick<DesignPart, 'key' | 'label'>,
  { layout }: Pick<ReportCard, 'layout'>,
  words?: Terminology,
): string {
  if (label) return label;
  const isCollege = layout === 'college';
  const usual: Partial<Record<CardPart, string>> = {
    position: 'Position',
    coursePosition: 'Pos.',
    classAverage: 'Class avg.',
    attendance: 'Attendance',
    traits: 'Conduct and skills',
    teacherRemark: isCollege ? 'Head of department’s remark' : `${classTeacher(words)}’s remark`,
    principalRemark: isCollege ? 'Registrar’s remark' : 'Principal’s remark',
    gradeKey: 'Grades from',
    fees: 'Fees owed',
    nextTerm: isCollege ? 'Next semester begins' : 'Next term begins',
  };
  return usual[key] ?? '';
}

/** Whose remark it is, in the usual words. */
export const remarkLabel = (writer: Writer, card: Pick<ReportCard, 'layout'>, words?: Terminology): string =>
  partLabel({ key: `${writer}Remark`, label: '' }, card, words);

/** Who signs a card: as the design says, or the usual people, by name where the publication knew who they were. */
export function signersOf(
  { signers }: Pick<CardDesign, 'signers'>,
  { layout, signedBy }: Pick<ReportCard, 'layout' | 'signedBy'>,
  words: Terminology,
  names: Readonly<Record<number, string>> = {},
) {
  const isCollege = layout === 'college';
  const usual = {
    teacher: isCollege ? 'Head of department' : classTeacher(words),
    principal: isCollege ? 'Registrar' : 'Principal',
  };
  return (['teacher', 'principal'] as const).map((picture) => ({
    name: (!signers[picture] && names[signedBy?.[picture] ?? 0]) || null,
    title: signers[picture] || usual[picture],
    picture,
  }));
}

const classTeacher = (words?: Terminology) => (words?.batch === 'Batch' ? 'Class teacher' : 'Form teacher');

/** The states that occur, in words. */
export function statesIn({ courses }: Pick<ReportCard, 'courses'>): string {
  const states = new Set<unknown>(courses.flatMap(({ status, entries }) => [status, ...Object.values(entries)]));
  return (Object.keys(resultStateLabels) as (keyof typeof resultStateLabels)[])
    .filter((state) => states.has(state))
    .map((state) => `${resultStateLabels[state].short}: ${resultStateLabels[state].words.toLowerCase()}`)
    .join(' · ');
}

/** 'Corrected on 9 Oct 2026', of a result that replaces another one or was added after the others. */
export const correctedOn = ({ corrects, addedOn }: Pick<ReportCard, 'corrects' | 'addedOn'>): string | null => {
  if (corrects) return `Corrected on ${formatDay(corrects.on)}`;
  return addedOn === undefined ? null : `Added on ${formatDay(addedOn)}, after the results of the class`;
};
