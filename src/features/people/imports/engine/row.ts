import { searchable } from '#kernel/searchable.ts';
import type { Notation } from '#kernel/notation.ts';
import type { DateOrder } from './date-order.ts';
import { lostValue } from './read-value.ts';
import { clean, cut, quote } from './headers.ts';
import {
  type Fields,
  type PersonRecord,
  type Reading,
  type Roster,
  type Surroundings,
  replaceValues,
  writtenValue,
  type Corrections,
} from './field.ts';
import { splitName, splitTitle, tidyName } from './value-readers.ts';
import type { SourceRow } from './workbook.ts';
import type { Gazetteer } from '#features/records/geography/geography.queries.ts';

/** The column mapping and value formats, and what was corrected. */
export interface Plan extends Corrections {
  headers: string[];
  /** Field key by column. */
  columns: (string | null)[];
  /** Date order by column. */
  dateOrders: DateOrder[];
  /** Which sign stands before the decimals in the file. */
  notation: Notation;
  tidyNames: boolean;
  surnameStands: 'first' | 'last';
  /** Values that all rows have, by field. */
  same?: Readonly<Record<string, string>>;
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
  record: PersonRecord | null;
  problems: Problem[];
  /** The corrected cells by field. */
  texts: Texts;
  /** Values that were replaced by what they mean: field and key. */
  replaced: [string, string][];
}

type Add = (field: string | null, message: string) => void;

/** Turns rows of the file into people or problems. */
export function createRowReader(plan: Plan, roster: Roster, surroundings: Surroundings): (row: SourceRow) => ReadRow {
  const { fields } = roster;
  const columnOf: Record<string, number> = {};
  plan.columns.forEach((key, at) => {
    if (key && fields[key]) columnOf[key] = at;
  });
  const single = Object.keys(fields).filter((key) => !fields[key]!.isPart);
  const width = plan.headers.length;

  return ({ number, cells }) => {
    const problems: Problem[] = [];
    const texts: Texts = {};
    let written: Texts = texts;
    const add: Add = (field, message) => {
      const at = field ? columnOf[field] : undefined;
      problems.push({
        row: number,
        column: at === undefined ? null : plan.headers[at]!,
        value: at === undefined ? null : cut(writtenValue(field!, written), 200),
        message,
      });
    };
    if (cells.length !== width) {
      add(
        null,
        `This row has ${cells.length} cells, but there are ${width} columns. Check for a missing or extra separator or quotation mark.`,
      );
      return { number, record: null, problems, texts, replaced: [] };
    }
    for (const [key, at] of Object.entries(columnOf)) {
      texts[key] = clean(plan.cells?.[number]?.[at] ?? cells[at]!);
      const lost = lostValue(texts[key]);
      if (lost) add(key, lost);
    }
    if (problems.length) return { number, record: null, problems, texts, replaced: [] };
    for (const [key, text] of Object.entries(plan.same ?? {})) if (fields[key]) texts[key] ??= clean(text);
    written = { ...texts };
    const replaced = replaceValues(texts, plan.words);
    if ('title' in fields) takeTitle(texts);

    const record: PersonRecord = {
      ...('surname' in fields
        ? readNames(texts, plan, fields, (field, message) => add(field in columnOf ? field : 'fullName', message))
        : { surname: '', firstName: '' }),
      custom: new Map(),
    };
    for (const key of single) readField(key, fields, texts, columnOf, plan, surroundings, record, add);
    if ('country' in fields) Object.assign(record, readPlaces(texts, surroundings.places, surroundings.countryId, add));
    checkLength('state', fields, texts['state'] ?? '', add);
    Object.assign(record, roster.understand?.(texts, surroundings, record, add, plan));
    problems.sort((a, b) => plan.headers.indexOf(a.column ?? '') - plan.headers.indexOf(b.column ?? ''));
    return { number, record: problems.length ? null : record, problems, texts, replaced };
  };
}

function readField(
  key: string,
  fields: Fields,
  texts: Texts,
  columnOf: Record<string, number>,
  plan: Plan,
  surroundings: Surroundings,
  record: PersonRecord,
  add: Add,
): void {
  const field = fields[key]!;
  const text = texts[key];
  const name = field.as ?? key;
  if (!text) {
    if (field.customId === undefined) record[name] = null;
    return;
  }
  let value: unknown = text;
  if (field.read) {
    const order = plan.dateOrders[columnOf[key]!] ?? 'dmy';
    const reading: Reading = { ...surroundings, order, notation: plan.notation };
    const result = field.read(text, reading);
    if ('problem' in result) return add(key, result.problem);
    value = result.ok;
  } else checkLength(key, fields, text, add);
  const words = field.list && surroundings.words?.get(field.list);
  if (words && !words.has(searchable(text)))
    add(
      key,
      `${quote(text)} is not in the school’s list. Correct the spelling, or choose “Add them to the lists” under New list values.`,
    );
  if (field.customId === undefined) record[name] = value;
  else (record.custom as Map<number, unknown>).set(field.customId, value);
}

