import { z } from 'zod';
import { line, optionalDay } from '#kernel/schemas.ts';
import { listWord } from '../person-fields.ts';

/** The details of a document besides its file. */
export const DocumentFields = z
  .object({
    type: listWord('The type'),
    title: line(150, 'The title'),
    issuedOn: optionalDay,
    expiresOn: optionalDay,
  })
  .refine(({ issuedOn, expiresOn }) => !issuedOn || !expiresOn || expiresOn >= issuedOn, {
    path: ['expiresOn'],
    message: 'The expiry date is before the issue date.',
  });
export type DocumentFields = z.infer<typeof DocumentFields>;
