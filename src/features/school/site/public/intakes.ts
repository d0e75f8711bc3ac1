import type { SiteFrame } from './frame.queries.ts';

export interface Fact {
  label: string;
  value: string;
}

/** An intake of a program, in this feature's words. */
export interface SiteIntake {
  programId: number;
  session: string;
  opensAt: string;
  isOpen: boolean;
  requiresPin: boolean;
  factsFor(site: Pick<SiteFrame, 'currency' | 'timeZone'>): Fact[];
}
