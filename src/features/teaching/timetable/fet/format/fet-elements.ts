import { childOf, type FetActivity, type FetConstraint, type FetRoom, type FetStudents } from './fet-problem.ts';
import type { Element } from './read-xml.ts';

/* What single elements of a .fet file say. */

export const studentsOf = (element: Element): FetStudents => ({
  name: childOf(element, 'Name'),
  count: whole(childOf(element, 'Number_of_Students')),
  parts: element.children.filter(({ name }) => name === 'Group' || name === 'Subgroup').map(studentsOf),
});

export const roomOf = (element: Element): FetRoom => ({
  name: childOf(element, 'Name'),
  capacity: whole(childOf(element, 'Capacity')),
  isVirtual: childOf(element, 'Virtual') === 'true',
});

export function activityOf(element: Element): FetActivity {
  const all = (name: string) =>
    element.children.flatMap((child) => (child.name === name && child.text ? child.text : []));
  const duration = whole(childOf(element, 'Duration')) || 1;
  return {
    id: whole(childOf(element, 'Id')),
    group: whole(childOf(element, 'Activity_Group_Id')),
    teachers: all('Teacher'),
    subject: childOf(element, 'Subject'),
    tags: all('Activity_Tag'),
    students: all('Students'),
    duration,
    total: whole(childOf(element, 'Total_Duration')) || duration,
    isActive: isYes(childOf(element, 'Active')),
    comments: childOf(element, 'Comments'),
  };
}

const frame = new Set(['Weight_Percentage', 'Active', 'Comments']);

export const constraintOf = (element: Element): FetConstraint => ({
  kind: element.name,
  weight: Math.min(100, Math.max(0, Number(childOf(element, 'Weight_Percentage')) || 0)),
  isActive: isYes(childOf(element, 'Active')),
  comments: childOf(element, 'Comments'),
  values: element.children.filter(({ name }) => !frame.has(name)),
});

/** Old files leave it out, or say 'yes'. */
const isYes = (text: string): boolean => text !== 'false' && text !== 'no';

export const whole = (text: string): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};
