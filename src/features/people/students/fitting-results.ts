import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import { resultColumns, type ResultColumn } from './result-summary.ts';

const ofGradePoints: readonly ResultColumn[] = ['cgpa', 'designation'];

/**
 * What the list of students can show of results: averages and positions of schools, grade points of colleges, and what
 * the address sorts or filters by in any case. Empty for users who do not see results.
 */
export function fittingResults(actor: Actor, asked: { institution_id?: number; sort?: string }): ResultColumn[] {
  const seen = institutionsInView(actor, asked.institution_id, 'results.view');
  if (seen.length === 0) return [];
  const uses = new Set(seen.flatMap((id) => membershipIn(actor, id)!.uses));
  return (Object.keys(resultColumns) as ResultColumn[]).filter(
    (key) =>
      key === 'promotion' ||
      uses.has(ofGradePoints.includes(key) ? 'gradePoints' : 'averages') ||
      key in asked ||
      asked.sort?.replace('-', '') === key,
  );
}
