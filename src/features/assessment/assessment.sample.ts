import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { systemActor } from '#kernel/actor.ts';
import { scalePresets } from './compute/presets.ts';
import { AddScale, scaleForm } from './scales/scale-fields.ts';
import { addScale } from './scales/scales.ts';
import { AddScheme } from './schemes/scheme-fields.ts';
import { addScheme } from './schemes/schemes.ts';
import { addUse } from './uses/uses.ts';

interface Sample {
  components?: [name: string, maximum: number][];
  step?: string;
}

const asRows = (rows: object[]) => Object.fromEntries(rows.map((row, at) => [at + 1, { ...row, position: at }]));

/** For tests: a WAEC scale and a scheme of it for the whole institution, halves allowed. */
export async function addSampleScheme(tx: Tx, institutionId: number, { components, step = '50' }: Sample = {}) {
  const actor = systemActor(institutionId, 'Sample');
  const [waec] = scalePresets;
  const form = scaleForm({ ...waec!, entryFrom: null });
  const scale = AddScale.parse({
    ...{ ...form, institutionId, entryFrom: '' },
    bands: asRows(form.bands),
    designations: {},
  });
  const scaleId = await addScale(tx, actor, scale);
  const parts = components ?? [
    ['Test', 40],
    ['Examination', 60],
  ];
  const scheme = AddScheme.parse({
    ...{ institutionId, name: 'Tests and examination', system: 'average', step, passMark: '40', scaleId },
    ...{ cumulative: 'mean', ranksBatch: 'on', ranksCourses: 'on', minimumCourses: 1, repeats: 'all_attempts' },
    components: asRows(parts.map(([name, maximum]) => ({ name, maximum: String(maximum), savedKey: '' }))),
  });
  const schemeId = await addScheme(tx, actor, scheme);
  await addUse(tx, actor, { institutionId, schemeId, programId: null, classId: null, courseId: null });
  return { scaleId, schemeId };
}

/** A course of a batch with its teacher. */
export async function addSampleCourse(
  tx: Tx,
  {
    institutionId,
    batchId,
    code,
    employeeId,
  }: { institutionId: number; batchId: number; code: string; employeeId?: number },
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with course as (insert into courses (institution_id, code, title) values (${institutionId}, ${code}, ${code}) returning id)
    insert into course_offerings (institution_id, batch_id, course_id, employee_id)
    select ${institutionId}, ${batchId}, id, ${employeeId ?? null}::bigint from course returning course_id::int as id`);
  return rows[0]!.id;
}
