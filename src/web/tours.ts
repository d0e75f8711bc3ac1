import { accountTours } from '#features/accounts/accounts.tour.ts';
import { approvalTours } from '#features/approvals/approvals.tour.ts';
import { auditTours } from '#features/audit/audit.tour.ts';
import { employeeTours } from '#features/employees/employees.tour.ts';
import { guardianTours } from '#features/guardians/guardians.tour.ts';
import { customFieldTours } from '#features/custom-fields/custom-fields.tour.ts';
import type { Tour } from '#features/help/tour.ts';
import { importTours } from '#features/imports/imports.tour.ts';
import { institutionTours } from '#features/institutions/institutions.tour.ts';
import { mergeTours } from '#features/merges/merges.tour.ts';
import { privacyTours } from '#features/privacy/privacy.tour.ts';
import { lookupTours } from '#features/lookups/lookups.tour.ts';
import { siteTours } from '#features/site/site.tour.ts';
import { structureTours } from '#features/structure/structure.tour.ts';
import { studentTours } from '#features/students/students.tour.ts';

/** Every tour there is, in the order of the menu. */
export const tours: readonly Tour[] = [
  ...studentTours,
  ...mergeTours,
  ...employeeTours,
  ...guardianTours,
  ...importTours,
  ...institutionTours,
  ...structureTours,
  ...siteTours,
  ...accountTours,
  ...approvalTours,
  ...customFieldTours,
  ...lookupTours,
  ...auditTours,
  ...privacyTours,
];
