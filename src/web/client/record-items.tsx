import type { ReactNode } from 'react';
import { fieldsAt, labelAt, type RecordField, type RecordFields } from '#kernel/record-fields/record-field.ts';
import { EmailLink, PhoneLink } from '#ui/records/description-list.tsx';
import { DateText } from '#ui/text.tsx';

/** What records derive from the fields of a record (`RecordField`), without the inputs of forms. */

type Values = Readonly<Record<string, unknown>>;

function shown({ type }: RecordField, value: unknown): ReactNode {
  if (type === 'day') return <DateText value={value as string | null} />;
  if (typeof value !== 'string') return null;
  if (type === 'phone') return <PhoneLink number={value} />;
  return type === 'email' ? <EmailLink email={value} /> : value;
}

/** Label and value in the details of a record, or in one of their sections. */
export const recordItems = (fields: RecordFields, values: object, section?: string): [string, ReactNode][] =>
  fieldsAt(fields, 'record', section).map(([key, field]) => [
    labelAt(field, 'record'),
    shown(field, (values as Values)[key]),
  ]);
