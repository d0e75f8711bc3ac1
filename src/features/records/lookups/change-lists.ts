import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { type Tx, query, render, type Db } from '#kernel/database.ts';
import { NotFound, ValidationError, Conflict } from '#kernel/errors.ts';
import { id, line } from '#kernel/schemas.ts';
import { listKeys, bearers, listLabels } from './list-labels.ts';
import { lists, type ListKey } from './lookups.schema.ts';
import { record } from '#kernel/audit.ts';

export const ListChoice = z.object({ institutionId: id, list: z.enum(listKeys, 'Choose a list.') });
export type ListChoice = z.infer<typeof ListChoice>;

/** A value as spelled in the list. */
export const WordChoice = ListChoice.extend({ word: z.string().min(1).max(80) });
export type WordChoice = z.infer<typeof WordChoice>;

/** A new value. */
const newWord = line(80, 'The value');

/** Locks and returns the values of a list, so that concurrent edits run one after the other. */
async function openList(tx: Tx, actor: Actor, { institutionId, list }: ListChoice) {
  allow(actor, 'lookups.edit', institutionId);
  const table = lists[list];
  const ofInstitution = eq(table.institutionId, institutionId);
  // Not by position, which concurrent edits may change.
  await tx.select({ name: table.name }).from(table).where(ofInstitution).orderBy(asc(table.name)).for('no key update');
  return tx
    .select({ name: table.name, position: table.position, retiredAt: table.retiredAt })
    .from(table)
    .where(ofInstitution)
    .orderBy(asc(table.position), asc(table.name));
}

/** A value and its list; NotFound if it was renamed or deleted meanwhile. */
export async function openListValue(tx: Tx, actor: Actor, choice: WordChoice) {
  const words = await openList(tx, actor, choice);
  const word = words.find(({ name }) => name === choice.word);
  if (!word) throw new NotFound('list value');
  return { word, words };
}

export const whereListValue = ({ institutionId, list }: ListChoice, word: string) =>
  and(eq(lists[list].institutionId, institutionId), eq(lists[list].name, word));

/** Refuses a value that is already in the list, in any spelling. */
async function refuseKnown(tx: Tx, { institutionId, list }: ListChoice, name: string, except?: string) {
  const table = lists[list];
  const [known] = await tx
    .select({ name: table.name, retiredAt: table.retiredAt })
    .from(table)
    .where(
      and(eq(table.institutionId, institutionId), sql`akada_searchable(${table.name}) = akada_searchable(${name})`),
    );
  if (!known || known.name === except) return;
  const advice = except
    ? 'Merge them instead.'
    : known.retiredAt
      ? 'It’s archived. Restore it instead.'
      : 'You don’t need to add it.';
  throw new ValidationError('name', `${known.name} is already in the list. ${advice}`);
}

/** Deletes a value that is not in use. */
export async function deleteListValue(tx: Tx, actor: Actor, input: WordChoice): Promise<void> {
  const { institutionId, list, word } = input;
  await openListValue(tx, actor, input);
  const count = await countUses(tx, institutionId, list, word);
  if (count > 0)
    throw new ValidationError(
      'form',
      `${word} is in use by ${bearers(list, count)}. Archive it, or merge it into another value.`,
    );
  if (await isReferredTo(tx, institutionId, list, word))
    throw new ValidationError(
      'form',
      list === 'departments'
        ? `Messages were sent by ${word}. Archive it, or merge it into another department.`
        : `A fee or a discount is for ${word}. Archive it, or merge it into another value.`,
    );
  await tx.delete(lists[list]).where(whereListValue(input, word));
  await record(tx, actor, 'lookups.delete', {
    institutionId,
    summary: `deleted ${word} from ${listLabels[list].title.toLowerCase()}`,
    details: { list, word },
  });
}

