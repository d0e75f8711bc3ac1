import { z } from 'zod';
import { day, id, line, optionalLine } from '#kernel/schemas.ts';
import { armsIn } from './arms.ts';

const key = z.string().regex(/^[a-z][a-z0-9_]{0,30}$/);

/** Rows by their key in the form, in its order. Rows that are not selected are not sent. */
const rows = <Row extends z.ZodType>(row: Row, most: number, many: string) =>
  z
    .record(key, row)
    .default({} as never)
    .transform((found) =>
      Object.entries(found).map(
        ([name, value]) => ({ ...(value as object), key: name }) as z.output<Row> & { key: string },
      ),
    )
    .refine((found) => found.length <= most, `Choose at most ${most} ${many}.`);

/** Keys of classes, separated by spaces; empty for all classes. */
const classKeys = z
  .string()
  .max(400)
  .default('')
  .transform((text) => text.split(' ').filter(Boolean));

const arms = z
  .string()
  .trim()
  .max(300)
  .default('')
  .transform(armsIn)
  .refine((found) => found.length <= 26, 'Enter at most 26 arms.')
  .refine((found) => found.every((arm) => arm.length <= 40), 'Use at most 40 characters for an arm.');

const seats = 'Enter a number of seats between 1 and 5,000.';
const units = 'Enter whole credit units between 0 and 60.';

const ClassRow = z.object({ name: line(80, 'The name'), arms });
const SubjectRow = z.object({
  code: line(20, 'The code'),
  title: line(160, 'The title'),
  group: optionalLine(60, 'The elective group'),
  arms,
  classes: classKeys,
  units: z.coerce.number(units).int(units).min(0, units).max(60, units).default(1),
  term: z.coerce.number().int().min(0).max(12).default(0),
});
const ProgramRow = z.object({
  code: line(20, 'The code'),
  name: line(120, 'The name'),
  promotesTo: z.string().max(40).default(''),
  classes: rows(ClassRow, 12, 'levels'),
  subjects: rows(SubjectRow, 150, 'subjects in a programme'),
});
const TermRow = z.object({ name: line(60, 'The name of the term'), startsOn: day, endsOn: day });

export const ApplyPreset = z.object({
  institutionId: id,
  /** Only where there is no current session. */
  session: z.object({ name: line(60, 'The name'), startsOn: day, endsOn: day }).optional(),
  /** Only where the current session has none. */
  terms: rows(TermRow, 12, 'terms'),
  seats: z.coerce.number(seats).int(seats).min(1, seats).max(5000, seats),
  programs: rows(ProgramRow, 30, 'programmes'),
});
export type ApplyPreset = z.infer<typeof ApplyPreset>;
export type PlannedProgram = ApplyPreset['programs'][number];
export type PlannedSubject = PlannedProgram['subjects'][number];

/** A subject as a preset proposes it. */
export interface PresetSubject {
  code: string;
  title: string;
  /** A student takes one of each group. */
  group?: string;
  /** Only in these arms, such as those for sciences: 'A, B'. All without it. */
  arms?: string;
  /** Only in these classes of the program. All without it. */
  classes?: readonly string[];
  units?: number;
  /** The place of the term in which it is taught. Every term without it. */
  term?: number;
  /** Listed, but not selected. */
  isOff?: true;
  /** Why somebody would select it. */
  note?: string;
}

export interface PresetProgram {
  key: string;
  code: string;
  name: string;
  /** In the order of promotion. */
  classes: readonly string[];
  subjects: readonly PresetSubject[];
  /** The program whose first class its last class promotes to. */
  promotesTo?: string;
}

export interface Preset {
  label: string;
  /** Three terms or two semesters. */
  calendar: 'terms' | 'semesters';
  /** Proposed for each class: 'A, B, C'. Empty for classes without arms. */
  arms: string;
  seats: number;
  /** Its courses have credit units and a term, and its programs are the institution's own. */
  isTertiary: boolean;
  programs: readonly PresetProgram[];
}
