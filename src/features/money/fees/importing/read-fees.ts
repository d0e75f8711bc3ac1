import { gatherNotation, noNotation, notationOf, type Notation, exampleAmount } from '#kernel/notation.ts';
import { clean, quote, squeeze } from '#features/people/imports/engine/headers.ts';
import { partKey } from '#features/people/imports/engine/known-headings.ts';
import { otherDate } from '#features/people/imports/engine/read-value.ts';
import type { FileProblem, SmallTable } from '#features/people/imports/reader/read-table.ts';
import type { Place } from '../copying/copy-fees.ts';
import type { FeeChoices } from '../setup/end-fee.ts';
import { ValidationError } from '#kernel/errors.ts';
import { parseMoney } from '#kernel/money.ts';
import { readYesNo } from '#features/people/imports/engine/value-readers.ts';

interface Defaults {
  place: Place;
  dueOn: string;
  categoryId: number | null;
  notation: Notation | null;
}

interface Known {
  places: Place[];
  choices: Pick<FeeChoices, 'categories' | 'programs' | 'classes' | 'batches'>;
  /** Titles of fees that are there, by place: 't3 jss 1 fees'. */
  titles: ReadonlySet<string>;
  today: string;
}

/** A fee as a file describes it: its form's input, with what the preview says. */
interface FeeInFile {
  title: string;
  place: string;
  who: string;
  total: number;
  categoryId: number;
  sessionId: number;
  termId: number | null;
  programs: number[];
  classes: number[];
  batches: number[];
  particulars: { name: string; category: string; categoryId: number; amount: number; isOptional: boolean }[];
  instalments: { dueOn: string; percent: null; amount: null }[];
}

export interface FeesInFile {
  fees: FeeInFile[];
  same: number;
  problems: FileProblem[];
  /** How its amounts were read, with a cell as the example; null if none has a separator. */
  notation: { notation: Notation; value: string; row: number; contradicting: number } | null;
}

/** The fees of a file: one for each class, programme and term, or title, with the rows as its items. */
export function readFees({ headers, rows }: SmallTable, known: Known, defaults: Defaults): FeesInFile {
  const at = columnsOf(headers);
  const cell = (cells: string[], column: Column) => (at[column] < 0 ? '' : clean(cells[at[column]] ?? ''));
  const seen = noNotation();
  for (const { number, cells } of rows) gatherNotation(seen, cell(cells, 'amount'), number);
  const shown = notationOf([seen]);
  const notation = defaults.notation ?? shown?.notation ?? 'point';
  const fees = new Map<string, FeeInFile>();
  const problems: FileProblem[] = [];
  for (const { number: row, cells } of rows) {
    try {
      const place = placeOf(cell(cells, 'term'), known.places, defaults.place);
      const who = whoOf(cell(cells, 'who'), known.choices, place);
      const title = (cell(cells, 'title') || `${who.names.join(', ') || 'All students'} fees`).slice(0, 120);
      const dueOn = dueOf(cell(cells, 'due'), known.today, defaults.dueOn, place);
      const item = itemOf((column) => cell(cells, column), known.choices.categories, defaults.categoryId, notation);
      const key = `${place.key} ${title.toLowerCase()}`;
      if (known.titles.has(key)) throw new Wrong(`A fee named ${title} already exists for ${place.name}.`);
      const fee = fees.get(key);
      if (!fee) fees.set(key, newFee(title, place, who, dueOn, item));
      else addTo(fee, who, item);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      problems.push({ row, message: error.message });
    }
  }
  return {
    fees: [...fees.values()],
    same: 0,
    problems,
    notation: shown && { notation, ...shown.example, contradicting: shown.contradicting },
  };
}

const termKey = (name: string) =>
  partKey(name)
    .replace(/\b(term|semester)\b/g, '')
    .trim();

/** The term of a row: in the session that was chosen. */
function placeOf(typed: string, places: Place[], usual: Place): Place {
  if (!typed) return usual;
  const own = places.filter(({ sessionId, isClosed }) => sessionId === usual.sessionId && !isClosed);
  const isWhole = /^(whole |full )?(session|year)$|^annual$/i.test(typed);
  const found = own.find(({ term }) => (term === null ? isWhole : termKey(term) === termKey(typed)));
  if (!found) throw new Wrong(`${usual.session} has no term named ${quote(typed)}.`);
  return found;
}

function dueOf(typed: string, today: string, usual: string, { startsOn }: Place): string {
  if (!typed) return usual > startsOn ? usual : startsOn;
  const read = otherDate(typed, 'dmy', today, 'a due date');
  if ('problem' in read) throw new Wrong(read.problem);
  return read.ok;
}

function newFee(title: string, place: Place, { names, ...who }: Who, dueOn: string, item: Item): FeeInFile {
  return {
    title,
    place: place.name,
    who: names.join(', ') || 'All students',
    total: item.isOptional ? 0 : item.amount,
    categoryId: item.categoryId,
    sessionId: place.sessionId,
    termId: place.termId,
    ...who,
    particulars: [item],
    instalments: [{ dueOn, percent: null, amount: null }],
  };
}

