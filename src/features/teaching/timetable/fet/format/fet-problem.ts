import type { Element } from './read-xml.ts';

/** What a .fet file says, as it says it: a timetable to be made, by names. */
export interface FetProblem {
  /** Of FET, such as '6.8.5'. */
  version: string;
  /** 'Official', or one of the modes for mornings and afternoons, blocks or terms. */
  mode: string;
  name: string;
  comments: string;
  days: string[];
  hours: string[];
  subjects: string[];
  tags: string[];
  teachers: string[];
  years: FetStudents[];
  rooms: FetRoom[];
  activities: FetActivity[];
  time: FetConstraint[];
  space: FetConstraint[];
}

/** A year, a group in it, or a subgroup in that. */
export interface FetStudents {
  name: string;
  count: number;
  parts: FetStudents[];
}

export interface FetRoom {
  name: string;
  capacity: number;
  isVirtual: boolean;
}

/** One lesson of the week. Those of one split activity have the id of its first as their group. */
export interface FetActivity {
  id: number;
  group: number;
  teachers: string[];
  subject: string;
  tags: string[];
  students: string[];
  duration: number;
  /** Of all lessons of its group. */
  total: number;
  isActive: boolean;
  comments: string;
}

export interface FetConstraint {
  /** 'ConstraintTeacherMaxHoursDaily'. */
  kind: string;
  /** In percent. */
  weight: number;
  isActive: boolean;
  comments: string;
  /** What it has between its weight and whether it is active. */
  values: Element[];
}

/** Where a result puts an activity. */
export interface FetPlace {
  id: number;
  day: string;
  hour: string;
  room: string;
}

export const childOf = ({ children }: { children: Element[] }, name: string): string =>
  children.find((child) => child.name === name)?.text ?? '';

export const valueOf = ({ values }: FetConstraint, ...names: string[]): string =>
  values.find(({ name }) => names.includes(name))?.text ?? '';

export const numberOf = (constraint: FetConstraint, ...names: string[]): number =>
  Number(valueOf(constraint, ...names));

export const valuesOf = ({ values }: FetConstraint, name: string): string[] =>
  values.flatMap((value) => (value.name === name ? value.text : []));

/** The slots that a constraint lists as days and hours. */
export const slotsOf = ({ values }: FetConstraint): { day: string; hour: string }[] =>
  values.flatMap(({ children }) => {
    const day = children.find(({ name }) => name.endsWith('Day'));
    const hour = children.find(({ name }) => name.endsWith('Hour'));
    return day && hour ? { day: day.text, hour: hour.text } : [];
  });
