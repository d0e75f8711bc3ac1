import type { Actor } from '../actor.ts';
import type { Db } from '../database.ts';
import type { DashletServices } from './dashlet.ts';
import type { Permission } from '../permissions.ts';

/** A card that a feature puts on the start page of those whom it concerns, through its manifest. */
export interface HomeCard {
  /** Cards are sorted by place. */
  place: number;
  /** Shown to users with one of these permissions in some institution. */
  may: readonly Permission[];
  /**
   * 'notices/latest' is src/features/messages/notices/cards/latest.card.tsx, whose default export receives the result of `load`.
   */
  component: string;
  /**
   * Sends its queries at once, together with those of other cards. Null if there is nothing to show. `wanted` is the
   * institution in view.
   */
  load(db: Db, actor: Actor, wanted: number | undefined, services: DashletServices): Promise<object | null>;
}
