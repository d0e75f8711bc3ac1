import { gatherNotation, noNotation, notationOf, type Notation } from '#kernel/notation.ts';
import { clean, quote } from '#features/people/imports/engine/clean.ts';
import { partKey } from '#features/people/imports/engine/mark-headings.ts';
import { otherDate } from '#features/people/imports/engine/read-value.ts';
import type { FileProblem, SmallTable } from '#features/people/imports/reader/read-small-table.ts';
import type { Place } from '../copying/place.ts';
import type { FeeChoices } from '../setup/fee-form.queries.ts';
import { columnsOf, itemOf, Wrong, type Column, type Item } from './read-item.ts';
import { whoOf, type Who } from './read-who.ts';

export interface Defaults {
  place: Place;
  dueOn: string;
  categoryId: number | null;
  notation: Notation | null;
}

export interface Known {
  places: Place[];
  choices: Pick<FeeChoices, 'categories' | 'programs' | 'classes' | 'batches'>;
  /** Titles of fees that are there, by place: 't3 jss 1 fees'. */
  titles: ReadonlySet<string>;
  today: string;
}

/** A fee as a file describes it: its form's input, with what the preview says. */
export interface FeeInFile {
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
