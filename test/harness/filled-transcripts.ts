import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';

/** A statement of result of the institution's first student. */
export async function fillTranscripts(tx: Tx, institutionId: number, surname: string): Promise<void> {
  const names = { surname, firstName: 'Former', middleName: null, gender: null, birthDate: null, purpose: null };
  await tx.execute(sql`
    insert into academic_papers (institution_id, seq, kind, number, student_id, content, names, content_digest,
      names_digest, seal, code, issued_at)
    select ${institutionId}, 1, 'statement', 'SR/2026/0001', min(s.id), jsonb_build_object('kind', 'statement',
        'studentId', min(s.id), 'admissionNumber', min(s.admission_number), 'system', 'average', 'units', 0,
        'unitsPassed', 0, 'overall', '50', 'designation', null, 'repeats', '[]'::jsonb, 'program', null,
        'className', null, 'session', null, 'completedOn', '2026-01-01'),
      ${JSON.stringify({ ...names, recipient: surname })}::jsonb, sha256(''), sha256(''), sha256(''),
      lpad(${institutionId}::text, 16, 'P'), now()
    from students s where s.institution_id = ${institutionId}`);
}
