import type { Preset, PresetProgram } from './preset.ts';
import { armsIn } from './arms.ts';

export interface DraftClass {
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
