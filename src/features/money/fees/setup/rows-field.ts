import { z } from 'zod';
import { emptyIsNull, id, recordById } from '#kernel/schemas.ts';
import { DESTROY_FLAG } from '#ui/plain/constants.ts';

/** Existing rows have an id; a row that a new form was opened with has 0. */
const RowId = z.preprocess((value) => (value === 0 || value === '0' ? null : value), emptyIsNull(id));
const Meta = z.object({ id: RowId, position: z.coerce.number().int().min(0).max(1000).default(0) });

/**
 * Nested records as a list in their order, without removed ones. Each error is keyed by its field,
 * `particulars.{key}.name`. New rows keep their key.
 */
export function rowsField<Row extends z.ZodRawShape>(fields: z.ZodObject<Row>, most: number, tooMany: string) {
  type Parsed = z.infer<z.ZodObject<Row>> & { id: number | null; key?: string };
  return z
    .preprocess(
      // A form whose only row has the key 0 arrives as a list.
      (sent) => (Array.isArray(sent) ? Object.fromEntries(sent.entries()) : (sent ?? {})),
      recordById(z.unknown()),
    )
    .transform((records, context): Parsed[] => {
      const rows: { position: number; row: Parsed }[] = [];
      for (const [key, value] of Object.entries(records)) {
        if ((value as { _destroy?: unknown } | null)?._destroy === DESTROY_FLAG) continue;
        if (rows.length >= most) {
          context.addIssue({ code: 'custom', message: tooMany });
          break;
        }
        const [meta, { data, error }] = [Meta.safeParse(value), fields.safeParse(value)];
        for (const issue of error?.issues ?? [])
          context.addIssue({ code: 'custom', message: issue.message, path: [key, ...issue.path] });
        if (!data) continue;
        const rowId = meta.data?.id ?? null;
        const row = { ...data, id: rowId, ...(rowId === null && { key }) } as Parsed;
        rows.push({ position: meta.data?.position ?? 0, row });
      }
      return rows.toSorted((a, b) => a.position - b.position).map(({ row }) => row);
    });
}

/** The name of a row's field in the form. */
export const fieldOf = (list: string, row: { id: number | null; key?: string }, field: string) =>
  `${list}.${row.key ?? row.id}.${field}`;
