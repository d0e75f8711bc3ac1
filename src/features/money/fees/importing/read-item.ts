import { ValidationError } from '#kernel/errors.ts';
import { parseMoney } from '#kernel/money.ts';
import { exampleAmount, type Notation } from '#kernel/notation.ts';
import { quote, squeeze } from '#features/people/imports/engine/clean.ts';
import { readYesNo } from '#features/people/imports/engine/words.ts';

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
export type Column = keyof typeof headings;

/** What is wrong with a row. */
export class Wrong extends Error {}

/** Where each column is; -1 without it. */
export function columnsOf(headers: string[]): Record<Column, number> {
  const names = headers.map((header) => squeeze(header.replace(/\(.*?\)|\[.*?\]/g, '')));
  const find = (column: Column) => names.findIndex((name) => (headings[column] as readonly string[]).includes(name));
  const at = Object.fromEntries((Object.keys(headings) as Column[]).map((column) => [column, find(column)]));
  if (at['name']! < 0 || at['amount']! < 0)
    throw new ValidationError('file', 'Name two columns “Item” and “Amount”, then upload the file again.');
  return at as Record<Column, number>;
}

/** The item of a row. */
export function itemOf(
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

export type Item = ReturnType<typeof itemOf>;
