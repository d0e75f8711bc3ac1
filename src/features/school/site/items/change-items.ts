import { and, eq, inArray } from 'drizzle-orm';
import { type Actor, institutionsWhere } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate, NotFound } from '#kernel/errors.ts';
import { checkPicture, nameOfPicture } from '../pictures/change-pictures.ts';
import { kindOf, rowsOfList, type Kind, type ListName } from '../lists.ts';
import { openSite } from '../site.queries.ts';
import { addressTaken } from '../address-taken.ts';
import { type OpenedValues, edits, openedOf } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { textChanges } from '../changes-of-text.ts';
import { z } from 'zod';
import { checkbox, emptyIsNull, id, line, optionalLine } from '#kernel/schemas.ts';
import { featureIcons } from './feature-icons.ts';
import { lines, optionalLink, optionalPicture, pictureChoice, slug } from '../site-fields.ts';
import { slidePlaces } from '../site.schema.ts';

const SlideFields = z
  .object({
    title: line(80, 'The title'),
    body: emptyIsNull(line(240, 'The text')),
    linkLabel: optionalLine(40, 'The button text'),
    linkHref: optionalLink,
    pictureId: pictureChoice,
    isShown: checkbox,
  })
  .refine(({ linkLabel, linkHref }) => linkLabel !== null || linkHref === null, {
    path: ['linkLabel'],
    error: 'Enter the button text, or leave both fields blank.',
  })
  .refine(({ linkLabel, linkHref }) => linkLabel === null || linkHref !== null, {
    path: ['linkHref'],
    error: 'Enter the link, or leave both fields blank.',
  });

const FeatureFields = z.object({
  icon: z.enum(featureIcons, { error: 'Choose an icon.' }),
  title: line(60, 'The title'),
  body: line(240, 'The text'),
  linkHref: optionalLink,
  isShown: checkbox,
});

const TestimonialFields = z.object({
  name: line(80, 'The name'),
  relation: line(80, 'The relation to the school'),
  quote: line(400, 'The quotation'),
  pictureId: optionalPicture,
  isShown: checkbox,
});

const PageFields = z.object({
  title: line(80, 'The title'),
  slug: slug(1, 80),
  body: lines(50_000, 'The text'),
  isInMenu: checkbox,
  isPublished: checkbox,
});

const itemFields = {
  slides: SlideFields,
  features: FeatureFields,
  testimonials: TestimonialFields,
  pages: PageFields,
} satisfies Record<Kind, z.ZodType>;

export const newItemFields = {
  slides: SlideFields.safeExtend({ institutionId: id, place: z.enum(slidePlaces) }),
  features: FeatureFields.extend({ institutionId: id }),
  testimonials: TestimonialFields.extend({ institutionId: id }),
  pages: PageFields.extend({ institutionId: id }),
} satisfies Record<Kind, z.ZodType>;

/** The bodies of the edit forms. */
export const itemEdits = {
  slides: edits(SlideFields),
  features: edits(FeatureFields),
  testimonials: edits(TestimonialFields),
  pages: edits(PageFields),
} satisfies Record<Kind, z.ZodType>;

/** The values an edit form was opened with. */
export const openedItem = (
  kind: Kind,
  record: object & { picture?: { id: number } | null | undefined; title?: string; name?: string },
) => openedOf(itemEdits[kind], { ...record, ...('picture' in record && { pictureId: record.picture?.id ?? null }) });

type ItemValues = z.infer<(typeof itemFields)[Kind]>;
type NewItem = z.infer<(typeof newItemFields)[Kind]>;

/** A number that can be sorted by hand. */
const itemsAtMost = 60;

/** Adds a slide, feature, testimonial or page at the end of its list. */
export async function createItem(tx: Tx, actor: Actor, kind: Kind, input: NewItem): Promise<number> {
  const { institutionId, ...values } = input;
  const { table, noun, name } = kindOf(kind);
  await openSite(tx, actor, institutionId);
  await checkPicture(tx, institutionId, 'pictureId' in values ? values.pictureId : null);
  const list: ListName = 'place' in values ? values.place : (kind as ListName);
  const answer = await query<{ count: number; last: number }>(tx, render)`
    select count(*) as count, coalesce(max(position), 0) as last from ${table} where ${rowsOfList(list, institutionId)}`;
  const { count, last } = answer[0]!;
  if (count >= itemsAtMost)
    throw new ValidationError('form', `The limit is ${itemsAtMost}. Delete one that you no longer need.`);
  const [row] = await refuseDuplicate(
    tx
      .insert(table)
      .values({ institutionId, position: last + 1, ...values } as never)
      .returning({ id: table.id }),
    addressTaken(values),
  );
  const id = Number(row!.id);
  const title = String((values as Record<string, unknown>)[name]);
  await record(tx, actor, `site.create${capital(noun)}`, {
    institutionId,
    summary: `added the ${noun} ${title} to the site`,
    subject: { type: `site ${noun}`, id },
    details: values,
  });
  return id;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type ItemEdit = ItemValues & { opened: OpenedValues };

/** Changes a slide, feature, testimonial or page; returns the item before the change. */
export const editItem = (tx: Tx, actor: Actor, kind: Kind, id: number, sent: ItemEdit) =>
  editorOf(kind)(tx, actor, id, sent);

function editorOf(kind: Kind) {
  const { table, noun } = kindOf(kind);
  return editRecord({
    action: `site.edit${capital(noun)}`,
    type: `site ${noun}`,
    table,
    may: 'site.edit',
    fields: itemEdits[kind],
    lock: (tx, actor, id) => lockItem(tx, actor, kind, id),
    inForm: ({ values }) => values,
    together: [['linkLabel', 'linkHref']],
    merging: (tx, { institutionId }) => ({
      words: { pictureId: (picture) => nameOfPicture(tx, institutionId, picture) },
    }),
    compare: (before, values) => textChanges(before.values, values),
    check: ({ tx, before, values }) =>
      checkPicture(tx, before.institutionId, (values as { pictureId?: number | null }).pictureId),
    taken: ({ values }) => addressTaken(values),
    nameOf: ({ before }) => `the ${noun} ${before.title}`,
  });
}

export interface Item {
  institutionId: number;
  id: number;
  /** The title or name of the item. */
  title: string;
  values: Record<string, unknown>;
}

/** Locks the site, then the row: all changes of a site use this order. */
export async function lockItem(tx: Tx, actor: Actor, kind: Kind, id: number): Promise<Item> {
  const { table, noun, name } = kindOf(kind);
  const editable = and(inArray(table.institutionId, institutionsWhere(actor, 'site.edit')), eq(table.id, id));
  const [where] = await tx.select({ institutionId: table.institutionId }).from(table).where(editable);
  if (!where) throw new NotFound(noun);
  await openSite(tx, actor, Number(where.institutionId));
  const [row] = await tx.select().from(table).where(editable).for('no key update');
  if (!row) throw new NotFound(noun);
  // The search text is derived from the other columns.
  const { searchText: _, ...values } = row;
  return { institutionId: Number(row['institutionId']), id, title: String(row[name]), values };
}