/** The columns with values of each list; a test compares them with the foreign keys. */
export const listValueUses: Record<ListKey, readonly (readonly [table: string, column: string])[]> = {
  religions: [
    ['students', 'religion'],
    ['employees', 'religion'],
    ['guardians', 'religion'],
  ],
  languages: [
    ['students', 'language'],
    ['guardians', 'language'],
  ],
  studentCategories: [['students', 'category']],
  employeeCategories: [['employees', 'category']],
  departments: [['employees', 'department']],
  employeePositions: [['employees', 'position']],
  jobTitles: [['employees', 'job_title']],
  qualifications: [['employees', 'qualification']],
  educationalQualifications: [['employees', 'educational_qualification']],
  maritalStatuses: [['employees', 'marital_status']],
  guardianRelations: [
    ['student_guardians', 'relation'],
    ['students', 'next_of_kin_relation'],
    ['employees', 'next_of_kin_relation'],
  ],
  documentTypes: [['documents', 'type']],
};

/** Rules of fees and discounts, and messages, refer to a value by its id, so that it can be renamed; the same test compares them. */
export const idUses: Partial<Record<ListKey, readonly (readonly [table: string, column: string])[]>> = {
  studentCategories: [
    ['discount_schemes', 'student_category_id'],
    ['fee_audience', 'category_id'],
  ],
  departments: [['messages', 'department_id']],
};

const identifiers = ([table, column]: readonly [string, string]) =>
  [sql.identifier(table), sql.identifier(column)] as const;

/** The number of records with each value of a list; unused values are missing. */
export async function countBearers(db: Db, institutionId: number, key: ListKey): Promise<Record<string, number>> {
  const parts = listValueUses[key].map((use) => {
    const [table, column] = identifiers(use);
    return sql`select ${column} as word, count(*) as n from ${table}
      where institution_id = ${institutionId} and ${column} is not null group by 1`;
  });
  const rows = await query<{ word: string; n: number }>(db, render)`
    select word, sum(n)::int as n from (${union(parts)}) as uses group by 1`;
  return Object.fromEntries(rows.map(({ word, n }) => [word, Number(n)]));
}

/** How many rows bear one word. */
async function countUses(tx: Tx, institutionId: number, key: ListKey, word: string): Promise<number> {
  const parts = listValueUses[key].map((use) => {
    const [table, column] = identifiers(use);
    return sql`select count(*) as n from ${table} where institution_id = ${institutionId} and ${column} = ${word}`;
  });
  const rows = await query<{ n: number }>(tx, render)`select sum(n)::int as n from (${union(parts)}) as uses`;
  return Number(rows[0]!.n);
}

