import type { AudienceRow } from './audience.ts';

export const newOrReturning = { new: 'New students', returning: 'Returning students' } as const;
export const genders = { female: 'Girls', male: 'Boys' } as const;

/** Who a fee is for, as its form shows it. */
export interface AudienceInput {
  programs: number[];
  classes: number[];
  batches: number[];
  categories: number[];
  joined: keyof typeof newOrReturning | null;
  gender: keyof typeof genders | null;
  options: number[];
  students: number[];
}

/** The lists among the fields, which are merged value by value. */
export const audienceSets = ['programs', 'classes', 'batches', 'categories', 'options', 'students'] as const;

const columns = {
  programs: ['program', 'programId'],
  classes: ['class', 'classId'],
  batches: ['batch', 'batchId'],
  categories: ['category', 'categoryId'],
  options: ['option', 'optionId'],
  students: ['student', 'studentId'],
} as const;

export const audienceRows = (input: AudienceInput): AudienceRow[] => [
  ...audienceSets.flatMap((field) => {
    const [kind, column] = columns[field];
    return input[field].map((value): AudienceRow => ({ kind, [column]: value }));
  }),
  ...(input.joined ? [{ kind: 'joined' as const, word: input.joined }] : []),
  ...(input.gender ? [{ kind: 'gender' as const, word: input.gender }] : []),
];

/** The rows as the form shows them. */
export function audienceInForm(rows: readonly AudienceRow[]): AudienceInput {
  const idsOf = (field: (typeof audienceSets)[number]) => {
    const [kind, column] = columns[field];
    return rows.flatMap((row) => (row.kind === kind ? row[column]! : [])).toSorted((a, b) => a - b);
  };
  const word = (kind: AudienceRow['kind']) => rows.find((row) => row.kind === kind)?.word ?? null;
  return {
    programs: idsOf('programs'),
    classes: idsOf('classes'),
    batches: idsOf('batches'),
    categories: idsOf('categories'),
    options: idsOf('options'),
    students: idsOf('students'),
    joined: word('joined') as AudienceInput['joined'],
    gender: word('gender') as AudienceInput['gender'],
  };
}

interface NamedRow {
  kind: string;
  name: string;
}

/** 'JSS 1, JSS 2 · New students': who a fee is for, in few words. */
export function audienceText(rows: readonly NamedRow[]): string {
  const chosen = rows.filter(({ kind }) => kind === 'student');
  const others = Map.groupBy(
    rows.filter(({ kind }) => kind !== 'student'),
    ({ kind }) => kind,
  );
  const parts = [...others.values()].map((of) => of.map(({ name }) => wordOf(name)).join(', '));
  if (chosen.length === 0) return parts.join(' · ') || 'All students';
  const count = chosen.length === 1 ? '1 chosen student' : `${chosen.length} chosen students`;
  return parts.length === 0 ? count : `${parts.join(' · ')}, and ${count}`;
}

const wordOf = (name: string) => ({ ...newOrReturning, ...genders })[name] ?? name;
