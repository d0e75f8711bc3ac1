import { setTimeout as wait } from 'node:timers/promises';
import type { Answer, Clerk } from '#test/faults/clerk.ts';

export interface School {
  institutionId: number;
  batches: { id: number; name: string }[];
  studentIds: number[];
}

/** What the server said it had done. */
export interface Acknowledged {
  assignments: { id: number; batchId: number; studentIds: number[] }[];
  /** Asked for, and said to be done. */
  undone: Set<number>;
  /** Asked for; perhaps done. */
  undoAsked: Set<number>;
  imports: Upload[];
  /** Answers that no fault explains. */
  odd: string[];
}

export interface Upload {
  id: number;
  prefix: string;
  rows: number;
  mode: 'all' | 'good';
  /** How far the person got: uploaded, checked, asked to run. */
  isRunAsked: boolean;
  isRunAcknowledged: boolean;
}

export const nothingYet = (): Acknowledged => ({
  assignments: [],
  undone: new Set(),
  undoAsked: new Set(),
  imports: [],
  odd: [],
});

type Chance = () => number;
const pick = <T>(chance: Chance, list: T[]) => list[Math.floor(chance() * list.length)]!;

/** Assigns students to batches and takes some of it back, until told to stop. */
export async function assignAndUndo(
  clerk: Clerk,
  school: School,
  chance: Chance,
  noted: Acknowledged,
  own: number[],
  isOver: () => boolean,
) {
  while (!isOver()) {
    const batch = pick(chance, school.batches);
    // Mostly of his own third, where nobody moves them on before he takes it back; sometimes of everybody's.
    const students = chance() < 0.8 ? own : school.studentIds;
    const studentIds = [
      ...new Set(Array.from({ length: 1 + Math.floor(chance() * 60) }, () => pick(chance, students))),
    ];
    const answer = await clerk.post('/students/batch-assignment', { batch_id: batch.id, student_ids: studentIds });
    note(noted, 'an assignment', answer);
    if (answer.status !== 200) {
      // As often as a person's browser may ask: src/web/app.ts limits the requests of a minute.
      await wait(answer.status === 429 ? 1000 : 150);
      continue;
    }
    const id = Number(answer.location.split('/').at(-1));
    if (answer.body !== 'success' || !id)
      noted.odd.push(`an assignment answered "${answer.body}" at ${answer.location}`);
    noted.assignments.push({ id, batchId: batch.id, studentIds });
    if (chance() > 0.4) continue;
    noted.undoAsked.add(id);
    const undo = await clerk.post(`/students/batch-assignments/${id}/undo`);
    note(noted, 'an undo', undo);
    if (undo.status === 200) noted.undone.add(id);
  }
}

// 0: no answer. 409, 422: somebody was faster, no room. 503: the database is away.
function note(noted: Acknowledged, what: string, { status, body }: Pick<Answer, 'status' | 'body'>) {
  if (![0, 200, 303, 409, 422, 429, 503].includes(status))
    noted.odd.push(`${what} answered ${status}: ${body.slice(0, 300)}`);
}

/** Uploads a roster, has it checked, and has it run; goes as far as the server lives. */
export async function importRoster(
  clerk: Clerk,
  school: School,
  chance: Chance,
  noted: Acknowledged,
  prefix: string,
  isOver: () => boolean,
) {
  const rows = 1200;
  const form = new FormData();
  form.set('institutionId', String(school.institutionId));
  form.set('file', new Blob([roster(school, prefix, rows)], { type: 'text/csv' }), `${prefix}.csv`);
  const uploaded = await clerk.post('/imports', form);
  if (uploaded.status !== 303) return void note(noted, 'an upload', uploaded);
  const upload: Upload = {
    id: Number(uploaded.location.split('/').at(-1)),
    prefix,
    rows,
    mode: chance() < 0.5 ? 'all' : 'good',
    isRunAsked: false,
    isRunAcknowledged: false,
  };
  noted.imports.push(upload);
  const page = `/imports/${upload.id}`;
  const checking = await clerk.post(`${page}/check`, { mapping: columns });
  if (checking.status !== 303) return void note(noted, 'a check', checking);
  while (!(await clerk.get(page)).body.includes('"imports/import-checked"')) {
    if (isOver()) return;
    await wait(50);
  }
  upload.isRunAsked = true;
  const running = await clerk.post(`${page}/run`, { mode: upload.mode });
  note(noted, 'a run', running);
  upload.isRunAcknowledged = running.status === 303;
}

const columns = ['admissionNumber', 'surname', 'firstName', 'gender', 'birthDate', 'batch'];

function roster({ batches }: School, prefix: string, count: number) {
  const lines = Array.from({ length: count }, (_, at) => {
    const batch = at % 2 ? batches[at % batches.length]!.name : '';
    return [
      `${prefix}/${at + 1}`,
      `Fault${letters(prefix)}`,
      `Row${letters(String(at))}`,
      at % 3 ? 'F' : 'M',
      `${2010 + (at % 4)}-0${1 + (at % 9)}-11`,
      batch,
    ].join(',');
  });
  return ['Admission number,Surname,First name,Gender,Date of birth,Class', ...lines].join('\n');
}

/** Names have no digits. */
const letters = (text: string) =>
  [...text].map((sign) => (/\d/.test(sign) ? 'abcdefghij'[Number(sign)] : sign)).join('');
