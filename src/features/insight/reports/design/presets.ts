import type { Choice } from '#kernel/choices.ts';
import type { Rule } from '../engine/definition.ts';
import type { Usable, UsableField } from '../engine/usable-fields.ts';

/** A report to start from. Fields that the actor can’t use, or that the institution doesn’t have, are left out. */
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
export const presetsFor = ({ subject, usable }: Usable): Preset[] =>
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
