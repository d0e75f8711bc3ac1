import {
  childOf,
  type FetPlace,
  type FetProblem,
  type FetActivity,
  type FetConstraint,
  type FetRoom,
  type FetStudents,
} from './fet-problem.ts';
import { readXml, type Element, Unreadable } from './read-xml.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { Files, StoredFile } from '#kernel/files.ts';

/* What single elements of a .fet file say. */

const studentsOf = (element: Element): FetStudents => ({
  name: childOf(element, 'Name'),
  count: whole(childOf(element, 'Number_of_Students')),
  parts: element.children.filter(({ name }) => name === 'Group' || name === 'Subgroup').map(studentsOf),
});

const roomOf = (element: Element): FetRoom => ({
  name: childOf(element, 'Name'),
  capacity: whole(childOf(element, 'Capacity')),
  isVirtual: childOf(element, 'Virtual') === 'true',
});

function activityOf(element: Element): FetActivity {
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

const constraintOf = (element: Element): FetConstraint => ({
  kind: element.name,
  weight: Math.min(100, Math.max(0, Number(childOf(element, 'Weight_Percentage')) || 0)),
  isActive: isYes(childOf(element, 'Active')),
  comments: childOf(element, 'Comments'),
  values: element.children.filter(({ name }) => !frame.has(name)),
});

/** Old files leave it out, or say 'yes'. */
const isYes = (text: string): boolean => text !== 'false' && text !== 'no';

const whole = (text: string): number => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};

/** A file of FET: a problem, or the places that FET found for the activities of one. */
export type FetFile = { problem: FetProblem } | { places: FetPlace[] };

/** FET's own limits, or beyond every school. */
const maxCounts = {
  activities: 30_000,
  teachers: 6000,
  rooms: 6000,
  subjects: 6000,
  years: 3000,
  constraints: 200_000,
};

const tooMany = (what: string) =>
  new Unreadable(`The file has more ${what} than FET itself allows, so it was not read.`);

/** Reads what FET writes: a .fet file of version 5, 6 or 7, or the …_activities.xml of a result. */
export async function readFet(bytes: Uint8Array): Promise<FetFile> {
  const problem = emptyProblem();
  const places: FetPlace[] = [];
  let isResult = false;
  await readXml(bytes, {
    root(name, { version = '' }) {
      if (name === 'Activities_Timetable') {
        isResult = true;
        return 2;
      }
      problem.version = knownVersion(name, version);
      return 3;
    },
    element(parent, element) {
      if (isResult) {
        if (places.length >= maxCounts.activities) throw tooMany('activities');
        if (element.name === 'Activity') places.push(placeOf(element));
      } else take(problem, parent, element);
    },
  });
  if (isResult) return { places };
  if (problem.days.length === 0 || problem.hours.length === 0)
    throw new Unreadable('The file has no days or no hours, so there is nothing to read. Save it again in FET.');
  return { problem };
}

function knownVersion(root: string, version: string): string {
  if (root !== 'fet' && root !== 'FET' && root !== 'Timetable')
    throw new Unreadable(
      'This isn’t a FET file. Choose a .fet file, or the …_activities.xml that FET writes with a timetable.',
    );
  const [major = 0] = version.split('.').map(Number);
  if (root !== 'fet' || ![5, 6, 7].includes(major))
    throw new Unreadable(
      `This file was made with FET ${version.slice(0, 20) || 'of an unknown version'}. Akada reads files of FET 5, 6 and 7. Open it in a newer FET, save it there, and try again.`,
    );
  return version.slice(0, 60);
}

const emptyProblem = (): FetProblem => ({
  version: '',
  mode: 'Official',
  name: '',
  comments: '',
  days: [],
  hours: [],
  subjects: [],
  tags: [],
  teachers: [],
  years: [],
  rooms: [],
  activities: [],
  time: [],
  space: [],
});

/** An element of depth 2 has only its text; one of depth 3 is whole. */
function take(problem: FetProblem, parent: string, element: Element): void {
  const { name, text } = element;
  const named = (list: string[], limit = maxCounts.subjects, what = 'names') => {
    if (list.length >= limit) throw tooMany(what);
    list.push(childOf(element, 'Name') || text);
  };
  switch (`${parent} ${name}`) {
    case 'fet Mode':
      problem.mode = text;
      break;
    case 'fet Institution_Name':
      problem.name = text;
      break;
    case 'fet Comments':
      problem.comments = text;
      break;
    case 'Days_List Day':
      named(problem.days, 35, 'days');
      break;
    // Before FET 5.41 the names stood in the list itself.
    case 'Days_List Name':
      named(problem.days, 35, 'days');
      break;
    case 'Hours_List Hour':
    case 'Hours_List Name':
      named(problem.hours, 72, 'hours');
      break;
    case 'Subjects_List Subject':
      named(problem.subjects, maxCounts.subjects, 'subjects');
      break;
    case 'Activity_Tags_List Activity_Tag':
      named(problem.tags, maxCounts.subjects, 'activity tags');
      break;
    case 'Teachers_List Teacher':
      named(problem.teachers, maxCounts.teachers, 'teachers');
      break;
    case 'Students_List Year':
      if (problem.years.length >= maxCounts.years) throw tooMany('years');
      problem.years.push(studentsOf(element));
      break;
    case 'Rooms_List Room':
      if (problem.rooms.length >= maxCounts.rooms) throw tooMany('rooms');
      problem.rooms.push(roomOf(element));
      break;
    case 'Activities_List Activity':
      if (problem.activities.length >= maxCounts.activities) throw tooMany('activities');
      problem.activities.push(activityOf(element));
      break;
    default:
      if (!name.startsWith('Constraint')) break;
      if (problem.time.length + problem.space.length >= maxCounts.constraints) throw tooMany('constraints');
      if (parent === 'Time_Constraints_List') problem.time.push(constraintOf(element));
      else if (parent === 'Space_Constraints_List') problem.space.push(constraintOf(element));
  }
}

const placeOf = (element: Element): FetPlace => ({
  id: whole(childOf(element, 'Id')),
  day: childOf(element, 'Day'),
  hour: childOf(element, 'Hour'),
  room: childOf(element, 'Room'),
});

/** The largest example of FET has 2 MB. */
export const uploadBytes = 20 * 1_048_576;

/** Reads a file that somebody uploaded; what is wrong with it stands beside the field. */
export async function readUpload(files: Files, { storedAs }: Pick<StoredFile, 'storedAs'>): Promise<FetFile> {
  const parts: Buffer[] = [];
  for await (const part of await files.open(storedAs)) parts.push(part as Buffer);
  try {
    return await readFet(Buffer.concat(parts));
  } catch (error) {
    throw error instanceof Unreadable ? new ValidationError('file', error.message) : error;
  }
}
