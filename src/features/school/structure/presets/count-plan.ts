import { armsIn, isSame, taughtIn } from './arms.ts';
import type { DraftClass, DraftProgram } from './draft.ts';
import type { TalliedNoun } from './tally.ts';

/** What the institution has, of what a preset adds. */
export interface Existing {
  programs: { id: number; code: string; name: string }[];
  classes: { id: number; programId: number; name: string }[];
  /** Of the current session. */
  arms: { classId: number; arm: string; hasCourses: boolean }[];
  codes: string[];
}

export interface PlanCounts {
  added: Record<TalliedNoun, number>;
  existing: Record<TalliedNoun, number>;
  /** For each class, its arms with the number of their subjects. */
  levels: { key: string; name: string; arms: { name: string; subjects: number; exists: boolean }[] }[];
  /** Selected, and taught in no arm. */
  untaught: string[];
}

/** What the form would add, for its preview. The verb asks the database again. */
export function countPlan(programs: readonly DraftProgram[], existing: Existing): PlanCounts {
  const counts: PlanCounts = { added: zero(), existing: zero(), levels: [], untaught: [] };
  const count = (noun: TalliedNoun, exists: boolean) => (counts[exists ? 'existing' : 'added'][noun] += 1);
  const codes = new Map<string, string>();
  const taught = new Set<string>();
  for (const program of programs.filter(({ isOn }) => isOn)) {
    const there = existing.programs.find(({ code, name }) => isSame(code, program.code) || isSame(name, program.name));
    count('programs', Boolean(there));
    for (const { code } of program.subjects.filter(({ isOn }) => isOn)) codes.set(code.toLowerCase(), code);
    for (const level of program.classes.filter(({ isOn }) => isOn)) {
      const found = existing.classes.find(({ programId, name }) => programId === there?.id && isSame(name, level.name));
      count('classes', Boolean(found));
      const names = armsIn(level.arms);
      const arms = (names.length ? names : ['']).map((name) => {
        const arm = existing.arms.find((one) => one.classId === found?.id && isSame(one.arm, name));
        const subjects = subjectsOf(program, level, names, name);
        for (const code of subjects) taught.add(code);
        return { name, subjects: subjects.size, exists: arm?.hasCourses ?? false, isThere: Boolean(arm) };
      });
      for (const { isThere } of arms) count('batches', isThere);
      counts.levels.push({ key: `${program.key} ${level.key}`, name: level.name, arms });
    }
  }
  for (const key of codes.keys()) count('courses', existing.codes.includes(key));
  counts.untaught = [...codes].flatMap(([key, code]) => (taught.has(key) ? [] : code));
  return counts;
}

function subjectsOf({ subjects }: DraftProgram, level: DraftClass, names: string[], arm: string): Set<string> {
  const ofLevel = subjects.filter(
    ({ isOn, classes, arms }) =>
      isOn &&
      (classes === '' || classes.split(' ').includes(level.key)) &&
      (names.length === 0 || taughtIn(armsIn(arms), names).includes(arm)),
  );
  return new Set(ofLevel.map(({ code }) => code.toLowerCase()));
}

const zero = () => ({ programs: 0, classes: 0, batches: 0, courses: 0 });
