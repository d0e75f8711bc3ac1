import type { FetActivity, FetConstraint, FetProblem, FetRoom, FetStudents } from './fet-problem.ts';
import type { Element } from './read-xml.ts';
import { branch, escape, leaf, linesOf, writeXml } from './write-xml.ts';

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
