import { z } from 'zod';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { checkbox, emptyIsNull, line } from '#kernel/schemas.ts';
import { readProgramName } from './program-label.ts';
import { findDuplicate } from '../find-duplicate.ts';
import { programs } from '../structure.schema.ts';

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
