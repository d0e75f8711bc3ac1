import type { AccountRole } from '#features/money/ledger/chart.ts';

/** What makes a debt smaller without money. Those of accounts are the balances of these accounts. */
export const givenKinds = {
  discount: 'Discounts',
  scholarship: 'Scholarships',
  waiver: 'Waivers',
  write_off: 'Write-offs',
  correction: 'Credit notes',
  cancellation: 'Cancellations',
} as const;
export type GivenKind = keyof typeof givenKinds;

export const givenRoles = ['discount', 'scholarship', 'waiver', 'write_off'] as const satisfies readonly AccountRole[];

export interface GivenRow {
  entryId: number;
  day: string;
  kind: GivenKind;
  amount: number;
  student: string | null;
  studentId: number | null;
  className: string | null;
  reason: string | null;
  givenBy: string | null;
  agreedBy: string | null;
}
