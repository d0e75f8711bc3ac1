import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, hasKey } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { id, checkbox, emptyIsNull, line, optionalLine } from '#kernel/schemas.ts';
import { programs, courses } from '../structure.schema.ts';
import { recordAction } from '../record-change.ts';
import { readProgramName } from './program-label.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { sql } from 'drizzle-orm';
import { lockProgram, lockCourse } from '../lock-rows.ts';
import { refuseInUse } from '../in-session.ts';
import { termFor } from '../batches/batch-term.ts';

const whole = (max: number, message: string) =>
  emptyIsNull(z.coerce.number(message).int(message).min(1, message).max(max, message));

const gradePoints = 'Enter a CGPA with up to two decimals such as 1.50, or leave empty.';

export const ProgramFields = z.object({
  code: line(20, 'The code'),
  name: line(120, 'The name'),
  requiresPin: checkbox,
  /** Minor units. */
  applicationFee: emptyIsNull(
    z.coerce.number('Enter an amount such as 5,000.00.').int().min(0, 'The fee can’t be negative.').max(1e13),
  ),
  seats: whole(100_000, 'Enter a number of seats, or leave empty for no limit.'),
  minimumAge: whole(99, 'Enter an age between 1 and 99, or leave empty.'),
  /** In grade points. */
  probationBelow: emptyIsNull(
    z.coerce
      .number(gradePoints)
      .min(0.01, gradePoints)
      .max(100, gradePoints)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, gradePoints),
  ),
  withdrawalAfter: whole(20, 'Enter a number of terms between 1 and 20, or leave empty.'),
  unitsRequired: whole(1000, 'Enter a number of units between 1 and 1,000, or leave empty.'),
});

/** The program as it is stored: 'Requires Pin' in the name sets the flag (3.5). */
export function readProgram(input: z.infer<typeof ProgramFields>) {
  const { name, requiresPin } = readProgramName(input.name);
  if (!name) throw new ValidationError('name', 'Enter a name in addition to “Requires Pin”.');
  if (input.withdrawalAfter !== null && input.probationBelow === null)
    throw new ValidationError('probationBelow', 'Enter the CGPA below which a student is on probation.');
  return {
    ...input,
    name,
    requiresPin: input.requiresPin || requiresPin,
    applicationFee: input.applicationFee ?? 0,
    probationBelow: input.probationBelow && Math.round(input.probationBelow * 100),
  };
}

/** The program as its form shows it: a zero fee is empty. */
export const inForm = <Program extends { applicationFee: number; probationBelow: number | null }>(
  program: Program,
) => ({
  ...program,
  applicationFee: program.applicationFee || null,
  probationBelow: program.probationBelow && program.probationBelow / 100,
});

const codeTaken = (code: string): [string, string] => [
  'code',
  `The code ${code} is already in use. Choose a different code.`,
];
const nameTaken = (name: string): [string, string] => [
  'name',
  `A programme named ${name} already exists. Choose a different name.`,
];
export const programTaken = (code: string, name: string): Record<string, [string, string]> => ({
  programs_code: codeTaken(code),
  programs_name: nameTaken(name),
});

/** Refuses a code or name that another program has, ignoring case. */
export async function refuseSameProgram(
  tx: Tx,
  institutionId: number,
  { code, name }: { code: string; name: string },
  except?: number,
): Promise<void> {
  const [hasCode, hasName] = [
    await findDuplicate(tx, programs, programs.code, code, { institutionId, except }),
    await findDuplicate(tx, programs, programs.name, name, { institutionId, except }),
  ];
  const errors = [...(hasCode ? [codeTaken(hasCode)] : []), ...(hasName ? [nameTaken(hasName)] : [])];
  if (errors[0]) throw new ValidationError(...errors[0], Object.fromEntries(errors));
}

export const CreateProgram = ProgramFields.extend({ institutionId: id });

/** Adds a program. */
export async function createProgram(
  tx: Tx,
  actor: Actor,
  { institutionId, ...input }: z.infer<typeof CreateProgram>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  const values = readProgram(input);
  await refuseSameProgram(tx, institutionId, values);
  const [row] = await refuseDuplicate(
    tx
      .insert(programs)
      .values({ institutionId, ...values })
      .returning({ id: programs.id }),
    programTaken(values.code, values.name),
  );
  const subject = { institutionId, type: 'program', id: row!.id } as const;
  await recordAction(tx, actor, 'structure.createProgram', subject, `added the programme ${values.name}`, values);
  return row!.id;
}

/** Retires or restores a program. A retired program accepts no applications; its history stays. */
export async function retireProgram(tx: Tx, actor: Actor, programId: number, isRetired: boolean): Promise<string> {
  const program = await lockProgram(tx, actor, programId);
  const item = { ...program, type: 'program', label: `the programme ${program.name}` } as const;
  await setRetired(tx, actor, programs, item, isRetired);
  return program.name;
}

