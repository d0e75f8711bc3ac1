import type { Field } from '../engine/field.ts';
import type { Guess } from '../engine/guess.ts';
import type { ImportRow } from '../imports.schema.ts';
import type { Kind } from '../kinds/kind.ts';

/** Headings of columns that the user has no access to. */
export function hiddenColumns(
  { format: { columns }, mapping }: Pick<ImportRow, 'format' | 'mapping'>,
  guesses: Guess[],
  { fields }: Kind,
  canImport: (field: Field) => boolean,
): Set<string> {
  return new Set(
    columns.flatMap(({ header }, at) => {
      const mapped = fields[mapping[at] ?? ''];
      return guesses[at]!.isHidden || (mapped && !canImport(mapped)) ? [header] : [];
    }),
  );
}
