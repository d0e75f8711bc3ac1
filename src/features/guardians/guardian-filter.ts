import { z } from 'zod';
import { choice, id, said } from '#kernel/schemas.ts';
import { papersFilter } from '#features/people/expiring-papers.ts';
import { ofAddress, customFilter } from '#features/custom-fields/custom-filter.ts';

export const guardianSorts = ['name', '-name'] as const;

export const GuardianFilterFields = z.object({
  institution_id: id.optional(),
  academic_session: z.unknown().optional(),
  q: z.string().trim().max(100).optional(),
  sign_in: said(choice({ with: 'With sign-in', without: 'Without sign-in' })),
  pays_fees: said(choice({ yes: 'Pays fees', no: 'Pays no fees' })),
  papers: papersFilter,
  custom: customFilter,
  sort: z.enum(guardianSorts).default('name'),
  after: z.string().max(400).optional(),
});
export type GuardianFilter = z.infer<typeof GuardianFilterFields>;

/** What the address of a guardian list says. Names and values are an allow-list; anything else is refused. */
export const GuardianFilter = ofAddress(GuardianFilterFields);
