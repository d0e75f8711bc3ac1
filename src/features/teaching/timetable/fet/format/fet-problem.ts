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

const byteOrderMark = '\uFEFF';

/** As FET writes it: one element a line, tabs, and a byte order mark in front. */
const writeXml = (lines: string[]): string =>
  `${byteOrderMark}<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;

/** An element with text or elements, in lines. */
function linesOf({ name, text, children }: Element, indent = ''): string[] {
  if (children.length === 0) return [`${indent}<${name}>${escape(text)}</${name}>`];
  return [`${indent}<${name}>`, ...children.flatMap((child) => linesOf(child, `${indent}\t`)), `${indent}</${name}>`];
}

export const leaf = (name: string, value: string | number | boolean): Element => ({
  name,
  text: String(value),
  children: [],
});
export const branch = (name: string, children: Element[]): Element => ({ name, text: '', children });

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Without control characters and halves of letters, which XML has no way to write. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => escapes[letter]!);

/** A problem as a .fet file. The counts are what FET compares with what it finds. */
export function writeFet(problem: FetProblem): string {
  const { days, hours, subjects, tags, teachers, years, rooms, activities, time, space } = problem;
  const listed = (name: string, one: string, names: string[], more: (name: string) => Element[] = () => []) =>
    branch(
      name,
      names.map((each) => branch(one, [leaf('Name', each), ...more(each)])),
    );
  const counted = (name: string, one: 'Day' | 'Hour', names: string[]) => {
    const list = listed(name, one, names);
    return { ...list, children: [leaf(`Number_of_${one}s`, names.length), ...list.children] };
  };
  const noComments = [leaf('Comments', '')];
  const elements = [
    leaf('Mode', problem.mode),
    leaf('Institution_Name', problem.name),
    leaf('Comments', problem.comments),
    counted('Days_List', 'Day', days),
    counted('Hours_List', 'Hour', hours),
    listed('Subjects_List', 'Subject', subjects, () => noComments),
    listed('Activity_Tags_List', 'Activity_Tag', tags, () => [leaf('Printable', true), ...noComments]),
    listed('Teachers_List', 'Teacher', teachers, () => [
      leaf('Target_Number_of_Hours', 0),
      leaf('Qualified_Subjects', ''),
      ...noComments,
    ]),
    branch(
      'Students_List',
      years.map((year) => studentsElement(year, ['Year', 'Group', 'Subgroup'])),
    ),
    branch('Activities_List', activities.map(activityElement)),
    branch('Buildings_List', []),
    branch('Rooms_List', rooms.map(roomElement)),
    branch('Time_Constraints_List', time.map(constraintElement)),
    branch('Space_Constraints_List', space.map(constraintElement)),
  ];
  return writeXml([`<fet version="${escape(problem.version)}">`, ...elements.flatMap((one) => linesOf(one)), '</fet>']);
}

function studentsElement({ name, count, parts }: FetStudents, [level = 'Subgroup', ...below]: string[]): Element {
  return branch(level, [
    leaf('Name', name),
    leaf('Number_of_Students', count),
    leaf('Comments', ''),
    ...parts.map((part) => studentsElement(part, below)),
  ]);
}

const activityElement = (activity: FetActivity): Element =>
  branch('Activity', [
    ...activity.teachers.map((name) => leaf('Teacher', name)),
    leaf('Subject', activity.subject),
    ...activity.tags.map((name) => leaf('Activity_Tag', name)),
    ...activity.students.map((name) => leaf('Students', name)),
    leaf('Duration', activity.duration),
    leaf('Total_Duration', activity.total),
    leaf('Id', activity.id),
    leaf('Activity_Group_Id', activity.group),
    leaf('Active', activity.isActive),
    leaf('Comments', activity.comments),
  ]);

const roomElement = ({ name, capacity, isVirtual }: FetRoom): Element =>
  branch('Room', [
    leaf('Name', name),
    leaf('Building', ''),
    leaf('Capacity', capacity),
    leaf('Virtual', isVirtual),
    leaf('Comments', ''),
  ]);

const constraintElement = ({ kind, weight, values, isActive, comments }: FetConstraint): Element =>
  branch(kind, [leaf('Weight_Percentage', weight), ...values, leaf('Active', isActive), leaf('Comments', comments)]);
