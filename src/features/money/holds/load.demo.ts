import { sql } from 'drizzle-orm';
import { render, type Tx, query } from '#kernel/database.ts';
import type { DemoInstitution, DemoStep } from '#web/feature.ts';
import { heldStudents } from './held/held-students.ts';
import { holdLifts, holdRules } from './holds.schema.ts';

/** Once the term is paid for: a rule that is on, one that is not, and a student whose hold is lifted. */
export const steps: DemoStep[] = [
  {
    place: 120,
    async load(tx, { school, college }) {
      await insertHolds(tx, school, 'Report cards and exams');
      await insertHolds(tx, college, 'Results and exams');
    },
  },
];

async function insertHolds(tx: Tx, { id: institutionId }: DemoInstitution, name: string): Promise<void> {
  await tx.insert(holdRules).values([
    { institutionId, name, withholds: ['report_card', 'exam'], above: 20_000_00, overdueDays: 30, isOn: true },
    { institutionId, name: 'Transcripts', withholds: ['transcript'], overdueDays: 90 },
  ]);
  const held = await heldStudents(tx, institutionId, sql`students.status = 'active'`);
  const [student] = [...held.values()].toSorted((one, other) => other.owed - one.owed);
  const rows = await query<{ id: number }>(tx, render)`
    select m.account_id as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key in ('bursar', 'owner') order by r.key, m.account_id limit 1`;
  if (!student) return;
  await tx.insert(holdLifts).values({
    institutionId,
    studentId: student.studentId,
    lifts: ['exam'],
    accountId: rows[0]?.id ?? null,
    until: '2026-12-11',
    reason: 'Father pays the rest on 10 December, as agreed with the principal.',
  });
}
