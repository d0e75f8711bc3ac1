import { z } from 'zod';

/** What a subject is found by: a digest in base64, and for hosts the path of its site. */
const Entry = z.tuple([z.string().regex(/^[A-Za-z0-9+/]{22}==$/), z.string().startsWith('/').max(500).nullable()]);

/** A cell's report to the directory, which it signs. */
export const Message = z.object({
  cell: z.number().int(),
  /** The fingerprint of the key that its digests are made with. */
  key: z.string(),
  /** Each message has a higher one than those before. */
  revision: z.number().int().positive(),
  /** The last one that the directory has taken, as far as the cell knows. */
  after: z.number().int().min(0),
  countries: z.array(z.string().max(10)).max(300),
  /** Subjects, each with all that it is found by now; nothing once it is gone. */
  changes: z.array(z.tuple([z.number().int(), z.array(Entry).max(600)])).max(1000),
  /** Everything has been sent again: entries of revisions before this one are deleted. */
  forgetsBefore: z.number().int().nullable(),
});
export type Message = z.infer<typeof Message>;

export const signatureHeader = 'x-akada-signature';
export const largestMessage = 2 ** 20;
