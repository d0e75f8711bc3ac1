import { sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { query } from '#kernel/database.ts';
import { joinsFor } from '#features/insight/reports/engine/compile.ts';
import type { ReportReader } from '#test/harness/report-reader.ts';

export type Value = string | number | boolean | null;

/** A row with all that anybody may see of it: of each field the value, what filters compare, and what it is sorted by. */
export interface FullRow {
  id: number;
  institutionId: number;
  usual: string | number;
  fields: Record<string, { value: Value; code: string | null; order: Value }>;
}

/** Reads every field of every row of a subject, as somebody who may see everything. */
export async function readAll(reader: ReportReader, owner: Actor, name: string): Promise<FullRow[]> {
  const usable = await reader.usableBy(owner, name);
  const { subject } = usable;
  const rows = new Map<number, FullRow>();
  for (const field of usable.usable.values()) {
    const found = await reader.inSchools((tx) =>
      query<{ id: number; institutionId: number; usual: string; value: Value; code: string | null; order: Value }>(
        tx,
        sql`select ${subject.id} as id, ${subject.institutionId} as "institutionId", to_jsonb(${subject.order}) as usual,
            to_jsonb(${field.value}) as value, (${field.code})::text as code, to_jsonb(${field.order}) as "order"
          from ${subject.from} ${joinsFor(usable, [field])} where ${sql.join(subject.visible(owner, undefined), sql` or `)}`,
      ),
    );
    for (const { id, institutionId, usual, ...cell } of found) {
      const row = rows.get(Number(id)) ?? { id: Number(id), institutionId, usual, fields: {} };
      row.fields[field.key] = cell;
      rows.set(row.id, row);
    }
  }
  return [...rows.values()];
}
