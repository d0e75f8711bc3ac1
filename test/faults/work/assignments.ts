import { pause, pick, type Desk } from './desk.ts';

/** Assigns students to batches and takes some of it back, until told to stop. */
export async function assignAndUndo(desk: Desk, own: number[]) {
  const { school, chance, isOver } = desk;
  while (!isOver()) {
    // Mostly of his own part, where nobody moves them on before he takes it back; sometimes of everybody's.
    const students = chance() < 0.8 ? own : school.studentIds;
    const studentIds = [
      ...new Set(Array.from({ length: 1 + Math.floor(chance() * 60) }, () => pick(chance, students))),
    ];
    const id = await assign(desk, studentIds);
    if (id && chance() <= 0.4) await undo(desk, id);
  }
}

export async function assign({ clerk, school, notes, chance }: Desk, studentIds: number[]): Promise<number> {
  const batch = pick(chance, school.batches);
  const answer = await clerk.post('/students/batch-assignment', { batch_id: batch.id, student_ids: studentIds });
  const id = Number(answer.location.split('/').at(-1));
  if (!notes.note('assignment', String(id), answer)) {
    await pause(answer);
    return 0;
  }
  if (answer.body !== 'success' || !id) notes.odd.push(`an assignment answered "${answer.body}" at ${answer.location}`);
  notes.assignments.push({ id, batchId: batch.id, studentIds });
  return id;
}

async function undo({ clerk, notes }: Desk, id: number) {
  notes.undoAsked.add(id);
  const answer = await clerk.post(`/students/batch-assignments/${id}/undo`);
  if (notes.note('undo', String(id), answer)) notes.undone.add(id);
}
