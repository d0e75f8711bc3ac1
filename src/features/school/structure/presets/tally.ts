const talliedNouns = ['programs', 'classes', 'batches', 'courses'] as const;
export type TalliedNoun = (typeof talliedNouns)[number];

/** What was added, and what existed. */
export class Tally {
  added: Record<TalliedNoun, number> = { programs: 0, classes: 0, batches: 0, courses: 0 };
  skipped: Record<TalliedNoun, number> = { programs: 0, classes: 0, batches: 0, courses: 0 };

  count(noun: TalliedNoun, exists: boolean): void {
    (exists ? this.skipped : this.added)[noun] += 1;
  }
}
