import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { Cell, ExportColumn } from '#kernel/export/columns.ts';
import type { ExportedTable } from '#kernel/export/export-table.ts';
import { minGroupSize } from '#kernel/min-group-size.ts';
import { countOf } from '#ui/format.ts';
import { knownSubject } from '../../engine/usable-fields.ts';
import type { Graph, Mark } from '../engine/read-graph.ts';
import { type FoundGraph, runGraph, type Answers } from '../run/run-graph.ts';

/** Whether the figures of a graph may be had as a file: who may export such records. */
export const mayExport = (
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, definition }: Pick<FoundGraph, 'institutionId' | 'definition'>,
): boolean => can(actor, knownSubject(parts, definition.subject).subject.exporting, institutionId);

/** The figures of a graph as a table, as its reader sees them: small groups are not told apart in a file either. */
export async function graphFile(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  found: FoundGraph,
  answers: Answers,
): Promise<ExportedTable> {
  const { institutionId, id, name } = found;
  const { graph, filters, isAsking, problem } = await runGraph(tx, actor, parts, found, answers);
  if (problem) throw new NotAllowed(problem);
  if (!mayExport(actor, parts, found)) throw new NotAllowed('You don’t have permission to export these records.');
  if (isAsking) throw new ValidationError('answers', 'Answer the graph’s questions first.');
  if (!graph) throw new ValidationError('graph', 'This graph takes too long. Add a filter to make it shorter.');
  const said = filters.map(({ text }) => text);
  const rows = JSON.stringify(rowsOf(graph));
  return {
    title: name,
    counted: () => `${countOf(graph.groups.length, 'group')} of the graph “${name}”`,
    action: 'reports.export',
    filter: { graph: name, ...(said.length > 0 && { filters: said }) },
    institutionIds: [institutionId],
    columns: columnsOf(graph),
    ...(id !== null && { subject: { type: 'saved_report', id } }),
    rows: sql`select ${institutionId}::int as "institutionId", line.cells::text as cells
      from json_array_elements(${rows}::json) with ordinality line (cells, at) order by line.at`,
  };
}

const isSplit = ({ fields }: Graph) => fields.length > 1;

function columnsOf(graph: Graph): ExportColumn[] {
  const { fields, series, label, totals, type } = graph;
  const heads = isSplit(graph) ? [...series, ...(totals ? ['Total'] : [])] : [label];
  return [
    { header: fields[0]!, kind: 'text', width: 28 },
    ...heads.map((head): ExportColumn => ({
      header: type === 'percent' ? `${head} (%)` : head,
      width: 16,
      kind: type === 'money' ? 'money' : 'number',
    })),
  ];
}

function rowsOf(graph: Graph): Cell[][] {
  const { groups, marks, totals } = graph;
  const amount = (value: number | null): Cell =>
    value !== null && graph.type === 'money' ? Math.round(value) / 100 : value;
  const cell = ({ value, hidden }: Mark): Cell => {
    if (hidden) return hidden === 'few' ? `Fewer than ${minGroupSize}` : 'Not shown';
    return amount(value);
  };
  const all = totals && isSplit(graph) ? [amount(totals.all)] : [];
  return [
    ...groups.map((group, at) => [
      group,
      ...marks[at]!.map(cell),
      ...(totals && isSplit(graph) ? [amount(totals.groups[at]!)] : []),
    ]),
    ...(totals && groups.length > 1 ? [['Total', ...totals.series.map(amount), ...all]] : []),
  ];
}