function addTo(fee: FeeInFile, { names }: Who, item: Item): void {
  const who = names.join(', ') || 'All students';
  if (who !== fee.who)
    throw new Wrong(`${fee.title} is for ${fee.who} in a row above, and for ${who} here. Give them different titles.`);
  if (fee.particulars.some(({ name }) => name.toLowerCase() === item.name.toLowerCase()))
    throw new Wrong(`${fee.title} has ${item.name} in a row above.`);
  if (fee.particulars.length === 40) throw new Wrong('A fee can have up to 40 items.');
  fee.particulars.push(item);
  if (!item.isOptional) fee.total += item.amount;
}

interface Who {
  names: string[];
  programs: number[];
  classes: number[];
  batches: number[];
}

const everybody = /^(all|everyone|everyone|all (students|pupils|classes)|whole school|school)$/i;

/** The classes, programmes or class arms that a row is for. */
function whoOf(
  typed: string,
  choices: Pick<FeeChoices, 'programs' | 'classes' | 'batches'>,
  { sessionId }: Place,
): Who {
  const who: Who = { names: [], programs: [], classes: [], batches: [] };
  if (!typed || everybody.test(typed)) return who;
  const kinds = [
    ['classes', choices.classes],
    ['programs', choices.programs],
    ['batches', choices.batches.filter((batch) => batch.sessionId === sessionId)],
  ] as const;
  const add = (name: string) => {
    for (const [kind, some] of kinds) {
      const found = some.filter((one) => squeeze(one.name) === squeeze(name));
      if (found.length > 1) throw new Wrong(`Several are named ${quote(name)}. Add these fees by hand.`);
      if (!found[0]) continue;
      if (!who[kind].includes(found[0].id)) {
        who[kind].push(found[0].id);
        who.names.push(found[0].name);
      }
      return true;
    }
    return false;
  };
  if (add(typed)) return who;
  for (const part of typed.split(/[,;/&+]|\band\b/i).flatMap(rangeOf))
    if (!add(part)) throw new Wrong(`No class or programme is named ${quote(part)}.`);
  const used = [who.programs, who.classes, who.batches].filter(({ length }) => length > 0);
  if (used.length > 1) throw new Wrong('Name either classes, programmes or class arms in one row.');
  return who;
}

/** 'JSS 1-3' is JSS 1, JSS 2 and JSS 3. */
function rangeOf(text: string): string[] {
  const [, before, from, to] = /^(.*?\D)(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})$/i.exec(text.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!before || !(first < last)) return [text.trim()];
  return Array.from({ length: last - first + 1 }, (_, at) => `${before}${first + at}`);
}

const headings = {
  name: ['name', 'item', 'items', 'particular', 'particulars', 'fee', 'feename', 'feeitem', 'description', 'details'],
  category: ['category', 'feecategory', 'type', 'feetype', 'feehead', 'head'],
  amount: ['amount', 'feeamount', 'cost', 'price', 'charge', 'value', 'naira'],
  who: [
    'class',
    'classes',
    'programme',
    'program',
    'classprogramme',
    'classorprogramme',
    'level',
    'classarm',
    'whopays',
  ],
  term: ['term', 'semester'],
  title: ['title', 'feetitle', 'bill'],
  due: ['duedate', 'due', 'dueon'],
  optional: ['optional', 'isoptional'],
} as const;
type Column = keyof typeof headings;

/** What is wrong with a row. */
class Wrong extends Error {}

/** Where each column is; -1 without it. */
function columnsOf(headers: string[]): Record<Column, number> {
  const names = headers.map((header) => squeeze(header.replace(/\(.*?\)|\[.*?\]/g, '')));
  const find = (column: Column) => names.findIndex((name) => (headings[column] as readonly string[]).includes(name));
  const at = Object.fromEntries((Object.keys(headings) as Column[]).map((column) => [column, find(column)]));
  if (at['name']! < 0 || at['amount']! < 0)
    throw new ValidationError('file', 'Name two columns “Item” and “Amount”, then upload the file again.');
  return at as Record<Column, number>;
}

/** The item of a row. */
function itemOf(
  cell: (column: Column) => string,
  categories: { id: number; name: string }[],
  usual: number | null,
  notation: Notation,
) {
  const name = cell('name');
  if (!name) throw new Wrong('The item has no name.');
  if (name.length > 120) throw new Wrong('The name of the item has more than 120 characters.');
  const typed = cell('amount');
  const amount = parseMoney(typed, notation);
  if (amount === null || amount <= 0)
    throw new Wrong(
      typed ? `${quote(typed)} is not an amount. Use the form ${exampleAmount(notation)}.` : 'The amount is missing.',
    );
  const wanted = cell('category');
  const category =
    categories.find((one) => squeeze(one.name) === squeeze(wanted || name)) ??
    (wanted ? undefined : categories.find(({ id }) => id === usual));
  if (!category)
    throw new Wrong(
      wanted
        ? `No fee category is named ${quote(wanted)}. Add it under Fee categories or correct it.`
        : 'The category is missing. Enter it, or choose the one for items without any.',
    );
  const optional = cell('optional');
  const isOptional = optional ? readYesNo(optional) : false;
  if (isOptional === null) throw new Wrong(`Under Optional, ${quote(optional)} is neither yes nor no.`);
  return { name, category: category.name, categoryId: category.id, amount, isOptional };
}

type Item = ReturnType<typeof itemOf>;