/** Labels of the required fields that no column is mapped to. */
export const requiredLabels = (columns: (string | null)[], fields: Fields): string[] =>
  columns.includes('fullName')
    ? []
    : Object.entries(fields)
        .filter(
          ([key, { isRequired }]) =>
            (isRequired ?? (key === 'surname' || key === 'firstName')) && !columns.includes(key),
        )
        .map(([, { label }]) => label);

/** In 'Mrs Folake Bakare', a full name, Mrs is a title and not the surname. */
function takeTitle(texts: Texts): void {
  const { title, name } = splitTitle(texts['fullName'] ?? '');
  if (!title) return;
  texts['fullName'] = name;
  texts['title'] ||= title;
}

function readNames(texts: Texts, plan: Plan, fields: Fields, add: (field: string, message: string) => void) {
  let { surname = '', firstName = '', middleName = '' } = texts;
  const full = texts['fullName'];
  const split = full ? splitName(full, plan.surnameStands) : null;
  if (full && !split) add('fullName', `${quote(full)} is a single name. Enter the surname and the first name.`);
  surname ||= split?.surname ?? '';
  firstName ||= split?.firstName ?? '';
  middleName ||= split?.middleName ?? '';
  const isGiven = Boolean(full && !split);
  for (const [key, name] of Object.entries({ surname, firstName, middleName })) {
    if (!name && key !== 'middleName' && !isGiven) add(key, `The ${fields[key]!.label.toLowerCase()} is missing.`);
    checkLength(key, fields, name, (_field, message) => add(key, message));
  }
  const tidy = plan.tidyNames ? tidyName : (name: string) => name;
  return { surname: tidy(surname), firstName: tidy(firstName), middleName: tidy(middleName) || null };
}

type Texts = Record<string, string>;

function checkLength(key: string, fields: Fields, text: string, add: Add): void {
  const { max, label } = fields[key] ?? {};
  if (max && text.length > max) add(key, `The ${label!.toLowerCase()} is longer than ${max} characters. Shorten it.`);
}

/** Whose rows they are, as the file writes it. */
export const whoIn = (rows: ReadRow[]): ReadonlyMap<number, string> =>
  new Map(
    rows.map(({ number, texts }) => [
      number,
      cut(texts['fullName'] || [texts['surname'], texts['firstName']].filter(Boolean).join(', '), 80),
    ]),
  );

type Written = Readonly<Record<string, string>>;

/** Looks up country, state and LGA by name. A state without a country belongs to the institution's country. For countries without a list of states the text is stored as written. */
function readPlaces(
  { country = '', state = '', lga = '' }: Written,
  places: Gazetteer,
  homeCountryId: string,
  add: (field: string, message: string) => void,
) {
  const inCountry = country ? places.findCountry(country) : null;
  if (country && !inCountry)
    add('country', `${quote(country)} is not a known country. Use its English name, for example Nigeria.`);
  const countryId = inCountry?.id ?? homeCountryId;

  const isClear = inCountry !== null || !country;
  const isFree = state !== '' && isClear && !places.hasStates(countryId);
  const inState = state && isClear && !isFree ? places.findState(state, countryId) : null;
  if (state && isClear && !isFree && !inState) {
    add(
      'state',
      `${quote(state)} is not a known state${inCountry ? ` in ${inCountry.name}` : ''}. Correct the spelling or leave the cell blank.`,
    );
  }

  const inLga = lga && inState ? places.findLga(inState.id, lga) : null;
  if (lga && inState && !inLga)
    add('lga', `${quote(lga)} is not an LGA of ${inState.name}. Correct the spelling or leave the cell blank.`);
  if (lga && (!state || isFree)) add('lga', `The state of ${quote(lga)} is missing. Add the state to the same row.`);

  return {
    countryId: inCountry?.id ?? (state && isClear ? countryId : null),
    stateId: inState?.id ?? null,
    stateName: isFree ? state : null,
    lgaId: inLga?.id ?? null,
  };
}
