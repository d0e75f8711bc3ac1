import { and, eq, inArray, sql, asc } from 'drizzle-orm';
import { hasOptions, type CustomOption } from '#kernel/contracts/custom-field.ts';
import { render, type Tx, type Db, query, hasKey, pick } from '#kernel/database.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { options } from './custom-fields.queries.ts';
import { customFieldOptions, customFields } from './custom-fields.schema.ts';
import type { DefinitionInput } from './definition-fields.ts';

export interface EditContext {
  tx: Tx;
  institutionId: number;
  /** What was restricted in the log, recorded so that the log's hash chain can be verified. */
  redactions: unknown[];
}

export async function retire({ tx, institutionId }: EditContext, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(customFields)
    .set({ retiredAt: sql`coalesce(${customFields.retiredAt}, now())` })
    .where(and(eq(customFields.institutionId, institutionId), inArray(customFields.id, ids)));
}

/** Sets temporary names, in case two records swap theirs. */
export async function clearLabels(
  { tx, institutionId }: EditContext,
  touched: DefinitionInput[],
  known: Map<number, Definition>,
) {
  for (const { id, label, options } of touched) {
    if (id === null) continue;
    if (known.get(id)!.label !== label)
      await tx
        .update(customFields)
        .set({ label: `· ${id}` })
        .where(isField(institutionId, id));
    const renamed = options.flatMap((option) => option.id ?? []);
    if (renamed.length)
      await tx
        .update(customFieldOptions)
        .set({ label: sql`'· ' || ${customFieldOptions.id}` })
        .where(areOptions(institutionId, renamed));
  }
}

export async function writeField(
  context: EditContext,
  entity: Entity,
  input: DefinitionInput,
  old: Definition | undefined,
) {
  const { tx, institutionId } = context;
  const { label, help, type, group: fieldGroup, isRequired } = input;
  const values = { label, help, type, fieldGroup, isRequired };
  const fieldId = old?.id ?? (await addField(context, { ...values, entity, position: 100_000 }));
  // Restores a field that someone retired meanwhile.
  if (old)
    await tx
      .update(customFields)
      .set({ ...values, retiredAt: null })
      .where(isField(institutionId, fieldId));
  if (old?.group === 'general' && fieldGroup !== 'general')
    context.redactions.push(await restrictInLog(context, entity, old.label, fieldGroup));
  // A field that is no longer a list keeps its choices, in case it becomes one again.
  if (hasOptions(type)) await writeOptions(context, fieldId, input);
}

async function restrictInLog({ tx, institutionId }: EditContext, entity: Entity, label: string, fieldGroup: string) {
  const rows = await query<{ redaction: unknown }>(tx, render)`
    select akada_restrict_own_field(${institutionId}, ${entity}, ${label}, ${fieldGroup}) as redaction`;
  return rows[0]!.redaction;
}

async function addField(
  { tx, institutionId }: EditContext,
  values: Omit<typeof customFields.$inferInsert, 'institutionId'>,
) {
  const [added] = await tx
    .insert(customFields)
    .values({ ...values, institutionId })
    .returning({ id: customFields.id });
  return added!.id;
}

async function writeOptions(
  { tx, institutionId }: EditContext,
  fieldId: number,
  { options, retiredOptions, restoredOptions }: DefinitionInput,
): Promise<void> {
  if (retiredOptions.length)
    await tx
      .update(customFieldOptions)
      .set({ retiredAt: sql`coalesce(${customFieldOptions.retiredAt}, now())` })
      .where(areOptions(institutionId, retiredOptions));
  if (restoredOptions.length)
    await tx.update(customFieldOptions).set({ retiredAt: null }).where(areOptions(institutionId, restoredOptions));
  for (const [at, { id, label }] of options.entries()) {
    const values = { label, position: at + 1 };
    if (id)
      await tx
        .update(customFieldOptions)
        .set(values)
        .where(areOptions(institutionId, [id]));
    else await tx.insert(customFieldOptions).values({ ...values, institutionId, fieldId });
  }
}

/** Saves the merged order; retired fields come last. */
export async function writeOrder(
  { tx, institutionId }: EditContext,
  entity: Entity,
  kept: DefinitionInput[],
  before: Definition[],
) {
  const now = await tx
    .select({ id: customFields.id, label: customFields.label, position: customFields.position })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(customFields.position, customFields.id);
  const old = new Set(before.map(({ id }) => id));
  const added = now.filter(({ id }) => !old.has(id));
  const place = new Map<number, number>();
  // New fields have no id yet, and labels in a form are unique.
  for (const [at, { id, label }] of kept.entries())
    place.set(id ?? added.find((field) => field.label === label)!.id, at);
  const order = now.toSorted((a, b) => (place.get(a.id) ?? kept.length) - (place.get(b.id) ?? kept.length));
  for (const [at, { id, position }] of order.entries())
    if (position !== at + 1)
      await tx
        .update(customFields)
        .set({ position: at + 1 })
        .where(isField(institutionId, id));
}

const isField = (institutionId: number, id: number) => hasKey(customFields, institutionId, id);

const areOptions = (institutionId: number, ids: number[]) =>
  and(eq(customFieldOptions.institutionId, institutionId), inArray(customFieldOptions.id, ids));

/** Whether it has values. */
const isUsed = sql<boolean>`exists (select from custom_values v
  where v.institution_id = custom_fields.institution_id and v.field_id = custom_fields.id)`;

/** All fields of an entity in order, including retired ones. */
export const definitionsOf = (db: Db, institutionId: number, entity: Entity) =>
  db
    .select({
      ...pick(customFields, 'id', 'label', 'help', 'type'),
      group: customFields.fieldGroup,
      isRequired: customFields.isRequired,
      isRetired: sql<boolean>`${customFields.retiredAt} is not null`,
      isUsed,
      options,
    })
    .from(customFields)
    .where(and(eq(customFields.institutionId, institutionId), eq(customFields.entity, entity)))
    .orderBy(asc(customFields.position), asc(customFields.id));

export type Definition = Awaited<ReturnType<typeof definitionsOf>>[number];

export const offered = ({ options }: Pick<Definition, 'options'>): CustomOption[] =>
  options.filter(({ isRetired }) => !isRetired);