/** Gives everybody who bears a word another one of the same list; how many rows of which table. */
async function moveBearers(tx: Tx, institutionId: number, key: ListKey, from: string, to: string) {
  const moved: Record<string, number> = {};
  for (const use of listValueUses[key]) {
    const [table, column] = identifiers(use);
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${to} where institution_id = ${institutionId} and ${column} = ${from}`,
    );
    if (rowCount) moved[use.join('.')] = rowCount;
  }
  for (const use of idUses[key] ?? []) {
    const [table, column] = identifiers(use);
    const { rowCount } = await tx.execute(
      sql`update ${table} set ${column} = ${idOf(institutionId, key, to)}
        where institution_id = ${institutionId} and ${column} = ${idOf(institutionId, key, from)}`,
    );
    if (rowCount) moved[use.join('.')] = rowCount;
  }
  return moved;
}

/** Whether a rule or message refers to the value, which therefore cannot be deleted. */
async function isReferredTo(tx: Tx, institutionId: number, key: ListKey, word: string): Promise<boolean> {
  const parts = (idUses[key] ?? []).map((use) => {
    const [table, column] = identifiers(use);
    return sql`select 1 from ${table} where institution_id = ${institutionId} and ${column} = ${idOf(institutionId, key, word)}`;
  });
  return parts.length > 0 && (await query(tx, render(sql`${union(parts)} limit 1`))).length > 0;
}

const idOf = (institutionId: number, key: ListKey, word: string) =>
  sql`(select id from ${lists[key]} where institution_id = ${institutionId} and name = ${word})`;

const union = (parts: SQL[]) => sql.join(parts, sql` union all `);

export const AddListValue = ListChoice.extend({ name: newWord });

/** The most values a list can have. */
const atMost = 500;

/** Adds a value at the end of a list. */
export async function addListValue(tx: Tx, actor: Actor, input: z.infer<typeof AddListValue>): Promise<void> {
  const { institutionId, list, name } = input;
  const words = await openList(tx, actor, input);
  await refuseKnown(tx, input, name);
  if (words.length >= atMost)
    throw new ValidationError('name', `A list can have at most ${atMost} values. Delete or merge some.`);
  const position = Math.max(0, ...words.map(({ position: place }) => place)) + 1;
  await tx.insert(lists[list]).values({ institutionId, name, position });
  await record(tx, actor, 'lookups.add', {
    institutionId,
    summary: `added ${name} to ${listLabels[list].title.toLowerCase()}`,
    details: { list, word: name },
  });
}

export const RenameListValue = WordChoice.extend({ name: newWord });

/** Renames a value; foreign keys update it on all records. */
export async function renameListValue(tx: Tx, actor: Actor, input: z.infer<typeof RenameListValue>): Promise<number> {
  const { institutionId, list, word, name } = input;
  await openListValue(tx, actor, input);
  if (name === word) return 0;
  await refuseKnown(tx, input, name, word);
  const people = await countUses(tx, institutionId, list, word);
  await tx.update(lists[list]).set({ name }).where(whereListValue(input, word));
  await record(tx, actor, 'lookups.rename', {
    institutionId,
    summary: `renamed ${word} to ${name} in ${listLabels[list].title.toLowerCase()}`,
    details: { list, changes: { name: { from: word, to: name } }, bearers: people },
  });
  return people;
}

export const MergeListValues = WordChoice.extend({
  into: z.string('Choose the value to keep.').min(1, 'Choose the value to keep.').max(80),
  /** The number of affected records shown to the user. */
  bearers: z.coerce.number().int().min(0),
});

/** Merges a value into another: records with the one get the other, and the one is deleted. */
export async function mergeListValues(tx: Tx, actor: Actor, input: z.infer<typeof MergeListValues>): Promise<number> {
  const { institutionId, list, word, into } = input;
  const { words } = await openListValue(tx, actor, input);
  if (into === word || !words.some(({ name, retiredAt }) => name === into && !retiredAt))
    throw new ValidationError('into', 'Choose a different value of the list to keep.');
  const count = await countUses(tx, institutionId, list, word);
  if (count !== input.bearers)
    throw new Conflict(`${bearers(list, count)} would now change. Reload the page, then merge again.`);
  const moved = await moveBearers(tx, institutionId, list, word, into);
  await tx.delete(lists[list]).where(whereListValue(input, word));
  await record(tx, actor, 'lookups.combine', {
    institutionId,
    summary: `merged ${word} into ${into} in ${listLabels[list].title.toLowerCase()}: ${bearers(list, count)} changed`,
    details: { list, from: word, to: into, moved },
  });
  return count;
}

export const OrderListValues = ListChoice.extend({
  /** In the order of the editor. */
  words: z.array(z.string().max(80)).max(2000),
});

/** Sorts a list in the given order. Values added meanwhile and retired ones come last, in their existing order. */
export async function orderListValues(tx: Tx, actor: Actor, input: z.infer<typeof OrderListValues>): Promise<void> {
  const { institutionId, list, words } = input;
  const rows = await openList(tx, actor, input);
  const place = new Map(words.map((word, at) => [word, at]));
  const placeOf = ({ name }: { name: string }) => place.get(name) ?? words.length;
  const order = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  if (order.every((row, at) => row === rows[at])) return;
  for (const [at, { name, position }] of order.entries()) {
    if (position === at + 1) continue;
    await tx
      .update(lists[list])
      .set({ position: at + 1 })
      .where(whereListValue(input, name));
  }
  await record(tx, actor, 'lookups.order', {
    institutionId,
    summary: `changed the order of ${listLabels[list].title.toLowerCase()}`,
    details: { list, from: rows.map(({ name }) => name), to: order.map(({ name }) => name) },
  });
}
