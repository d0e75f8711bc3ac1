import { page } from '#web/page.ts';
import type { Version } from '../versions/versions.queries.ts';
import type { Note } from './places/placings-of.ts';
import type { FileChoices, FileSummary } from './school-files/school-files.ts';
import type { RuleKindName } from './rules/rule-kinds.ts';
import type { StoredRule } from './rules/save-rule.ts';
import type { RunRow } from './runs/apply-run.ts';

export interface EngineProps {
  version: Version;
  /** Whether FET is on the server, and the name under which it was looked for. */
  engine: { isThere: boolean; name: string; isOff: boolean };
  runs: RunRow[];
  lessons: number;
  rules: number;
  isDraft: boolean;
}
export const enginePage = page<EngineProps>('timetable/engine');

/** A note with its lessons in words. */
export interface ShownNote extends Pick<Note, 'words'> {
  lessons: string[];
}
export interface Preview {
  placed: number;
  kept: number;
  all: number;
  refused: { lesson: string; words: string }[];
  unplaced: string[];
  notes: ShownNote[];
  /** More than the page lists. */
  hiddenNotes: number;
}
export interface RunProps {
  run: RunRow;
  version: Version;
  isDraft: boolean;
  /** Null while it is searching, or if there is nothing to apply. */
  preview: Preview | null;
  notes: ShownNote[];
}
export const runPage = page<RunProps>('timetable/run');

export interface RuleChoices {
  batches: { id: number; name: string }[];
  teachers: { id: number; name: string }[];
  courses: { id: number; name: string }[];
  lessons: { id: number; name: string }[];
  days: { weekday: number; periods: number }[];
}
export interface ShownRule extends StoredRule {
  about: string | null;
}
export interface RulesProps {
  version: Version;
  rules: ShownRule[];
  /** The usual ones that nobody has changed. */
  usual: { kind: RuleKindName; weight: number; number: number | null }[];
  canEdit: boolean;
}
export const rulesPage = page<RulesProps>('timetable/rules');
export const ruleFormPage = page<{
  version: Version;
  rule: StoredRule | null;
  kind: RuleKindName;
  choices: RuleChoices;
}>('timetable/rule-form');

export const fetFileNewPage = page<{ institutions: { id: number; name: string }[]; institutionId: number }>(
  'timetable/fet-file-new',
);
export const fetFilePage = page<{ file: FileSummary; choices: FileChoices }>('timetable/fet-file');
