import { ValidationError } from '#kernel/errors.ts';
import { fieldOf } from '#features/money/fees/setup/rows-field.ts';
import type { Problem } from './compute/types.ts';

type FormProblem = [field: string, message: string];
interface Row {
  id: number | null;
  key?: string;
}

/** Problems of a list beside the fields of its rows. */
export const beside = (list: string, rows: readonly Row[], problems: readonly Problem[]): FormProblem[] =>
  problems.map(({ index, field, message }) => [index === null ? list : fieldOf(list, rows[index]!, field), message]);

/** Refuses a form with all that is wrong in it. */
export function refuseAll(problems: FormProblem[]): void {
  if (problems[0]) throw new ValidationError(...problems[0], Object.fromEntries(problems.toReversed()));
}
