import { z } from 'zod';
import { choice, id, line } from '#kernel/schemas.ts';
import { edits } from '#kernel/edit/edit.ts';
import { markKinds, type MarkKind } from '../mark-kinds.ts';

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
