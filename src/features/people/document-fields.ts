import { z } from 'zod';
import { line, optionalDay } from '#kernel/schemas.ts';
import { listWord } from './person-fields.ts';

/** What is said of a paper beside its file. */
export const DocumentFields = z
  .object({
    type: listWord('The type'),
    title: line(150, 'The title'),
    issuedOn: optionalDay,
    expiresOn: optionalDay,
  })
  .refine(({ issuedOn, expiresOn }) => !issuedOn || !expiresOn || expiresOn >= issuedOn, {
    path: ['expiresOn'],
    message: 'It cannot expire before it was issued.',
  });
export type DocumentFields = z.infer<typeof DocumentFields>;
