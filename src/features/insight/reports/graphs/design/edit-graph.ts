import type { ReportParts } from '#kernel/contracts/report.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { NamedReport } from '../../design/design-fields.ts';
import { reportRegistry } from '../../engine/registry.ts';
import { savedReports } from '../../reports.schema.ts';
import { sizeOf } from '../../saved/edit-report.ts';
import { lockOf, permissionToChange } from '../../saved/find-report.ts';
import { nameTaken } from '../../saved/save-report.ts';
import { GraphDefinition } from '../engine/graph-definition.ts';
import { charts } from '../engine/graph-words.ts';
import { measureWords } from '../engine/measure-words.ts';
import { checkGraph } from './check-graph.ts';
import { graphForm, GraphFields, graphOf, graphParts } from './graph-fields.ts';

export const EditGraph = edits(NamedReport.extend(GraphFields.shape));

const plain = (value: unknown) => (value ? String(value).replaceAll('_', ' ') : 'None');
const wordsIn = (labels: Record<string, string>) => (value: unknown) => labels[String(value)] ?? String(value);
const labels = Object.fromEntries(Object.entries(measureWords).map(([key, { label }]) => [key, label]));

/** Changes a graph. The registry says which fields there are. */
export const editGraph = (registry: Required<ReportParts>) =>
  editRecord({
    action: 'reports.edit',
    type: 'saved_report',
    table: savedReports,
    may: permissionToChange,
    fields: EditGraph,
    lock: lockOf('graph'),
    inForm: ({ name, description, definition }) => ({
      name,
      description,
      ...graphForm(GraphDefinition.parse(definition)),
    }),
    together: [graphParts],
    merging: () => ({
      words: {
        subject: (value) => reportRegistry(registry).get(String(value))?.subject.label ?? String(value),
        filters: (value) => sizeOf('filters', String(value)),
        first_group: plain,
        second_group: plain,
        measure_field: plain,
        chart: wordsIn(charts),
        measure: wordsIn(labels),
      },
    }),
    read: ({ input: { name, description, ...form } }) => ({ name, description, definition: graphOf(form) }),
    compare: (before, values) => changesBetween(before, values),
    check: ({ tx, actor, before, values }) =>
      checkGraph(
        tx,
        {
          actor,
          institutionId: before.institutionId,
          parts: registry,
          before: GraphDefinition.parse(before.definition),
        },
        values.definition,
      ),
    taken: () => nameTaken,
    nameOf: ({ values }) => `the graph “${values.name}”`,
  });
