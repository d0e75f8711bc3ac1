import type { SQL } from 'drizzle-orm';

export interface PlaceOfMove {
  institutionId: number;
  /** Of the class arm that the students were moved to. */
  sessionId: number;
  /** When they were moved. */
  since: string;
}

/**
 * What rows of a student in a session mean when the move into that session is undone: rows `t` that stand in its way, as
 * '{student} {one} {session}', or why they can stay.
 */
export type InSession =
  | { one: string; many: string; advice?: { one: string; many: string }; stands: (place: PlaceOfMove) => SQL }
  | { stays: string };
