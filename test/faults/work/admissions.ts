import { randomUUID } from 'node:crypto';
import { assign } from './assignments.ts';
import { again, letters, pause, type Desk } from './desk.ts';

/** Admits students by the pattern of numbers, corrects their records and changes their status. */
export async function admitAndChange(desk: Desk) {
  const { clerk, school, notes, chance, prefix, isOver } = desk;
  for (let turn = 1; !isOver(); turn += 1) {
    const surname = `Admitted ${letters(`${prefix} ${turn}`)}`;
    const person = { firstName: 'New', surname, city: 'Oke' };
    const send = () => clerk.post('/students', { ...person, institutionId: school.institutionId }, key);
    const key = randomUUID();
    // Where no answer came the same form is sent again, and admits nobody again.
    const admitted = await again(isOver, send);
    if (!notes.note('admission', surname, admitted)) {
      await pause(admitted);
      continue;
    }
    const id = Number(admitted.location.split('/').at(-1));
    const admissionNumber = / was admitted as (.+)\.$/.exec(clerk.flash())?.[1] ?? '';
    notes.numbers.set(surname, admissionNumber);
    await edit(desk, id, { ...person, admissionNumber });
    if (chance() < 0.5) await assign(desk, [id]);
    await changeStatus(desk, id, surname);
  }
}

async function edit(
  { clerk, notes, isOver }: Desk,
  id: number,
  person: { surname: string; admissionNumber: string; firstName: string; city: string },
) {
  let opened = person;
  for (let turn = 1; turn <= 2 && !isOver(); turn += 1) {
    const city = `Town ${turn} of ${person.surname}`;
    const answer = await clerk.post(`/students/${id}`, { ...person, city, opened });
    if (notes.note('edit', city, answer)) opened = { ...person, city };
    else await pause(answer);
  }
}

async function changeStatus({ clerk, notes, chance, isOver }: Desk, id: number, surname: string) {
  const away = chance() < 0.5 ? 'suspended' : 'withdrawn';
  for (const status of [away, 'active']) {
    if (isOver()) return;
    const reason = `${status}: ${surname}`;
    if (!notes.note('status', reason, await clerk.post(`/students/${id}/status`, { status, reason }))) return;
  }
}
