import { z } from 'zod';
import { amount, day, emptyIsNull, id, line, optionalLine } from '#kernel/schemas.ts';
import { rowsField } from '#features/money/fees/setup/rows-field.ts';

const fields = ['account', 'debit', 'credit', 'note'] as const;

const EntryLine = z
  .object({
    account: emptyIsNull(id),
    debit: emptyIsNull(amount('Debit')),
    credit: emptyIsNull(amount('Credit')),
    note: optionalLine(160, 'The note'),
  })
  .superRefine(({ account, debit, credit }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (account === null) refuse('account', 'Choose an account.');
    if (debit !== null && credit !== null) refuse('credit', 'A line has a debit or a credit, not both.');
    if (debit === null && credit === null) refuse('debit', 'Enter a debit or a credit.');
  });

export const mostLines = 40;

/** A form ends with a line that nobody has filled in. */
const withoutBlankLines = (sent: unknown) =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter(([, row]) =>
      fields.some((field) => String((row as never)?.[field] ?? '') !== ''),
    ),
  );

export const CreateEntry = z.object({
  institutionId: id,
  day,
  description: line(160, 'The description'),
  lines: z.preprocess(
    withoutBlankLines,
    rowsField(EntryLine, mostLines, `An entry can have up to ${mostLines} lines. Make two of it.`),
  ),
});
