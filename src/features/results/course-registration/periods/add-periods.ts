import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { recordMany } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { id, list } from '#kernel/schemas.ts';
import { PeriodFields, checkPeriod } from './period-fields.ts';

export const AddPeriods = PeriodFields.extend({ termId: id, classIds: list(id) });

/** Sets up registration of classes for a term. From now on registration says what their students take in it. */
export async function addPeriods(
  tx: Tx,
  actor: Actor,
  { termId, classIds, ...input }: z.output<typeof AddPeriods>,
): Promise<number> {
  const within = institutionsWhere(actor, 'registration.manage');
  const [term] = await query<{ institutionId: number; name: string; isClosed: boolean }>(
    tx,
    sql`select t.institution_id as "institutionId", t.name || ', ' || y.name as name, y.closed_at is not null as "isClosed"
      from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
      where t.institution_id = any (${sql.param(within)}::int[]) and t.id = ${termId} for share of y`,
  );
  if (!term) throw new NotFound('term');
  const { institutionId, name, isClosed } = term;
  allow(actor, 'registration.manage', institutionId);
  if (isClosed) throw new ValidationError('termId', 'This session is closed.');
  if (classIds.length === 0) throw new ValidationError('classIds', 'Choose the classes.');
  await checkPeriod(tx, institutionId, input);
  const classes = await query<{ id: number; name: string; isTaken: boolean; hasSheet: boolean }>(
    tx,
    sql`select c.id::int as id, c.name, exists (select from registration_periods p
        where (p.institution_id, p.class_id, p.term_id) = (c.institution_id, c.id, ${termId})) as "isTaken",
      exists (select from mark_sheets s join batches b on (b.institution_id, b.id) = (s.institution_id, s.batch_id)
        where (s.institution_id, s.term_id, b.class_id) = (c.institution_id, ${termId}, c.id)) as "hasSheet"
    from classes c where c.institution_id = ${institutionId} and c.id = any (${sql.param(classIds)}::bigint[])
    order by c.id for share`,
  );
  if (classes.length < new Set(classIds).size) throw new NotFound('class');
  const taken = classes.find(({ isTaken }) => isTaken);
  if (taken)
    throw new ValidationError('classIds', `${taken.name} has registration for this term already. Edit it instead.`);
  const marked = classes.find(({ hasSheet }) => hasSheet);
  if (marked)
    throw new ValidationError(
      'classIds',
      `Marks of ${marked.name} are open for this term already, without registration.`,
    );
  const { minimumUnits, maximumUnits, opensOn, closesOn, lateUntil, lateFee, lateCategoryId, allowsOverride } = input;
  await tx.execute(sql`
    insert into registration_periods (institution_id, class_id, term_id, minimum_units, maximum_units, opens_on, closes_on,
      late_until, late_fee, late_category_id, allows_override)
    select ${institutionId}, u.id, ${termId}, ${minimumUnits}, ${maximumUnits}, ${opensOn}::date, ${closesOn}::date,
      ${lateUntil}::date, ${lateFee}::bigint, ${lateCategoryId}::bigint, ${allowsOverride}
    from unnest(${sql.param(classes.map((one) => one.id))}::bigint[]) u (id)`);
  await recordMany(
    tx,
    actor,
    'registration.open',
    classes.map((one) => ({
      institutionId,
      summary: `set up course registration of ${one.name} for ${name}`,
      subject: { type: 'class', id: one.id },
      details: { ...input },
    })),
  );
  return classes.length;
}
