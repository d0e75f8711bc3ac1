import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';

/** What a feature adds to the overview of a person's record, through its manifest. */
export interface ProfileOverview {
  of: 'student' | 'employee' | 'guardian';
  /** The prop of the page that gets the answer. */
  prop: string;
  /** Sends its queries at once, together with those of the record. Every query starts at `visibleTo`. */
  load(db: Db, actor: Actor, personId: number): Promise<object | null>;
}
