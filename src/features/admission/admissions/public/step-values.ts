import { createHash } from 'node:crypto';
import type { OwnApplication } from './own-application.ts';
import type { AnswerStep } from './steps.ts';

type Values = Record<string, string>;

/** Nested values as the names of a form: { guardians: [{ surname }] } is 'guardians.0.surname'. */
export function flattened(value: unknown, prefix = ''): Values {
  if (value === null || value === undefined || value === false) return {};
  if (typeof value !== 'object') return { [prefix]: String(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, part]) => flattened(part, prefix ? `${prefix}.${name}` : name)),
  ) as Values;
}

/** What is saved of a part, as its form shows it. */
export function savedValues({ application }: OwnApplication, step: AnswerStep): Values {
  const { answers, surname, firstName, middleName, gender, birthDate, phone, email } = application;
  if (step === 'person')
    return flattened({ ...answers.person, surname, firstName, middleName, gender, birthDate, phone, email });
  // Several choices of one field travel as one text.
  if (step === 'custom')
    return Object.fromEntries(
      Object.entries(answers.custom ?? {}).map(([id, value]) => [`custom.${id}`, [value].flat().map(String).join(',')]),
    );
  return flattened(answers[step], step);
}

/** What the form of a part shows: what was typed last, or what is saved. */
export const shownValues = (own: OwnApplication, step: AnswerStep): Values =>
  own.application.answers.typed?.[step] ?? savedValues(own, step);

/** Identifies what a form was opened with, so that it does not overwrite what another window has saved since. */
export function openedWith(own: OwnApplication, step: AnswerStep): string {
  const values = Object.entries(shownValues(own, step)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}

/** Rows of a form by their index; blank ones are left out, and keep their index for errors. */
export function rowsOf(sent: Record<string, unknown>, name: string): { at: number; row: Record<string, unknown> }[] {
  const rows = new Map<number, Record<string, unknown>>();
  for (const [field, value] of Object.entries(sent)) {
    const [, at, rest] = new RegExp(`^${name}\\.(\\d{1,2})\\.(.+)$`).exec(field) ?? [];
    if (at === undefined || !rest) continue;
    const row = rows.get(Number(at)) ?? {};
    row[rest] = value;
    rows.set(Number(at), row);
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .filter(([, row]) => Object.values(row).some((value) => typeof value === 'string' && value.trim() !== ''))
    .map(([at, row]) => ({ at, row }));
}
