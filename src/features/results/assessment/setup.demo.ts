import { systemActor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { scalePresets } from './compute/presets.ts';
import { AddScale, scaleForm } from './scales/scale-fields.ts';
import { addScale } from './scales/scales.ts';
import { AddScheme } from './schemes/scheme-fields.ts';
import { addScheme } from './schemes/schemes.ts';
import { addUse } from './uses/uses.ts';

interface Plan {
  /** Key of a preset. */
  scale: string;
  name: string;
  system: 'average' | 'gpa';
  step: string;
  components: [name: string, maximum: number][];
  traits: string[];
}

const asRows = (rows: object[]) => Object.fromEntries(rows.map((row, at) => [at + 1, { ...row, position: at }]));

/** A scale, a scheme by it, and the scheme for the whole institution: what its registrar would have typed. */
export async function setUpAssessment(tx: Tx, institutionId: number, plan: Plan): Promise<void> {
  const actor = systemActor(institutionId, 'Demonstration');
  const preset = scalePresets.find(({ key }) => key === plan.scale)!;
  const form = scaleForm({ ...preset, entryFrom: null });
  const scaleId = await addScale(
    tx,
    actor,
    AddScale.parse({
      institutionId,
      name: form.name,
      entryFrom: '',
      bands: asRows(form.bands),
      designations: asRows(form.designations),
    }),
  );
  const { name, system, step, components, traits } = plan;
  const schemeId = await addScheme(
    tx,
    actor,
    AddScheme.parse({
      institutionId,
      name,
      system,
      step,
      passMark: String(preset.passMark / 100),
      scaleId,
      cumulative: 'mean',
      ranksBatch: 'on',
      ranksCourses: 'on',
      minimumCourses: 1,
      repeats: 'all_attempts',
      components: asRows(components.map(([part, maximum]) => ({ name: part, maximum: String(maximum), savedKey: '' }))),
      traits: asRows(traits.map((trait) => ({ name: trait, savedKey: '' }))),
    }),
  );
  await addUse(tx, actor, { institutionId, schemeId, programId: null, classId: null, courseId: null });
}
