import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { ValidationError } from '#kernel/errors.ts';
import { formOf } from '../../design/design-fields.ts';
import { ReportDefinition, Rule, withAnswers, withoutUnanswered } from '../../engine/definition.ts';
import { reportRegistry } from '../../engine/registry.ts';
import { jsonIn, unsavedHeading, type FoundReport } from '../../run/report-to-run.ts';
import { narrowedBy } from '../engine/mark-rules.ts';
import type { FoundGraph } from './graph-to-run.ts';
import type { Answers } from './run-graph.ts';

const Rules = z.array(Rule).max(2);

/** The rows of one mark of a graph as a report: the graph's filters, and those of the mark. Without a mark all rows. */
export function rowsOfMark(
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, name, definition }: FoundGraph,
  { mark, answers, href }: { mark: string; answers: Answers; href: string },
): FoundReport {
  const rules = Rules.safeParse(jsonIn(mark));
  const asked = withoutUnanswered(withAnswers(definition.filters, answers ?? {}));
  const groups = asked.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, ask: false })),
  }));
  const filters = rules.success ? narrowedBy({ ...asked, groups }, rules.data) : null;
  if (!filters) throw new ValidationError('mark', 'This part of the graph can’t be opened. Go back to the graph.');
  const { subject } = reportRegistry(parts).get(definition.subject) ?? {};
  const shown = [...definition.groups.map(({ field }) => field), definition.measure.field];
  const report = ReportDefinition.parse({
    subject: definition.subject,
    fields: [...new Set([...(subject?.usual ?? []), ...shown.filter((field) => field !== null)])],
    filters,
    totals: definition.measure.field !== null,
  });
  return {
    ...unsavedHeading(actor, institutionId, name),
    definition: report,
    design: JSON.stringify(formOf(report)),
    graph: { name, href },
  };
}
