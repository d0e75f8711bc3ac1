import { changesBetween, type Changes } from '#kernel/edit/changes.ts';

const maxLoggedLength = 500;

/** The changes of an edit for the log, with long texts truncated. */
export const textChanges = (before: object, after: object): Changes =>
  Object.fromEntries(
    Object.entries(changesBetween(before, after)).map(([field, { from, to }]) => [
      field,
      { from: beginning(from), to: beginning(to) },
    ]),
  );

const beginning = (value: unknown) =>
  typeof value === 'string' && value.length > maxLoggedLength ? `${value.slice(0, maxLoggedLength)} …` : value;
