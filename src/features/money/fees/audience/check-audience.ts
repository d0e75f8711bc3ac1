import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { render, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { visibleTo } from '#features/people/students/students.policy.ts';
import { students } from '#features/people/students/students.schema.ts';
import { audienceSets, type AudienceInput } from './audience-input.ts';

/** Refuses what isn't the institution's, batches of other sessions, and fields that are restricted. */
export async function checkAudience(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  sessionId: number,
  input: AudienceInput,
): Promise<void> {
  const missing = (field: (typeof audienceSets)[number], from: ReturnType<typeof sql>) =>
    sql`(select count(*) from unnest(${sql.param(input[field])}::bigint[]) w
      where w not in (${from}))::int as ${sql.identifier(field)}`;
  const own = (table: string) => sql`select id from ${sql.identifier(table)} where institution_id = ${institutionId}`;
  const rows = await query<Record<string, number>>(tx, render)`select
    ${missing('programs', own('programs'))}, ${missing('classes', own('classes'))},
    ${missing('batches', sql`${own('batches')} and session_id = ${sessionId}`)},
    ${missing('categories', own('student_categories'))},
    ${missing(
      'options',
      sql`select o.id from custom_field_options o
        join custom_fields f on (f.institution_id, f.id) = (o.institution_id, o.field_id)
        where f.institution_id = ${institutionId} and f.entity = 'student' and f.field_group = 'general'`,
    )}`;
  const seen = await tx
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        eq(students.institutionId, institutionId),
        visibleTo(actor, students),
        inArray(students.id, input.students),
        isNull(students.mergedIntoId),
      ),
    );
  const wrong = audienceSets.find((field) => Number(rows[0]![field] ?? 0) > 0);
  const field = wrong ?? (seen.length < input.students.length ? 'students' : null);
  if (!field) return;
  const words = field === 'batches' ? 'Choose {batches} of the fee’s session.' : 'Choose from the list.';
  throw new ValidationError(field, words.replace('{batches}', 'batches'));
}
