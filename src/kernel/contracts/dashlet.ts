import type { Actor } from '../actor.ts';
import type { Backups } from '../backup/nightly.ts';
import type { Db } from '../database.ts';
import type { Permission } from '../permissions.ts';

/** A mark of a chart, or a line of a list. */
export interface DashletPoint {
  label: string;
  value: number;
  /** As it is written; the number with its grouping otherwise. */
  shown?: string;
  /** What it is one of, where marks are split: 'Girls'. */
  series?: string;
  hint?: string;
  /** The rows behind it. */
  href?: string;
}

/**
 * What a dashlet shows. Money comes written in `shown`, for its currency. `label` is the heading where this viewer's
 * figure is not the one that the usual heading says: 'Collected by you today'.
 */
export type DashletView = { label?: string; href?: string; hint?: string } & (
  | { as: 'figure'; value: number; shown?: string; trend?: { label: string; tone: 'good' | 'bad' | 'even' } }
  | { as: 'line' | 'donut' | 'list'; points: DashletPoint[] }
  /** `full` is the value of a whole bar, where the largest of them is not it: 100 for averages. */
  | { as: 'bars'; points: DashletPoint[]; full?: number }
  | { as: 'calendar'; days: { day: string; label: string; href?: string }[] }
);

/** What may be asked besides the database. */
export interface DashletServices {
  backups?: Backups;
}

/** A ready-made dashlet that a feature brings, through its manifest. */
export interface ReadyDashlet {
  /** 'students.by_class', after its feature. */
  key: string;
  label: string;
  /** What it counts, for people who choose it. */
  description: string;
  /** Shown to users with one of these permissions in some institution. */
  may: readonly Permission[];
  size: 'small' | 'wide';
  /** In the list of dashlets. */
  place: number;
  /** Read at each look: it changes by what the viewer does without a page that waits for it, as by a draft. */
  isLive?: true;
  /**
   * Sends its queries at once, together with those of other dashlets. It counts what the actor can see. Null if there is
   * nothing to say. `wanted` is the institution in view.
   */
  load(db: Db, actor: Actor, wanted: number | undefined, services: DashletServices): Promise<DashletView | null>;
  /** Said if there is nothing to show: 'No birthdays this week.' */
  empty?: string;
}

/** Something that needs this person's act. */
export interface PendingTask {
  /** After its number: 'refunds to approve'. */
  label: string;
  count: number;
  /** Where it is done, and the button: 'Review'. */
  href?: string;
  action?: string;
  /** Late, or holding others up. */
  isUrgent?: boolean;
}

/** What of a feature can wait for somebody, through its manifest. */
export interface PendingTaskKind {
  place: number;
  may: readonly Permission[] | 'signedIn';
  /** As of `ReadyDashlet`. */
  isLive?: true;
  /** Sends its queries at once, together with all others. Empty if nothing waits. */
  load(db: Db, actor: Actor, wanted: number | undefined, services: DashletServices): Promise<PendingTask[]>;
}
