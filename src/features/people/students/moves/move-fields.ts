import { z } from 'zod';
import { checkbox, day, emptyIsNull, id, line, optionalDay, optionalLine } from '#kernel/schemas.ts';
import type { MoveKind } from './student-moves.ts';

const onDate = day;
const reason = line(300, 'The reason');
const optionalReason = optionalLine(300, 'The reason');
/** A cleared checkbox is not sent: the student then loses the account. */
const keepsSignIn = checkbox;
/** What the person saw is owed, as the form says it. */
const owedSeen = optionalLine(20, 'This');
const batchId = emptyIsNull(id);

/** The fields of each move's form. */
export const moveFields = {
  admit: z.object({ onDate, reason: optionalReason, batchId }),
  lift: z.object({ onDate, reason: optionalReason }),
  suspend: z.object({ onDate, untilDate: optionalDay, reason }),
  graduate: z.object({ onDate, keepsSignIn, owedSeen }),
  withdraw: z.object({ onDate, reason, keepsSignIn, owedSeen }),
  transfer: z.object({ onDate, reason, destination: line(200, 'The new school'), keepsSignIn, owedSeen }),
  decease: z.object({ onDate }),
  readmit: z.object({ onDate, reason, batchId }),
} satisfies Record<MoveKind, z.ZodType>;

/** The fields of all moves. */
export interface MoveInput {
  onDate: string;
  untilDate?: string | null;
  reason?: string | null;
  destination?: string | null;
  keepsSignIn?: boolean;
  owedSeen?: string | null;
  batchId?: number | null;
}

export const studentIds = z
  .preprocess(
    (value) => (Array.isArray(value) || value === undefined ? value : [value]),
    z.array(id, { error: 'Select at least one student.' }),
  )
  .pipe(z.array(z.number()).min(1, 'Select at least one student.').max(500, 'Choose at most 500 students at once.'))
  .transform((ids) => [...new Set(ids)]);

/** The moves available for several selected students at once. */
export const moveSeveral = {
  graduate: moveFields.graduate.extend({ studentIds }),
  withdraw: moveFields.withdraw.extend({ studentIds }),
};
export type SeveralKind = keyof typeof moveSeveral;
