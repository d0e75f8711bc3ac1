import { z } from 'zod';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { id, choice, emptyIsNull } from '#kernel/schemas.ts';
import { longestPreview } from '../../design/preview.ts';
import { unlessStopped, logReport } from '../../run/questions.ts';
import { shownBy, compileGraph, type CompiledGraph } from '../engine/compile-graph.ts';
import { readGraph, type Graph } from '../engine/read-graph.ts';
import { refuseUnusable, rulesOf, subjectFor, withoutClosed } from '../../design/check-design.ts';
import { withoutUnanswered, ReportFilters } from '../../engine/definition.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import { ValidationError } from '#kernel/errors.ts';
import { asJson, atFormFields } from '../../design/design-fields.ts';
import { charts, orders, steps, measureLabels, type MeasureKey } from '../engine/graph-labels.ts';

const name = z.string().max(60);
const labels = Object.fromEntries(Object.entries(measureLabels).map(([key, { label }]) => [key, label])) as Record<
  MeasureKey,
  string
>;

/** What the designer of graphs sends. */
export const GraphFields = z.object({
  subject: name,
  filters: asJson(ReportFilters).default('{"joined":"and","groups":[]}'),
  first_group: z.string('Choose a field to group by.').max(60),
  first_step: emptyIsNull(choice(steps)),
  second_group: emptyIsNull(name),
  second_step: emptyIsNull(choice(steps)),
  measure: choice(labels),
  measure_field: emptyIsNull(name),
  chart: choice(charts),
  order_by: choice(orders),
});
export type GraphFields = z.infer<typeof GraphFields>;

/** Parts that only make sense together in a conflict: a group of students means nothing in a graph of payments. */
export const graphParts = [
  'subject',
  'filters',
  'first_group',
  'first_step',
  'second_group',
  'second_step',
  'measure',
  'measure_field',
  'chart',
];

const nameOfPart: Record<string, string> = { fields: 'filters', groups: 'first_group', order: 'order_by' };

/** The graph of a form. Its names are looked up by `checkGraph`. */
export function graphOf(form: GraphFields): GraphDefinition {
  if (form.first_group === '') throw new ValidationError('first_group', 'Choose a field to group by.');
  const groups = [
    { field: form.first_group, step: form.first_step },
    ...(form.second_group === null ? [] : [{ field: form.second_group, step: form.second_step }]),
  ];
  const parsed = GraphDefinition.safeParse({
    subject: form.subject,
    filters: JSON.parse(form.filters) as unknown,
    groups,
    measure: { kind: form.measure, field: measureLabels[form.measure].needsField ? form.measure_field : null },
    chart: form.chart,
    order: form.order_by,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [part, at] = issue!.path.map(String) as [string, string?];
  throw new ValidationError(
    part === 'groups' && at === '1' ? 'second_group' : (nameOfPart[part] ?? part),
    issue!.message,
  );
}

/** The form of a graph. */
export const graphForm = ({ subject, filters, groups, measure, chart, order }: GraphDefinition): GraphFields => ({
  subject,
  filters: JSON.stringify(filters),
  chart,
  order_by: order,
  first_group: groups[0]!.field,
  first_step: groups[0]!.step,
  second_group: groups[1]?.field ?? null,
  second_step: groups[1]?.step ?? null,
  measure: measure.kind,
  measure_field: measure.field,
});

/** Refusals of the engine beside the fields of the form. */
const atGraphFields = <T>(work: () => Promise<T> | T): Promise<T> => atFormFields(work, nameOfPart);

export const PreviewGraph = GraphFields.extend({ institution_id: id });

export interface GraphPreview {
  /** Null if it would take too long. */
  graph: Graph | null;
}

/** A graph that is being designed. Questions of the run are left open. */
export async function previewOfGraph(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, ...form }: z.output<typeof PreviewGraph>,
): Promise<GraphPreview> {
  allow(actor, 'reports.create', institutionId);
  const definition = graphOf(form);
  const { graph, filters } = await checkGraph(tx, { actor, institutionId, parts }, definition);
  const { currency } = membershipIn(actor, institutionId)!;
  const read = () => readGraph(tx, graph, { order: definition.order, filters, currency });
  const drawn = await unlessStopped(tx, read, longestPreview);
  const look = { compiled: shownBy(graph), institutionId, name: 'Preview', isNewLook: false };
  if (drawn) await logReport(tx, actor, look);
  return { graph: drawn };
}

interface Checking {
  actor: Actor;
  institutionId: number;
  parts: Required<ReportParts>;
  /** What the graph was before an edit: filters that its editor can't see may stay. */
  before?: GraphDefinition | undefined;
}

/** The graph for its author, with the filters that narrow it for them. Refuses what they couldn't run. */
export async function checkGraph(
  db: Db,
  { actor, institutionId, parts, before }: Checking,
  definition: GraphDefinition,
): Promise<{ graph: CompiledGraph; filters: ReportFilters }> {
  const usable = await subjectFor(db, { actor, wanted: institutionId }, parts, definition.subject);
  const kept = new Set(before?.subject === definition.subject ? rulesOf(before.filters).map(({ field }) => field) : []);
  for (const { field } of rulesOf(definition.filters)) if (!kept.has(field)) refuseUnusable(usable, 'filters', field);
  const filters = withoutClosed(usable, withoutUnanswered(definition.filters));
  return { graph: await atGraphFields(() => compileGraph(usable, definition, filters)), filters };
}