interface Retirable {
  institutionId: number;
  type: 'program' | 'course';
  id: number;
  retiredAt: Date | null;
  label: string;
}

async function setRetired(
  tx: Tx,
  actor: Actor,
  table: typeof programs | typeof courses,
  { institutionId, type, id, retiredAt, label }: Retirable,
  isRetired: boolean,
): Promise<void> {
  if (Boolean(retiredAt) === isRetired) return;
  await tx
    .update(table)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(hasKey(table, institutionId, id));
  const [act, verb] = isRetired ? ['retire', 'archived'] : ['restore', 'restored'];
  const action = `structure.${act}${type === 'program' ? 'Program' : 'Course'}`;
  await recordAction(tx, actor, action, { institutionId, type, id }, `${verb} ${label}`, {
    from: isRetired ? 'offered' : 'archived',
    to: isRetired ? 'archived' : 'offered',
  });
}

const units = 'Enter whole credit units between 0 and 60.';

export const CourseFields = z.object({
  code: line(20, 'The code'),
  title: line(160, 'The title'),
  creditUnits: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number(units).int(units).min(0, units).max(60, units),
  ),
  electiveGroup: optionalLine(60, 'The elective group'),
  noExam: checkbox,
});

export const courseTaken = (code: string): Record<string, [string, string]> => ({
  courses_code: ['code', `The code ${code} is already in use. Choose a different code.`],
});

/** Refuses a code that another course has, ignoring case. */
export async function refuseSameCourse(tx: Tx, institutionId: number, code: string, except?: number): Promise<void> {
  const same = await findDuplicate(tx, courses, courses.code, code, { institutionId, except });
  if (same) throw new ValidationError(...courseTaken(same)['courses_code']!);
}

export const CreateCourse = CourseFields.extend({ institutionId: id });

/** Adds a course, not offered to any batch yet. */
export async function createCourse(
  tx: Tx,
  actor: Actor,
  { institutionId, ...input }: z.infer<typeof CreateCourse>,
): Promise<number> {
  allow(actor, 'structure.edit', institutionId);
  await refuseSameCourse(tx, institutionId, input.code);
  const [row] = await refuseDuplicate(
    tx
      .insert(courses)
      .values({ institutionId, ...input })
      .returning({ id: courses.id }),
    courseTaken(input.code),
  );
  const subject = { institutionId, type: 'course', id: row!.id } as const;
  await recordAction(tx, actor, 'structure.createCourse', subject, `added ${input.code} ${input.title}`, input);
  return row!.id;
}

/** Retires or restores a course. A retired course can't be added to batches; existing offerings stay. */
export async function retireCourse(tx: Tx, actor: Actor, courseId: number, isRetired: boolean): Promise<string> {
  const course = await lockCourse(tx, actor, courseId);
  const item = { ...course, type: 'course', label: `${course.code} ${course.title}` } as const;
  await setRetired(tx, actor, courses, item, isRetired);
  return course.title;
}

/** Deletes a course that was never offered to a batch. */
export async function deleteCourse(tx: Tx, actor: Actor, courseId: number): Promise<string> {
  const { institutionId, id, code, title } = await lockCourse(tx, actor, courseId);
  await refuseInUse(
    tx,
    code,
    [
      {
        singular: 'offering',
        count: sql`select count(*) from course_offerings where institution_id = ${institutionId} and course_id = ${id}`,
      },
      {
        // Those of past timetables stay when the offering is removed.
        singular: 'lesson in a timetable',
        plural: 'lessons in timetables',
        count: sql`select count(*) from offering_uses where institution_id = ${institutionId} and course_id = ${id}
          and use = 'lessons in a timetable'`,
      },
    ],
    'Archive it instead.',
  );
  await tx.delete(courses).where(hasKey(courses, institutionId, id));
  const subject = { institutionId, type: 'course', id } as const;
  await recordAction(tx, actor, 'structure.deleteCourse', subject, `deleted ${code} ${title}`);
  return title;
}

/** Deletes a program without classes. */
export async function deleteProgram(tx: Tx, actor: Actor, programId: number): Promise<string> {
  const { institutionId, id, name } = await lockProgram(tx, actor, programId);
  await refuseInUse(
    tx,
    name,
    [
      {
        singular: termFor(actor, institutionId, 'class'),
        plural: termFor(actor, institutionId, 'classes'),
        count: sql`select count(*) from classes where institution_id = ${institutionId} and program_id = ${id}`,
      },
    ],
    'Archive it instead.',
  );
  await tx.delete(programs).where(hasKey(programs, institutionId, id));
  const subject = { institutionId, type: 'program', id } as const;
  await recordAction(tx, actor, 'structure.deleteProgram', subject, `deleted the programme ${name}`);
  return name;
}
