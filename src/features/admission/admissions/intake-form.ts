import { z } from 'zod';
import { choice, line } from '#kernel/schemas.ts';
import { askableFields, examinations, needs, type AskableField } from './intake-needs.ts';

const need = choice(needs);

/** What an intake's form asks. Everything has a default, so an empty object is a usable form. */
export const IntakeForm = z.object({
  fields: z.partialRecord(z.enum(Object.keys(askableFields) as [AskableField, ...AskableField[]]), need).default({}),
  /** How many guardians are required; up to three can be entered. */
  guardians: z.coerce.number().int().min(0).max(3).default(1),
  schools: need.default('optional'),
  results: need.default('hidden'),
  /** Whose results can be entered. */
  examinations: z.array(choice(examinations)).default(['WAEC', 'NECO']),
  /** Custom fields of students that are asked, by key. */
  custom: z.partialRecord(z.string().max(60), need).default({}),
});
export type IntakeForm = z.infer<typeof IntakeForm>;

/** A paper that applicants upload. The photo is one with the key `photo`. */
export const IntakePaper = z.object({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  label: line(80, 'The name of the paper'),
  isRequired: z.boolean(),
});
export type IntakePaper = z.infer<typeof IntakePaper>;

/** A part of the entrance examination. */
export const IntakeTest = z.object({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  label: line(60, 'The name of the paper'),
  most: z.number().min(1, 'Enter a mark above zero.').max(1000, 'The highest mark can be up to 1,000.'),
});
export type IntakeTest = z.infer<typeof IntakeTest>;
