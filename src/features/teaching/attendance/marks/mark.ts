import type { MarkKind } from '../mark-kinds.ts';

/** What is marked of one student in one register. Only a late one has minutes. */
export interface Mark {
  kind: MarkKind;
  /** An institution's own code for it. */
  codeId: number | null;
  minutes: number | null;
  /** `hh:mm`: left before the end. */
  leftAt: string | null;
  remark: string | null;
}

export const present: Mark = { kind: 'present', codeId: null, minutes: null, leftAt: null, remark: null };

/** Null is a student who was not called. */
export const sameMark = (one: Mark | null, other: Mark | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.kind === other.kind &&
    one.codeId === other.codeId &&
    one.minutes === other.minutes &&
    one.leftAt === other.leftAt &&
    one.remark === other.remark);
