import type { ReportParts } from '#kernel/contracts/report.ts';
import { changesBetween } from '#kernel/edit/changes.ts';
import { edits } from '#kernel/edit/edit.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { checkDesign } from '../design/check-design.ts';
import { definitionOf, DesignFields, formOf, NamedReport } from '../design/design-fields.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { reportRegistry } from '../engine/registry.ts';
import { savedReports } from '../reports.schema.ts';
import { lockOf, permissionToChange } from './find-report.ts';
import { nameTaken } from './save-report.ts';

export const EditReport = edits(NamedReport.extend(DesignFields.shape));

/** What a saved report is about belongs together: fields, filters and order of one user type mean nothing in another. */
const parts = ['subject', 'selected_fields', 'filters', 'sort', 'group_by'];

/** Changes a text report. The registry says which fields there are. */
export const editReport = (registry: Required<ReportParts>) =>
  editRecord({
    action: 'reports.edit',
    type: 'saved_report',
    table: savedReports,
    may: permissionToChange,
    fields: EditReport,
    lock: lockOf('text'),
    inForm: ({ name, description, definition }) => ({
      name,
      description,
      ...formOf(ReportDefinition.parse(definition)),
    }),
    together: [parts],
    merging: () => ({
      words: {
        subject: (value) => reportRegistry(registry).get(String(value))?.subject.label ?? String(value),
        ...Object.fromEntries(
          ['selected_fields', 'filters', 'sort'].map((part) => [part, (value: unknown) => sizeOf(part, String(value))]),
        ),
      },
    }),
    read: ({ input: { name, description, ...design } }) => ({ name, description, definition: definitionOf(design) }),
    compare: (before, values) => changesBetween(before, values),
    check: ({ tx, actor, before, values }) =>
      checkDesign(
        tx,
        {
          actor,
          institutionId: before.institutionId,
          parts: registry,
          before: ReportDefinition.parse(before.definition),
        },
        values.definition,
      ),
    taken: () => nameTaken,
    nameOf: ({ values }) => `the report “${values.name}”`,
  });

/** A part of a definition in words, for the question which of two to keep. */
export function sizeOf(part: string, value: string): string {
  if (part === 'selected_fields')
    return value
      .split(' ')
      .filter(Boolean)
      .join(', ')
      .replaceAll(/remove_[a-z]+_/g, '');
  const parsed = JSON.parse(value) as { groups?: { rules: { field: string }[] }[] } | { field: string }[];
  const names = Array.isArray(parsed) ? parsed : (parsed.groups ?? []).flatMap(({ rules }) => rules);
  return names.map(({ field }) => field.replaceAll('_', ' ')).join(', ') || 'None';
}
