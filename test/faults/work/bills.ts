import { randomUUID } from 'node:crypto';
import { pause, pick, type Desk } from './desk.ts';

/** Adds a fee and bills it by a run: a hundred rounds would queue hours of work if each started several. */
export async function billClasses(desk: Desk) {
  const { clerk, school, notes, chance, prefix, isOver } = desk;
  for (let turn = 1; !isOver(); turn += 1) {
    const title = `Fee ${prefix}-${turn}`;
    const made = await clerk.post('/fees', {
      institutionId: school.institutionId,
      title,
      categoryId: school.categoryId,
      sessionId: school.sessionId,
      classes: [pick(chance, school.classIds)],
      particulars: { 1: { name: 'Levy', amount: 150_000 + turn, categoryId: school.categoryId, position: 1 } },
      instalments: { 1: { dueOn: '2026-12-14' } },
    });
    if (!notes.note('fee', title, made)) {
      await pause(made);
      continue;
    }
    const feeId = Number(/\/fees\/(\d+)/.exec(made.location)?.[1]);
    const key = randomUUID();
    let started = await clerk.post('/fee-runs', { fee_ids: [feeId] }, key);
    while (started.status === 0 && !isOver()) {
      await pause(started);
      started = await clerk.post('/fee-runs', { fee_ids: [feeId] }, key);
    }
    if (notes.note('bill', title, started)) return;
    await pause(started);
  }
}
