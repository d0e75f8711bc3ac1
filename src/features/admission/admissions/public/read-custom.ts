import type { ValidationError } from '#kernel/errors.ts';
import { definitionsOf, type Definition } from '#features/records/custom-fields/definitions.queries.ts';
import { readCustomValue } from '#features/records/custom-fields/read-custom-value.ts';
import type { Db } from '#kernel/database.ts';
import { IntakeForm } from '../intake-form.ts';
import { refusalOf } from '#features/school/site/public/form-fields.ts';

/** A custom field that the intake asks for. Papers take the place of files. */
export type AskedField = Definition & { isAskedFor: 'optional' | 'required' };

export async function askedFields(db: Db, institutionId: number, sentForm: Partial<IntakeForm>): Promise<AskedField[]> {
  const { custom } = IntakeForm.parse(sentForm);
  const all = await definitionsOf(db, institutionId, 'student');
  return all.flatMap((field) => {
    const need = custom[String(field.id)] ?? 'hidden';
    return need === 'hidden' || field.isRetired || field.type === 'file' ? [] : [{ ...field, isAskedFor: need }];
  });
}

/** The values as a form of the record sends them; refuses what cannot be saved later. */
export function readCustom(asked: AskedField[], sent: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const errors: [string, string][] = [];
  for (const field of asked) {
    const name = `custom.${field.id}`;
    const typed = sent[name];
    const reading = readCustomValue(field, typed);
    if ('refusal' in reading) errors.push([name, reading.refusal]);
    else if (reading.value !== null)
      values[field.id] = Array.isArray(reading.value) && field.type === 'choice' ? reading.value[0] : reading.value;
    else if (field.isAskedFor === 'required') errors.push([name, `${field.label} is required.`]);
  }
  if (errors.length) throw refusalOf(errors) satisfies ValidationError;
  return values;
}
