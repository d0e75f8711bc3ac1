import { setTimeout as wait } from 'node:timers/promises';
import type { Upload } from '#test/faults/notes.ts';
import { letters, pick, type Desk, type School } from './desk.ts';

/**
 * Runs what was checked before the last fault, then uploads a roster, has it checked, and has it run; goes as far as the
 * server lives.
 */
export async function importRoster(desk: Desk, rows: number) {
  const { clerk, school, chance, notes, prefix, isOver } = desk;
  const left = notes.imports.findLast(({ isRunAsked }) => !isRunAsked);
  if (left && !isOver()) await runWhenChecked(desk, left, 1);
  const name = `${prefix}.csv`;
  const form = new FormData();
  form.set('institutionId', String(school.institutionId));
  form.set('file', new Blob([roster(school, prefix, rows)], { type: 'text/csv' }), name);
  const uploaded = await clerk.post('/imports', form);
  if (!notes.note('upload', name, uploaded)) return;
  const upload: Upload = {
    id: Number(uploaded.location.split('/').at(-1)),
    prefix,
    rows,
    mode: pick(chance, ['all', 'good']),
    isRunAsked: false,
    isRunAcknowledged: false,
  };
  notes.imports.push(upload);
  const page = `/imports/${upload.id}`;
  if (!notes.note('check', name, await clerk.post(`${page}/check`, { mapping: columns }))) return;
  await runWhenChecked(desk, upload);
}

async function runWhenChecked({ clerk, notes, isOver }: Desk, upload: Upload, looks = Infinity) {
  const page = `/imports/${upload.id}`;
  for (let look = 1; !(await clerk.get(page)).body.includes('"imports/import-checked"'); look += 1) {
    if (isOver() || look >= looks) return;
    await wait(100);
  }
  upload.isRunAsked = true;
  const answer = await clerk.post(`${page}/run`, { mode: upload.mode });
  upload.isRunAcknowledged = notes.note('run', `${upload.prefix}.csv`, answer);
}

const columns = ['admissionNumber', 'surname', 'firstName', 'gender', 'birthDate', 'batch'];

/** Everybody of a roster has its surname; every fifth is to be given a number. */
export const surnameOf = (prefix: string) => `Roster ${letters(prefix)}`;

function roster({ batches }: School, prefix: string, count: number) {
  const lines = Array.from({ length: count }, (_, at) => {
    const batch = at % 2 ? batches[at % batches.length]!.name : '';
    return [
      at % 5 ? `${prefix}/${at + 1}` : '',
      surnameOf(prefix),
      `Row ${letters(String(at))}`,
      at % 3 ? 'F' : 'M',
      `${2010 + (at % 4)}-0${1 + (at % 9)}-11`,
      batch,
    ].join(',');
  });
  return ['Admission number,Surname,First name,Gender,Date of birth,Class', ...lines].join('\n');
}
