import { page } from '#web/page.ts';
import type { InstitutionChoice } from '../structure.pages.ts';
import type { Existing } from './count-plan.ts';
import type { PresetKey } from './presets.ts';
import type { ProposedTerm } from './propose-terms.ts';

export interface PresetProps extends InstitutionChoice {
  preset: PresetKey;
  /** The current session, or null to add one. */
  session: { name: string; startsOn: string; endsOn: string; terms: number } | null;
  /** Proposed for a new session. */
  newSession: { name: string; startsOn: string; endsOn: string };
  /** Empty where the session has terms. */
  terms: ProposedTerm[];
  existing: Existing;
}

export const presetPage = page<PresetProps>('structure/preset');
