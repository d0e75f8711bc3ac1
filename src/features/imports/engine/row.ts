import type { Gazetteer } from '#features/geography/geography.queries.ts';
import { isEnrolled } from '#features/students/student-status.ts';
import type { Day } from '#kernel/dates.ts';
import type { BatchIndex } from './batch-index.ts';
import { clean, quote } from './clean.ts';
import type { DateOrder } from './date-order.ts';
import { fieldKeys, fields, type DateFieldKey, type FieldKey } from './fields.ts';
import { readPlaces } from './read-places.ts';
import * as read from './read-value.ts';
import { StudentRecord } from './record.ts';
import type { SourceRow } from './table.ts';
import { splitName, tidyName } from './words.ts';

/** What the columns mean and how their values are written. */
export interface Plan {
  headers: string[];
  columns: (FieldKey | null)[];
  dateOrders: Record<DateFieldKey, DateOrder>;
  tidyNames: boolean;
  surnameStands: 'first' | 'last';
}

/** What the school knows. */
export interface Surroundings {
  today: Day;
  /** The institution's country: where phone numbers without a code and states without a country belong. */
  countryId: string;
  places: Gazetteer;
  batches: BatchIndex;
}

export interface Problem {
  row: number;
  column: string | null;
  value: string | null;
  message: string;
}

export interface ReadRow {
  number: number;
  /** Null when the row has a problem. */
  record: StudentRecord | null;
  problems: Problem[];
}

type Texts = Record<FieldKey, string>;

/** Turns rows of the file into students, or into problems in words. */
export function createRowReader(plan: Plan, surroundings: Surroundings): (row: SourceRow) => ReadRow {
  const columnOf = Object.fromEntries(plan.columns.flatMap((field, at) => (field ? [[field, at]] : []))) as Partial<
    Record<FieldKey, number>
  >;
  const width = plan.headers.length;

  return ({ number, cells }) => {
    const problems: Problem[] = [];
    const add = (field: FieldKey | null, message: string) => {
      const at = field ? columnOf[field] : undefined;
      problems.push({
        row: number,
        column: at === undefined ? null : plan.headers[at]!,
        value: at === undefined ? null : cells[at]!.slice(0, 200),
        message,
      });
    };
    if (cells.length !== width) {
      add(
        null,
        `This row has ${cells.length} cells, but there are ${width} columns. Look for a separator or quotation mark too many or too few.`,
      );
      return { number, record: null, problems };
    }
    const texts = {} as Texts;
    for (const key of fieldKeys) {
      const at = columnOf[key];
      texts[key] = at === undefined ? '' : clean(cells[at]!);
    }
    const found = understand(texts, plan, surroundings, add);
    const checked = StudentRecord.safeParse(found);
    for (const issue of checked.error?.issues ?? []) {
      const field = issue.path[0] as FieldKey;
      const isSplit = texts.fullName && (field === 'surname' || field === 'firstName');
      if (!(isSplit && problems.length)) add(field in columnOf || !isSplit ? field : 'fullName', issue.message);
    }
    problems.sort((a, b) => plan.headers.indexOf(a.column ?? '') - plan.headers.indexOf(b.column ?? ''));
    return { number, record: problems.length || !checked.success ? null : checked.data, problems };
  };
}

function understand(
  texts: Texts,
  plan: Plan,
  { today, countryId, places, batches }: Surroundings,
  add: (field: FieldKey, message: string) => void,
) {
  const value = <T>(field: FieldKey, reader: (text: string) => read.Read<T>): T | null => {
    if (!texts[field]) return null;
    const result = reader(texts[field]);
    if ('ok' in result) return result.ok;
    add(field, result.problem);
    return null;
  };
  const born = value('birthDate', (text) => read.birthDate(text, plan.dateOrders.birthDate, today));
  const admissionDate = value('admissionDate', (text) =>
    read.admissionDate(text, plan.dateOrders.admissionDate, today),
  );
  if (born && admissionDate && admissionDate < born)
    add('admissionDate', 'The date of admission lies before the date of birth.');
  const status = value('status', read.status);
  const batch = value('batch', (text) => readBatch(text, texts.arm, batches));
  if (batch && status && !isEnrolled(status))
    add('batch', `A student who is ${status} sits in no batch. Leave this cell blank or make the student active.`);
  return {
    ...names(texts, plan, add),
    admissionNumber: texts.admissionNumber || null,
    registrationNumber: texts.registrationNumber || null,
    gender: value('gender', read.gender),
    birthDate: born,
    status,
    batchId: batch?.id ?? null,
    admissionDate,
    ...readPlaces(texts, places, countryId, add),
    city: texts.city || null,
    community: texts.community || null,
    address: texts.address || null,
    phone: value('phone', (text) => read.phone(text, countryId)),
    email: value('email', read.email),
    religion: texts.religion || null,
    language: texts.language || null,
    bloodGroup: value('bloodGroup', read.bloodGroup),
  };
}

function names(texts: Texts, plan: Plan, add: (field: FieldKey, message: string) => void) {
  let { surname, firstName, middleName } = texts;
  if (texts.fullName) {
    const split = splitName(texts.fullName, plan.surnameStands);
    if (!split) add('fullName', `${quote(texts.fullName)} is only one name. Give the surname and the first name.`);
    surname ||= split?.surname ?? '';
    firstName ||= split?.firstName ?? '';
    middleName ||= split?.middleName ?? '';
  }
  const tidy = plan.tidyNames ? tidyName : (name: string) => name;
  return { surname: tidy(surname), firstName: tidy(firstName), middleName: tidy(middleName) || null };
}

function readBatch(name: string, arm: string, batches: BatchIndex): read.Read<{ id: number }> {
  const batch = batches.find(name, arm);
  if (batch) return { ok: batch };
  const wanted = quote(arm ? `${name} ${arm}` : name);
  return {
    problem: `There is no open batch ${wanted} in ${batches.session}. Correct the name, create the batch, or leave the cell blank.`,
  };
}

/** The names of what must be known of every student. */
export const requiredLabels = (columns: (FieldKey | null)[]): string[] =>
  columns.includes('fullName')
    ? []
    : (['surname', 'firstName'] as const).filter((key) => !columns.includes(key)).map((key) => fields[key].label);
