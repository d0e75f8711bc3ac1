import { Refused } from '#kernel/errors.ts';
import { canBeSame } from '../engine/corrections.ts';
import type { Field, Roster, Surroundings } from '../engine/field.ts';
import type { Mapping, Options } from '../engine/plan.ts';
import { createRowReader, type Plan } from '../engine/row.ts';

/** Refuses values for all rows that cannot be read, and those of fields with a column or that the user has no access to. */
export function refuseSame(
  mapping: Mapping,
  { same, dateOrder }: Options,
  roster: Roster,
  surroundings: Surroundings,
  canImport: (field: Field) => boolean,
): void {
  const errors: Record<string, string> = {};
  same.forEach(({ field: key, value }, at) => {
    const field = roster.fields[key];
    if (!field || !canImport(field) || !canBeSame(key, field))
      errors[`same.${at}.field`] = 'Choose a field from the list.';
    else if (mapping.includes(key))
      errors[`same.${at}.field`] = `${field.label} already has a column. Remove one of the two.`;
    else if (same.findIndex((other) => other.field === key) < at)
      errors[`same.${at}.field`] = `${field.label} has two values. Remove one.`;
    else {
      const plan: Plan = {
        headers: ['value'],
        columns: [key],
        tidyNames: false,
        surnameStands: 'first',
        notation: 'point',
        dateOrders: [dateOrder ?? 'dmy'],
      };
      const read = createRowReader(plan, roster, surroundings);
      // Other fields of a person are missing here; only this one is asked about.
      const problem = read({ number: 1, cells: [value] }).problems.find(({ column }) => column === 'value');
      if (problem) errors[`same.${at}.value`] = problem.message;
    }
  });
  const [first] = Object.entries(errors);
  if (first) throw new Refused(...first, errors);
}
