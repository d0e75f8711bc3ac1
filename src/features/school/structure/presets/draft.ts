import type { Preset, PresetProgram } from './preset-fields.ts';
import { armsIn, isSame, taughtIn } from './arms.ts';
import type { TalliedNoun } from './tally.ts';

interface DraftClass {
  key: string;
  isOn: boolean;
  name: string;
  arms: string;
}
export interface DraftSubject {
  key: string;
  isOn: boolean;
  code: string;
  title: string;
  arms: string;
  group: string;
  /** Keys of classes, separated by spaces. */
  classes: string;
  units: number;
  term: number;
  note: string;
}
export interface DraftProgram {
  key: string;
  isOn: boolean;
  code: string;
  name: string;
  promotesTo: string;
  classes: DraftClass[];
  subjects: DraftSubject[];
}

/** A preset as a form that can be edited. */
export const draftOf = (preset: Preset): DraftProgram[] =>
  preset.programs.map((program) => ({
    key: program.key,
    isOn: true,
    code: program.code,
    name: program.name,
    promotesTo: program.promotesTo ?? '',
    classes: program.classes.map((name, at) => ({ key: classKey(at), isOn: true, name, arms: preset.arms })),
    subjects: program.subjects.map((subject, at) => ({
      key: `s${at}`,
      isOn: !subject.isOff,
      code: subject.code,
      title: subject.title,
      arms: subject.arms ?? '',
      group: subject.group ?? '',
      units: subject.units ?? 1,
      term: subject.term ?? 0,
      classes: keysOf(program, subject.classes),
      note: noteOf(subject),
    })),
  }));

const classKey = (at: number) => `c${at}`;

const keysOf = ({ classes }: PresetProgram, named: readonly string[] = []) =>
  classes.flatMap((name, at) => (named.includes(name) ? classKey(at) : [])).join(' ');

/** 'Primary 1 to Primary 3', 'Trade, one of them'. */
const noteOf = ({ classes = [], group, note }: PresetProgram['subjects'][number]) =>
  [
    classes.length > 1 ? `${classes[0]} to ${classes.at(-1)}` : classes[0],
    group && `${group}: one for each student`,
    note,
  ]
    .filter(Boolean)
    .join(' · ');

/** Another program like the last one, such as the next diploma of a polytechnic. */
export function anotherProgram(programs: readonly DraftProgram[]): DraftProgram {
  const last = programs.at(-1)!;
  return { ...last, key: nextKey('p', programs), isOn: true, code: '', name: '', promotesTo: '' };
}

export const anotherSubject = ({ subjects }: DraftProgram): DraftSubject => ({
  key: nextKey('s', subjects),
  isOn: true,
  code: '',
  title: '',
  arms: '',
  group: '',
  classes: '',
  units: 1,
  term: 0,
  note: '',
});

/** A key that no row has had, with this letter before its number. */
function nextKey(letter: string, rows: readonly { key: string }[]): string {
  const numbers = rows.map(({ key }) => Number(/\d+$/.exec(key)?.[0] ?? 0));
  return `${letter}${Math.max(rows.length, ...numbers) + 1}`;
}

/** The same arms for every class. */
export const withArms = (programs: DraftProgram[], arms: string): DraftProgram[] =>
  programs.map((program) => ({ ...program, classes: program.classes.map((level) => ({ ...level, arms })) }));

/** The arms that all classes have; null where they differ. */
export function commonArms(programs: readonly DraftProgram[]): string | null {
  const all = new Set(programs.flatMap(({ classes }) => classes.map(({ arms }) => armsIn(arms).join(', '))));
  return all.size === 1 ? [...all][0]! : null;
}

/** What the institution has, of what a preset adds. */
export interface ExistingStructure {
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
export function countPlan(programs: readonly DraftProgram[], existing: ExistingStructure): PlanCounts {
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
