import { z } from 'zod';
import { recordById } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';

/** Rows of `NestedRecords`: by the key of each, under which its errors are shown. Removed ones are skipped. */
export const keyedRows = <Row extends z.ZodObject>(row: Row, { most, none, tooMany }: Limits) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? Object.fromEntries(value.entries()) : (value ?? {})),
    recordById(z.record(z.string(), z.unknown(), 'Fill in the row.')).transform((records, context) => {
      const entries = Object.entries(records).filter(([, value]) => value['_destroy'] !== DESTROY_FLAG);
      if (entries.length === 0) context.addIssue({ code: 'custom', message: none });
      if (entries.length > most) context.addIssue({ code: 'custom', message: tooMany });
      return entries.slice(0, most).flatMap(([key, value]) => {
        const { data, error } = row.safeParse(value);
        for (const { message, path } of error?.issues ?? [])
          context.addIssue({ code: 'custom', message, path: [key, ...path] });
        return data ? [{ ...(data as z.output<Row>), key }] : [];
      });
    }),
  );

interface Limits {
  most: number;
  /** What to say without a row, and with too many. */
  none: string;
  tooMany: string;
}
