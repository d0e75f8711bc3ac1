import type { Usable } from '../engine/usable-fields.ts';
import type { Rule } from '../engine/definition.ts';

/** A report to start from. Fields that the actor can’t use, or that the institution doesn’t have, are left out. */
export interface Preset {
  key: string;
  label: string;
  subject: string;
  fields: string[];
  group: string | null;
  sort: { field: string; descending: boolean }[];
  rules: Rule[];
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
const current: Rule = { field: 'status', operator: 'one_of', values: ['active'], ask: false };
const names = ['surname', 'first_name', 'middle_name'];

const presets: Record<string, DeclaredPreset> = {
  phones: {
    ...{ ...student, label: 'Phone list', needs: ['guardian_phones'], group: 'batch', rules: [current] },
    fields: [...names, 'guardian_names', 'guardian_phones'],
  },
  classes: {
    ...{ ...student, label: 'Class list', needs: ['batch'], group: 'batch', rules: [current] },
    fields: ['admission_number', ...names, 'gender'],
  },
  birthdays: {
    ...{ ...student, label: 'Birthdays', needs: ['next_birthday'], rules: [current] },
    ...{ fields: [...names, 'batch', 'birth_date', 'next_birthday'], sort: [{ field: 'next_birthday', descending: false }] },
  },
  debtors: {
    ...{ ...student, label: 'Debtors', needs: ['balance'], group: 'batch', totals: true },
    ...{ fields: [...names, 'guardian_phones', 'balance'], sort: [{ field: 'balance', descending: true }] },
    rules: [{ field: 'balance', operator: 'more_than', values: ['0'], ask: false }],
  },
  staff: {
    ...{ subject: 'employee', label: 'Staff phone list', needs: ['surname', 'mobile'], group: 'department' },
    fields: [...names, 'job_title', 'phone', 'mobile', 'email'],
  },
};

/** The presets of a subject that this actor can use. */
export const presetsFor = ({ subject, usable }: Usable): Preset[] =>
  Object.entries(presets)
    .filter(([, preset]) => preset.subject === subject.name && preset.needs.every((key) => usable.has(key)))
    .map(([key, { needs: _, fields, group, sort = [], rules = [], totals = false, ...preset }]) => ({
      ...{ ...preset, key, totals, fields: fields.filter((field) => usable.has(field)) },
      group: group && usable.has(group) ? group : null,
      sort: sort.filter(({ field }) => usable.has(field)),
      rules: rules.filter(({ field }) => usable.has(field)),
    }));
