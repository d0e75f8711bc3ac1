import type { Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Db } from '#kernel/database.ts';
import { compile, type Compiled } from '../engine/compile.ts';
import { withAnswers, withoutUnanswered, type ReportDefinition } from '../engine/definition.ts';
import { usableSubject, type Usable } from '../engine/usable-fields.ts';

/** A report to be run: whose rows, and the answers to what it asks. */
export interface ReportToRun {
  institutionId: number;
  definition: ReportDefinition;
  answers?: Readonly<Record<string, string[]>>;
}

export interface OpenReport extends Compiled {
  /** Columns that don’t exist any more. */
  goneCount: number;
}

/** What a report is for this actor. Retired columns are left out; a retired filter is refused. */
export async function openReport(
  db: Db,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, definition, answers = {} }: ReportToRun,
): Promise<OpenReport> {
  const usable = await usableSubject(db, { actor, wanted: institutionId }, parts, definition.subject);
  const known = withoutGone(usable, definition);
  const filters = withoutUnanswered(withAnswers(known.filters, answers));
  return {
    ...compile(usable, { ...known, filters }),
    goneCount: definition.fields.length - known.fields.length,
  };
}

/** The definition without columns, order and headings that don’t exist any more. */
export function withoutGone({ usable, closed }: Usable, definition: ReportDefinition): ReportDefinition {
  const exists = (key: string) => usable.has(key) || closed.has(key);
  return {
    ...definition,
    fields: definition.fields.filter(exists),
    sort: definition.sort.filter(({ field }) => exists(field)),
    group: definition.group !== null && exists(definition.group) ? definition.group : null,
  };
}
