import { z } from 'zod';
import { can, institutionsInView, type Actor, namedInstitutions } from '#kernel/actor.ts';
import type { Choice } from '#kernel/choices.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Db } from '#kernel/database.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { ReportDefinition, type Rule } from '../engine/definition.ts';
import { usableSubject, type Usable, type UsableField } from '../engine/usable-fields.ts';
import { withoutGone } from '../run/questions.ts';
import { definitionIn } from '../run/report-to-run.ts';
import { findReport, permissionToChange } from '../saved/change-reports.ts';
import { labelsIn } from './choices.queries.ts';
import { formOf, type DesignFields } from './design-fields.ts';
import { reportOfList } from './from-list.ts';
import { offerOf, subjectsFor, type OfferedSubject, type SubjectName } from './offer.ts';

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
  opened?: OpenedValues;
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
      institutions: namedInstitutions(actor, 'reports.create'),
    },
  };
}

/** A report to start from. Fields that the actor can’t use, or that the institution doesn’t have, are skipped. */
export interface Preset {
  key: string;
  label: string;
  subject: string;
  fields: string[];
  group: string | null;
  sort: { field: string; descending: boolean }[];
  rules: (Rule & { chosen: Choice[] })[];
  totals: boolean;
}

interface DeclaredPreset extends Omit<Preset, 'key' | 'rules' | 'group' | 'sort' | 'totals'> {
  /** Without these there is no such report. */
  needs: string[];
  group?: string;
  sort?: Preset['sort'];
  rules?: Rule[];
  totals?: true;
}

const student = { subject: 'student' };
const names = ['surname', 'first_name', 'middle_name'];
const enrolled: Rule = { field: 'status', operator: 'one_of', values: ['active', 'suspended'], ask: false };
const whichClass: Rule = { field: 'class', operator: 'one_of', values: [], ask: true };

const presets: Record<string, DeclaredPreset> = {
  phones: {
    ...student,
    label: 'Phone list',
    needs: ['guardian_phones'],
    group: 'batch',
    rules: [whichClass, enrolled],
    fields: [...names, 'guardian_names', 'guardian_phones'],
  },
  classes: {
    ...student,
    label: 'Class list',
    needs: ['batch'],
    group: 'batch',
    rules: [whichClass, enrolled],
    fields: ['admission_number', ...names, 'gender'],
  },
  birthdays: {
    ...student,
    label: 'Birthdays',
    needs: ['next_birthday'],
    sort: [{ field: 'next_birthday', descending: false }],
    fields: [...names, 'batch', 'next_birthday', 'birth_date'],
    rules: [{ field: 'next_birthday', operator: 'next_days', values: ['30'], ask: false }, enrolled],
  },
  debtors: {
    ...student,
    label: 'Debtors',
    needs: ['owed'],
    group: 'batch',
    sort: [{ field: 'owed', descending: true }],
    fields: [...names, 'fee_payer', 'fee_payer_phone', 'owed'],
    rules: [{ field: 'owed', operator: 'more_than', values: ['0'], ask: false }],
    totals: true,
  },
  staff: {
    subject: 'employee',
    label: 'Staff phone list',
    needs: ['mobile'],
    group: 'department',
    fields: [...names, 'job_position', 'phone', 'mobile', 'email'],
    rules: [{ field: 'status', operator: 'one_of', values: ['current'], ask: false }],
  },
};

/** The presets of a subject that this actor can use. */
const presetsFor = ({ subject, usable }: Usable): Preset[] =>
  Object.entries(presets)
    .filter(([, preset]) => preset.subject === subject.name && preset.needs.every((key) => usable.has(key)))
    .map(([key, { needs: _, fields, group, sort = [], rules = [], totals = false, ...preset }]) => ({
      ...preset,
      key,
      totals,
      fields: fields.filter((field) => usable.has(field)),
      group: group && usable.has(group) ? group : null,
      sort: sort.filter(({ field }) => usable.has(field)),
      rules: rules
        .filter(({ field }) => usable.has(field))
        .map((rule) => ({ ...rule, chosen: fixedLabels(usable.get(rule.field)!, rule.values) })),
    }));

const fixedLabels = ({ options }: UsableField, values: string[]): Choice[] =>
  typeof options === 'object' ? values.map((value) => ({ value, label: options[value] ?? value })) : [];
