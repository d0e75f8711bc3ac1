import { notations } from '#kernel/notation.ts';
import type { Field, Surroundings } from './field.ts';
import type { Column } from './inspect.ts';
import { lostValue } from './lost-value.ts';

/** Whether a share of a column's sample values can be read as the field. */
export function fits(
  field: Field,
  { samples }: Pick<Column, 'samples'>,
  surroundings: Surroundings,
  isKnown: (value: string) => boolean,
  share = 0.25,
): boolean {
  const { read } = field;
  const isReadable = (value: string) =>
    (['dmy', 'mdy'] as const).some((order) =>
      notations.some((notation) => 'ok' in read!(value, { ...surroundings, order, notation })),
    );
  const test = field.fits ? (value: string) => field.fits!(value, surroundings) : read && isReadable;
  if (!test || samples.length === 0) return true;
  return (
    samples.filter((value) => lostValue(value) ?? (isKnown(value) || test(value))).length >= samples.length * share
  );
}
