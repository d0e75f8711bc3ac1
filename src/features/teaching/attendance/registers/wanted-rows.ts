import type { Day } from '#kernel/dates.ts';

/** Which registers of a day are asked for. */
export interface WantedRows {
  institutionIds: number[];
  /** Those of batches that these employees lead, or of lessons that they teach; null: all. */
  employeeIds: number[] | null;
  /** Whose own they are. */
  accountId: number | null;
  onDate: Day;
  missingOnly?: boolean;
  /** Part of the name of a batch. */
  q?: string;
}
