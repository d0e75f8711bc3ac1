import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { render, type Tx, query } from '#kernel/database.ts';
import { institutionKinds, institutions } from '#kernel/identity.schema.ts';
import { line, checkbox, emptyIsNull, optionalEmail, optionalLine, optionalYear } from '#kernel/schemas.ts';
import type { Product } from '#web/feature.ts';
import { defaultTerms, type Terminology } from '#kernel/contracts/terminology.ts';

const isTimeZone = (zone: string) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);
const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code);

const words = z.object(
  Object.fromEntries(Object.keys(defaultTerms).map((name) => [name, optionalLine(40, 'The term')])) as Record<
    keyof Terminology,
    ReturnType<typeof optionalLine>
  >,
);

const institutionName = line(200, 'The name').pipe(z.string().min(2, 'Use at least 2 letters.'));

/** The settings form of an institution. */
export const InstitutionFields = z.object({
  name: institutionName,
  shortName: line(40, 'The short name'),
  kind: z.enum(institutionKinds, 'Choose a type of institution.'),
  motto: optionalLine(200, 'The motto'),
  establishedYear: optionalYear({ from: 1800, ahead: 0 }),
  address: optionalLine(300, 'The address'),
  city: optionalLine(100, 'The city'),
  phone: emptyIsNull(
    z
      .string()
      .trim()
      .regex(/^\+?[\d\s().-]{6,24}$/, 'Enter a phone number such as +234 803 123 4567.'),
  ),
  email: optionalEmail,
  accent: z
    .string()
    .trim()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Enter a colour as # and six digits 0–9 or letters a–f, such as #2B3A8F.'),
  currency: z.string().refine(isCurrency, 'Choose a currency from the list.'),
  timeZone: z.string().refine(isTimeZone, 'Choose a time zone from the list.'),
  admissionNumberPattern: line(60, 'The pattern'),
  employeeNumberPattern: line(60, 'The pattern'),
  terminology: words.partial().default({}),
  requireSecondFactor: checkbox,
});
export type InstitutionFields = z.infer<typeof InstitutionFields>;

export const NewInstitution = z.object({
  name: institutionName,
  shortName: line(40, 'The short name'),
  kind: z.enum(institutionKinds),
});

/**
 * Adds an institution with the features' initial data, such as roles, and adds its id to the transaction's
 * institutions, so that the caller can insert more. Callers check the permission.
 */
export async function seedInstitution(
  tx: Tx,
  input: z.infer<typeof NewInstitution>,
  product: Product,
  settings: Partial<typeof institutions.$inferInsert> = {},
): Promise<number> {
  const answer = await query<{ id: number }>(tx, render)`
    select akada_found_institution(${input.name}, ${input.shortName}, ${input.kind}) as id`;
  const id = answer[0]!.id;
  await tx.execute(sql`select set_config('akada.institutions', (akada_institutions() || ${id}::int)::text, true)`);
  if (Object.keys(settings).length) await tx.update(institutions).set(settings).where(eq(institutions.id, id));
  for (const feature of product.features) await feature.seed?.(tx, id, product);
  return id;
}
