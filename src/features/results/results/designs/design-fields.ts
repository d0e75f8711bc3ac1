import { z } from 'zod';
import { choice, emptyIsNull, id } from '#kernel/schemas.ts';
import { cardLayouts, partKeys, type CardDesign } from './card-design.ts';

const longest = { label: 40, signer: 60, footer: 300 };
const words = (max: number, name: string) =>
  z
    .string()
    .transform((text) =>
      text
        .normalize('NFC')
        .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .pipe(z.string().max(max, `${name} can have up to ${max} characters.`));
const picture = id.nullable();

export const DesignContent = z.object({
  parts: z
    .array(
      z.object({
        key: z.enum(partKeys),
        isShown: z.boolean(),
        label: words(longest.label, 'A name'),
      }),
    )
    .max(partKeys.length, 'A part appears twice.')
    .refine((parts) => new Set(parts.map(({ key }) => key)).size === parts.length, 'A part appears twice.')
    // A page of an earlier release knows fewer parts.
    .transform((parts) => [
      ...parts,
      ...partKeys
        .filter((key) => !parts.some((part) => part.key === key))
        .map((key) => ({ key, isShown: false, label: '' })),
    ]),
  footer: words(longest.footer, 'The footer'),
  signers: z.object({
    teacher: words(longest.signer, 'The name'),
    principal: words(longest.signer, 'The name'),
  }),
  pictures: z.object({ principal: picture, teacher: picture, stamp: picture }),
}) satisfies z.ZodType<CardDesign>;

/** Which report cards: of a layout, in the whole institution or a programme. */
const DesignPlace = z.object({
  institutionId: id,
  layout: choice(cardLayouts),
  programId: emptyIsNull(id),
});
export type DesignPlaceInput = z.output<typeof DesignPlace>;

export const SaveDesign = DesignPlace.extend({
  content: DesignContent,
  /** What the page was opened with; 0 without a design of its own. */
  version: z.number().int().min(0),
});
export const RetireDesign = DesignPlace.extend({ programId: id });
