import { sql } from 'drizzle-orm';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { query, render, type Db } from '#kernel/database.ts';
import { literally, searchable } from '#kernel/searchable.ts';
import { fieldOf } from '../engine/compile.ts';
import type { ReportFilters } from '../engine/definition.ts';
import type { Usable, UsableField } from '../engine/usable-fields.ts';

/** The values of a choice whose label contains the text: at most `choicesShown`. */
export async function choicesOf(db: Db, usable: Usable, key: string, q: string): Promise<Choices> {
  const sought = searchable(q.trim());
  const { rows: choices, isMore } = firstOf(
    await optionsOf(db, usable, fieldOf(usable, key), { sought }),
    choicesShown,
  );
  return { choices, isMore };
}

/** The labels of the values of a filter; values that are gone have none. */
export async function labelsOf(db: Db, usable: Usable, field: UsableField, values: string[]) {
  if (!field.options || values.length === 0) return new Map<string, string>();
  const found = await optionsOf(db, usable, field, { values });
  return new Map(found.map(({ value, label }) => [value, label]));
}

/** The labels of the values that the filters of a report compare. */
export async function labelsIn(db: Db, usable: Usable, { groups }: ReportFilters): Promise<Record<string, Choice[]>> {
  const labels: Record<string, Choice[]> = {};
  for (const { field: key, values } of groups.flatMap(({ rules }) => rules)) {
    const field = usable.usable.get(key);
    if (!field?.options) continue;
    // oxlint-disable-next-line no-await-in-loop
    const found = await labelsOf(db, usable, field, values);
    labels[key] = [...(labels[key] ?? []), ...[...found].map(([value, label]) => ({ value, label }))];
  }
  return labels;
}

async function optionsOf(
  db: Db,
  { context }: Usable,
  { options }: UsableField,
  { sought = '', values }: { sought?: string; values?: string[] },
): Promise<Choice[]> {
  if (!options) return [];
  if (typeof options === 'object')
    return Object.entries(options)
      .map(([value, label]) => ({ value, label }))
      .filter(({ value, label }) => (values ? values.includes(value) : searchable(label).includes(sought)));
  const rows = await query<{ value: string; label: string }>(
    db,
    render(
      values
        ? sql`select o.value, o.label from (${options(context)}) o where o.value = any(${sql.param(values)}::text[])`
        : sql`select o.value, o.label from (${options(context)}) o
          where akada_searchable(o.label) like ${`%${literally(sought)}%`} limit ${choicesShown + 1}`,
    ),
  );
  return rows;
}
