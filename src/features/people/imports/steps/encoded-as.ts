import { Refused } from '#kernel/errors.ts';
import type { LegacyEncoding } from '../engine/legacy-encodings.ts';
import type { FileForm } from '../imports.schema.ts';

/** The file as the user says it was written; refused while that is in doubt and nobody has said it. */
export function encodedAs(found: FileForm, encoding: LegacyEncoding | null | undefined): FileForm {
  const { format } = found;
  if (format.kind !== 'csv' || !format.readings) return found;
  if (!encoding) throw new Refused('encoding', 'Choose how the names read: the file does not say how it was saved.');
  return { ...found, format: { ...format, encoding } };
}
