import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { refuseDuplicate, ValidationError } from '#kernel/errors.ts';
import { attendanceCodes } from '../attendance.schema.ts';
import type { Code } from '../marks/mark-fields.ts';
import { choice, id, line } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { markKinds, type MarkKind } from '../mark-kinds.ts';

/** As many as fit beside the built-in marks on a phone. */
const mostCodes = 20;

/** Adds an own code, with the meaning of a built-in mark. */
export async function addCode(tx: Tx, actor: Actor, sent: z.output<typeof AddCode>): Promise<void> {
  const { institution_id: institutionId, ...values } = sent;
  allow(actor, 'attendance.edit', institutionId);
  if ((await codesOf(tx, institutionId)).filter(({ isRetired }) => !isRetired).length >= mostCodes)
    throw new ValidationError('letters', `There are already ${mostCodes} codes. Retire one that is no longer used.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(attendanceCodes)
      .values({ institutionId, ...values })
      .returning({ id: attendanceCodes.id }),
    codeTaken(values.letters),
  );
  await record(tx, actor, 'attendance.addCode', {
    institutionId,
    summary: `added the code ${values.letters}, ${values.label}`,
    details: values,
    subject: { type: 'attendance_code', id: row!.id },
  });
}

/** The institution's own codes, also those that are no longer used. */
export const codesOf = (db: Db, institutionId: number): Promise<Code[]> =>
  query<Code>(db)`select c.id::bigint as id, c.letters, c.label, c.meaning, c.retired_at is not null as "isRetired"
      from attendance_codes c where c.institution_id = ${institutionId} order by c.label, c.id`;

const builtIn = new Map<string, string>(Object.values(markKinds).map(({ letter, label }) => [letter, label]));

const letters = line(3, 'The letters')
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[\p{L}\p{N}]{1,3}$/u.test(text), 'Enter one to three letters, such as HO.')
  .refine((text) => !builtIn.has(text), {
    error: ({ input }) => `${String(input)} is ${builtIn.get(String(input))} in every register. Choose other letters.`,
  });

const labels = Object.fromEntries(Object.entries(markKinds).map(([kind, { label }]) => [kind, label])) as Record<
  MarkKind,
  string
>;

const fields = { letters, label: line(60, 'The name') };
export const EditCode = edits(z.object(fields));
/** A late mark has minutes, so that a code with that meaning works in registers as “late” does. */
export const AddCode = z.object({ institution_id: id, ...fields, meaning: choice(labels) });

export const codeTaken = (letters: string): Record<string, [string, string]> => ({
  attendance_codes_once: [
    'letters',
    `${letters} is already a code here, perhaps a retired one. Restore that one, or choose other letters.`,
  ],
});
