import { hostile, textKinds } from './payloads.ts';
import type { Chance } from './random.ts';

const subjects = ['student', 'employee', 'guardian', 'invoice', 'payment', 'application', 'pin', 'result'];
const fields = ['surname', 'first_name', 'birth_date', 'batch', 'religion', 'genotype', 'owed', 'guardian_phones'];
const more = ['photo', 'age', 'guardian_count', 'subject', 'next_birthday', 'employee_number', 'department', 'mobile'];
const operators = ['is', 'contains', 'one_of', 'more_than', 'between', 'last_days', 'yes', 'empty', 'after', 'starts'];
const models = ['Student', 'Employee', 'Batch', 'PaymentRecord', 'Application', 'Course', 'User', 'Institution'];

/** Lists that “Save as report” takes over. */
export const lists = [
  'students',
  'employees',
  'guardians',
  'batches',
  'invoices',
  'balances',
  'payments',
  'unidentified',
];

/** Names that are none, and expressions in their place. */
const noNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'no_such_field',
  'custom_',
  'custom_0',
  'SURNAME',
  'surname; drop table students',
  "surname' or '1'='1",
  'students.password',
  'surname)::text, (select 1',
  '*',
  '1=(select 1 from pg_sleep(7))',
  'surname\0',
  'surname--zq',
  'a'.repeat(61),
  'custom_99999999999999999999',
  '',
];

/** A wild value for each part of a design, whatever the form. */
export function designsFrom(
  chance: Chance,
  at: number,
  { field: foreignField, report: foreignReport }: { field: number; report: number },
): Record<string, () => unknown> {
  const text = () => hostile(chance.pick(textKinds), chance, at);
  const field = (): string => {
    if (chance.is(0.6)) return chance.pick([...fields, ...more]);
    return chance.is(0.4) ? `custom_${foreignField}` : chance.is(0.7) ? chance.pick(noNames) : text();
  };
  const subject = () => (chance.is(0.8) ? chance.pick(subjects) : chance.pick(noNames));
  const selected = () => {
    const count = chance.pick([0, 1, 2, 5, 60, 61, 200]);
    const prefix = () =>
      chance.is(0.8) ? 'remove_student_' : chance.pick(['remove_', 'remove_employee_', '', 'add_']);
    return Array.from({ length: count }, () => prefix() + field()).join(chance.pick([' ', ' ', ',', '\n', '\t ']));
  };
  const value = () => chance.pick([text(), '', '1', '-1', '1e400', 'NaN', '2026-02-30', '2026-01-01', 'true', '\0']);
  const anyRule = () => ({
    field: field(),
    operator: chance.is(0.8) ? chance.pick(operators) : chance.pick([...noNames, 'like', '~', '= any']),
    values: Array.from({ length: chance.pick([0, 1, 1, 2, 3, 201]) }, value),
    ask: chance.pick([false, false, true, 'zq']),
  });
  const filters = () =>
    wrongJson(chance, {
      joined: chance.pick(['and', 'or', 'or 1=1', '__proto__']),
      groups: Array.from({ length: chance.pick([0, 1, 1, 2, 13]) }, () => ({
        joined: chance.pick(['and', 'or', 'xor']),
        rules: Array.from({ length: chance.pick([0, 1, 1, 2, 41]) }, anyRule),
      })),
    });
  const sort = () =>
    wrongJson(
      chance,
      Array.from({ length: chance.pick([0, 1, 2, 6]) }, () => ({
        field: field(),
        descending: chance.pick([true, 'desc']),
      })),
    );
  const limit = () => chance.pick<unknown>(['', '1', '0', '-1', '1e9', '1;', 5.5, text()]);
  const form = () => ({
    subject: subject(),
    selected_fields: selected(),
    filters: filters(),
    sort: sort(),
    group_by: field(),
    totals: chance.pick(['true', 'false', 'zq']),
    distinct: chance.pick(['true', 'false']),
    limit: limit(),
  });
  const dashletName = () => (chance.is(0.6) ? chance.pick(models) : chance.pick([...noNames, text()]));
  const step = () => chance.pick(['', 'day', 'week', 'month', 'term', 'century', text()]);
  const graph = () => ({
    subject: subject(),
    filters: filters(),
    first_group: field(),
    first_step: step(),
    second_group: field(),
    second_step: step(),
    measure: measure(),
    measure_field: field(),
    chart: chart(),
    order_by: 'value',
  });
  const measure = () => chance.pick(['count', 'share', 'sum', 'average', 'maximum', 'avg(owed)', 'toString', text()]);
  const chart = () => chance.pick(['bar', 'stacked', 'line', 'area', 'pie', 'heat', 'table', 'constructor', text()]);
  const ids = () =>
    Array.from({ length: chance.pick([0, 1, 2, 201]) }, () => chance.pick<unknown>([1, -1, '1e9', text()]));
  return {
    first_group: field,
    first_step: step,
    second_group: field,
    second_step: step,
    measure,
    measure_field: field,
    chart,
    order_by: () => chance.pick(['group', 'value', 'value desc', text()]),
    mark: () => wrongJson(chance, Array.from({ length: chance.pick([0, 1, 2, 41]) }, anyRule)),
    graph_id: () => chance.pick(['1', String(foreignReport), '-1', '1 or 1=1', text()]),
    roles: ids,
    accounts: ids,
    month_day: () => chance.pick(['first', 'last', '31', text()]),
    from: () => chance.pick([...lists, ...noNames, text()]),
    query: () =>
      String(
        new URLSearchParams([
          [chance.is(0.5) ? field() : text(), String(value())],
          ['sort', field()],
        ]),
      ),
    columns: () =>
      Array.from({ length: chance.pick([0, 1, 5, 200]) }, () =>
        chance.pick(['own1', `own${foreignField}`, field()]),
      ).join(' '),
    subject,
    selected_fields: selected,
    filters,
    sort,
    group_by: field,
    limit,
    field,
    design: () => wrongJson(chance, chance.is(0.5) ? form() : graph()),
    answers: () =>
      wrongJson(chance, { [chance.pick(['0.0', '0.1', '99.99', '__proto__', '0.0.0'])]: [value(), value()] }),
    after: () => Buffer.from(wrongJson(chance, [[value(), null, 7], chance.pick([1, -1, 'zq'])])).toString('base64url'),
    model_name: dashletName,
    model_associate_type: dashletName,
    split_by: field,
    model_record: () => chance.pick(['1', String(foreignField), '-1', '1 or 1=1', text()]),
    data_filter: () => chance.pick(['status:active', 'period:month', 'status:', ':', 'period:month;drop', text()]),
    shown_as: () => chance.pick(['figure', 'list', 'donut', 'line', 'toString']),
    sheet: () => chance.pick(['3x8', '2x7', '99x99', text()]),
    first: () => chance.pick(['1', '14', '25', '1e3']),
    content: () => chance.pick(['person', 'guardian', 'password', text()]),
    hour: () => chance.pick<unknown>([0, 23, 24, -1, '7;', text()]),
    weekday: () => chance.pick([1, 7, 8, 0]),
  };
}

/** JSON, at times of something else, cut off, or far too deep. */
function wrongJson(chance: Chance, whole: unknown): string {
  const text = JSON.stringify(whole);
  if (chance.is(0.75)) return text;
  return chance.pick([
    text.slice(0, Math.floor(text.length / 2)),
    'null',
    '[]',
    '{}',
    '"zq"',
    '7',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
    `{"__proto__":{"zpolluted":1},"groups":[{"rules":[]}]}`,
  ]);
}
