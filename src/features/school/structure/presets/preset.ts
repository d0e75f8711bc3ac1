/** A subject as a preset proposes it. */
export interface PresetSubject {
  code: string;
  title: string;
  /** A student takes one of each group. */
  group?: string;
  /** Only in these arms, such as those for sciences: 'A, B'. All without it. */
  arms?: string;
  /** Only in these classes of the program. All without it. */
  classes?: readonly string[];
  units?: number;
  /** The place of the term in which it is taught. Every term without it. */
  term?: number;
  /** Listed, but not selected. */
  isOff?: true;
  /** Why somebody would select it. */
  note?: string;
}

export interface PresetProgram {
  key: string;
  code: string;
  name: string;
  /** In the order of promotion. */
  classes: readonly string[];
  subjects: readonly PresetSubject[];
  /** The program whose first class its last class promotes to. */
  promotesTo?: string;
}

export interface Preset {
  label: string;
  /** Three terms or two semesters. */
  calendar: 'terms' | 'semesters';
  /** Proposed for each class: 'A, B, C'. Empty for classes without arms. */
  arms: string;
  seats: number;
  /** Its courses have credit units and a term, and its programs are the institution's own. */
  isTertiary: boolean;
  programs: readonly PresetProgram[];
}
