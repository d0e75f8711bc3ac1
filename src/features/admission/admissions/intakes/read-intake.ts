import { sql } from 'drizzle-orm';
import { query, render, type Tx } from '#kernel/database.ts';
import type { intakes } from '../admissions.schema.ts';
import type { IntakePaper, IntakeTest } from '../intake-form.ts';
import type { IntakeInput } from './intake-fields.ts';

interface Saved {
  papers: readonly IntakePaper[];
  tests: readonly IntakeTest[];
}

/** The columns of an intake from its form. Times are the institution's; papers and tests keep their keys. */
export async function readIntake(tx: Tx, timeZone: string, input: IntakeInput, saved: Saved) {
  const {
    fields,
    guardians,
    schools,
    results,
    examinations,
    custom,
    photo,
    classes,
    papers,
    tests,
    words,
    ...columns
  } = input;
  const rows = await query<{ opensAt: Date; closesAt: Date }>(
    tx,
    render(sql`
    select ${columns.opensAt}::timestamp at time zone ${timeZone} as "opensAt",
      ${columns.closesAt}::timestamp at time zone ${timeZone} as "closesAt"`),
  );
  const asked: IntakePaper[] = keyed(papers, saved.papers, ['photo']).map(({ key, label, isRequired }) => ({
    key,
    label,
    isRequired,
  }));
  const photoPaper = { key: 'photo', label: 'Photo', isRequired: photo === 'required' };
  return {
    ...columns,
    opensAt: rows[0]!.opensAt,
    closesAt: rows[0]!.closesAt,
    form: { fields: asAsked(fields), guardians, schools, results, examinations, custom: asAsked(custom) },
    papers: photo === 'hidden' ? asked : [photoPaper, ...asked],
    tests: keyed(tests, saved.tests).map(({ key, label, most }): IntakeTest => ({ key, label, most })),
    words: Object.fromEntries(Object.entries(words).filter(([, text]) => text !== null)),
    classes: classes.map(({ classId, seats }) => ({ classId, seats })).toSorted((a, b) => a.classId - b.classId),
  } satisfies Partial<typeof intakes.$inferInsert> & { classes: object[] };
}
export type IntakeValues = Awaited<ReturnType<typeof readIntake>>;

/** Without fields that are not asked, so that an untouched form is stored as it was. */
const asAsked = <Need extends string>(all: Partial<Record<string, Need>>): Record<string, Need> =>
  Object.fromEntries(Object.entries(all).filter(([, need]) => need !== undefined && need !== 'hidden')) as Record<
    string,
    Need
  >;

/** A key for a paper or a test from its label, different from those that are taken: 'Birth certificate' is birth-certificate. */
function keyFor(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  const start = plain || 'item';
  for (let at = 1; ; at += 1) {
    const key = at === 1 ? start : `${start}-${at}`;
    if (!taken.has(key)) return key;
  }
}

interface Row {
  savedKey: string | null;
  label: string;
}

/** Rows with their keys: a saved row keeps its own, whatever its label is now; a new one gets one from its label. */
function keyed<R extends Row>(rows: R[], saved: readonly { key: string }[], reserved: string[] = []) {
  const known = new Set(saved.map(({ key }) => key));
  const taken = new Set([...reserved, ...known]);
  const used = new Set<string>();
  return rows.map(({ savedKey, ...row }) => {
    const key = savedKey && known.has(savedKey) && !used.has(savedKey) ? savedKey : keyFor(row.label, taken);
    taken.add(key);
    used.add(key);
    return { ...row, key };
  });
}
