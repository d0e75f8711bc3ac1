import { z } from 'zod';
import { edits, openedOf } from '#kernel/edit/edit.ts';
import { checkbox, emptyIsNull, id, line, optionalLine } from '#kernel/schemas.ts';
import { featureIcons } from './feature-icons.ts';
import type { Kind } from '../lists.ts';
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

export const itemFields = {
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

export type ItemValues = z.infer<(typeof itemFields)[Kind]>;
export type NewItem = z.infer<(typeof newItemFields)[Kind]>;
