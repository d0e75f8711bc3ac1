import type { scaleFormPage } from '#features/results/assessment/setup.queries.ts';
import type { PropsOf } from '#web/page.ts';
import type { Browser } from './app.ts';

export interface Scale {
  grades: [grade: string, from: string, points: string][];
  classes?: [name: string, from: string][];
}

export const rowsIn = (rows: object[]) =>
  Object.fromEntries(rows.map((row, at) => [at + 1, { id: '', ...row, position: at }]));

/** The form of a scale as a registrar types it. */
export const typedScale = (name: string, { grades, classes = [] }: Scale) => ({
  name,
  entryFrom: '',
  bands: rowsIn(grades.map(([grade, from, points]) => ({ grade, from, points, remark: '' }))),
  designations: rowsIn(classes.map(([of, from]) => ({ name: of, from }))),
});

/** The form of a new scale that begins with a preset, sent as it is. */
export async function offeredScale(browser: Browser, wanted: string) {
  const { presets } = (await browser.page('/grading-scales/new')).props as PropsOf<typeof scaleFormPage>;
  const { name, bands, designations } = presets.find(({ key }) => key === wanted)!;
  return { name, entryFrom: '', bands: rowsIn(bands), designations: rowsIn(designations) };
}
