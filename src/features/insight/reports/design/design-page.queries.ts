import { z } from 'zod';
import { can, institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Choice } from '#kernel/choices.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Db } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { usableSubject, type Usable } from '../engine/usable-fields.ts';
import { withoutGone } from '../run/open-report.ts';
import { definitionIn } from '../run/report-to-run.ts';
import { findReport, permissionToChange } from '../saved/find-report.ts';
import { labelsIn } from './choices.queries.ts';
import { formOf, type DesignFields } from './design-fields.ts';
import { reportOfList } from './from-list.ts';
import { offerOf, subjectsFor, type OfferedSubject, type SubjectName } from './offer.ts';
import { presetsFor, type Preset } from './presets.ts';

/** Where the designer is opened from: a list as its address filters it. */
export const StartOfReport = z.object({
  institution_id: queryParam(id),
  from: z.string().max(60).optional(),
  query: z.string().max(4000).default(''),
  /** The keys of the columns that the list shows. */
  columns: z.string().max(2000).default(''),
  /** A report that was run without saving. */
  design: z.string().max(12_000).optional(),
});

export interface DesignerPage {
  report: { id: number; name: string; description: string | null } | null;
  institutionId: number;
  institutions: { id: number; name: string }[];
  subjects: SubjectName[];
  /** The user types, and the subject of the report: other subjects are fetched when they are chosen. */
  offers: OfferedSubject[];
  presets: Preset[];
  design: DesignFields | null;
  /** Labels of values in the filters, by field and value. */
  labels: Record<string, Choice[]>;
  /** Labels of fields in the report that its editor can’t see, by key. */
  closed: Record<string, string>;
  goneCount: number;
  /** Filters of a list that a report doesn’t have. */
  leftOut: string[];
  opened?: Opened;
}

export interface Designing {
  actor: Actor;
  parts: Required<ReportParts>;
}

/** The designer of a new report, with the filters of a list if it was opened from one. */
export async function newDesign(
  db: Db,
  { actor, parts }: Designing,
  { institution_id, from, design: run, ...shown }: z.infer<typeof StartOfReport>,
): Promise<DesignerPage> {
  const definition = run === undefined ? null : definitionIn(run);
  const list = from === undefined ? undefined : parts.lists.find(({ name }) => name === from);
  const subject = definition?.subject ?? list?.subject;
  const institutionId = institutionFor({ actor, parts }, institution_id, subject);
  const offered = await offersFor(db, { actor, parts, institutionId }, subject);
  const usable = offered.usables.find((one) => one.subject.name === subject);
  if (usable && definition) return { ...offered.page, ...(await runDesign(db, institutionId, usable, definition)) };
  const taken = usable && list && reportOfList(usable, list, shown);
  const design =
    taken &&
    formOf({
      subject: usable.subject.name,
      fields: taken.fields,
      filters: taken.filters,
      sort: taken.sort,
      group: null,
      totals: false,
      distinct: false,
      limit: null,
    });
  return {
    ...offered.page,
    report: null,
    institutionId,
    design: design ?? null,
    closed: {},
    goneCount: 0,
    leftOut: taken?.left ?? [],
    labels: taken ? await labelsIn(db, usable, taken.filters) : {},
  };
}

/** Where the report is made: of several institutions, the first whose records of the list its author sees. */
function institutionFor({ actor, parts }: Designing, wanted: number | undefined, subject: string | undefined): number {
  const all = institutionsInView(actor, wanted, 'reports.create');
  const isSeen = (id: number) => subjectsFor(actor, parts, id).some(({ name }) => name === subject);
  const found = all.find(isSeen) ?? all[0];
  if (found === undefined) throw new NotAllowed();
  return found;
}

/** The designer of a report that was run without saving, as it was. */
async function runDesign(db: Db, institutionId: number, usable: Usable, definition: ReportDefinition) {
  const known = withoutGone(usable, definition);
  return {
    report: null,
    institutionId,
    design: formOf(known),
    leftOut: [],
    closed: Object.fromEntries(usable.closed),
    goneCount: definition.fields.length - known.fields.length,
    labels: await labelsIn(db, usable, known.filters),
  };
}

/** The designer of a saved report. */
export async function savedDesign(db: Db, { actor, parts }: Designing, reportId: number): Promise<DesignerPage> {
  const report = await findReport(db, actor, reportId, 'text');
  const { institutionId } = report;
  if (!can(actor, permissionToChange(actor, report), institutionId)) throw new NotAllowed();
  const definition = ReportDefinition.parse(report.definition);
  const { usables, page } = await offersFor(db, { actor, parts, institutionId }, definition.subject);
  const usable = usables.find(({ subject }) => subject.name === definition.subject);
  if (!usable) throw new NotAllowed('You don’t have access to the records of this report.');
  const known = withoutGone(usable, definition);
  return {
    ...page,
    institutionId,
    presets: [],
    institutions: [],
    leftOut: [],
    report: { id: report.id, name: report.name, description: report.description },
    design: formOf(known),
    goneCount: definition.fields.length - known.fields.length,
    closed: Object.fromEntries(usable.closed),
    labels: await labelsIn(db, usable, known.filters),
  };
}

/** The fields of a subject that was chosen in the designer. */
export async function offerFor(db: Db, { actor, parts }: Designing, institutionId: number, name: string) {
  return offerOf(await usableSubject(db, { actor, wanted: institutionId }, parts, name));
}

export async function offersFor(
  db: Db,
  { actor, parts, institutionId }: Designing & { institutionId: number },
  also: string | undefined,
) {
  const subjects = subjectsFor(actor, parts, institutionId);
  const usables: Usable[] = [];
  for (const { name, isUserType } of subjects)
    // One connection answers one after another.
    // oxlint-disable-next-line no-await-in-loop
    if (isUserType || name === also)
      usables.push(await usableSubject(db, { actor, wanted: institutionId }, parts, name));
  return {
    usables,
    page: {
      subjects,
      offers: usables.map(offerOf),
      presets: usables.flatMap(presetsFor),
      institutions: institutionsWhere(actor, 'reports.create').map((one) => ({
        id: one,
        name: membershipIn(actor, one)!.name,
      })),
    },
  };
}
