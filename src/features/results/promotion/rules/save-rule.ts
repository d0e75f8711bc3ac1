import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import { contentOf, type Conditions, type RuleContent, type SaveRule } from './rule-content.ts';

/** Writes the next version of a rule: of a class, or of all classes without one of their own. */
export async function saveRule(tx: Tx, actor: Actor, input: z.output<typeof SaveRule>): Promise<void> {
  const { institutionId, classId } = input;
  allow(actor, 'assessment.edit', institutionId);
  const content = contentOf(input);
  await refuseUnknown(tx, institutionId, classId, content);
  refuseEmpty('', content.promote);
  if (content.onTrial) refuseEmpty('trial', content.onTrial);
  await addVersion(tx, actor, input, content);
}

/** Takes a class's own rule away, so that the one of all classes holds. */
export async function removeRule(
  tx: Tx,
  actor: Actor,
  input: { institutionId: number; classId: number; version: number },
): Promise<void> {
  allow(actor, 'assessment.edit', input.institutionId);
  await addVersion(tx, actor, input, null);
}

async function addVersion(
  tx: Tx,
  actor: Actor,
  { institutionId, classId, version }: { institutionId: number; classId: number | null; version: number },
  content: RuleContent | null,
) {
  const { rows } = await tx.execute(sql`
    insert into promotion_rules (institution_id, class_id, version, content, account_id)
    select ${institutionId}, ${classId}::bigint, ${version + 1}, ${content && JSON.stringify(content)}::jsonb, ${actor.accountId}::bigint
    where ${version} = coalesce((select max(version) from promotion_rules where institution_id = ${institutionId}
      and class_id is not distinct from ${classId}::bigint), 0)
    on conflict do nothing returning id`);
  if (!rows[0]) throw new Conflict('Somebody else changed this rule just now. Reload the page and look at it first.');
  const [named] = await query<{ name: string }>(
    tx,
    sql`select name from classes where institution_id = ${institutionId} and id = ${classId}::bigint`,
  );
  const place = named?.name ?? 'all classes';
  await record(tx, actor, content ? 'promotion.saveRule' : 'promotion.removeRule', {
    institutionId,
    summary: content ? `changed the promotion rule of ${place}` : `removed the promotion rule of ${place}`,
    subject: { type: 'promotion_rule', id: Number(rows[0]['id']) },
    details: { version: version + 1, ...content },
  });
}

async function refuseUnknown(tx: Tx, institutionId: number, classId: number | null, content: RuleContent) {
  const wanted = [...new Set([...content.promote.compulsory, ...(content.onTrial?.compulsory ?? [])])];
  const [found] = await query<{ courses: number; classes: number }>(
    tx,
    sql`select (select count(*)::int from courses where institution_id = ${institutionId}
        and id = any (${sql.param(wanted)}::bigint[])) as courses,
      (select count(*)::int from classes where institution_id = ${institutionId} and id = ${classId}::bigint) as classes`,
  );
  if (classId !== null && found!.classes === 0) throw new ValidationError('classId', 'Choose one from the list.');
  if (found!.courses < wanted.length) throw new ValidationError('compulsory', 'Choose courses from the list.');
}

/** A rule that asks nothing would promote everybody, marks or none. */
function refuseEmpty(prefix: '' | 'trial', asked: Conditions): void {
  const { averageAtLeast, passesAtLeast, attendanceAtLeast, compulsory, feesPaid } = asked;
  if (
    averageAtLeast === null &&
    passesAtLeast === null &&
    attendanceAtLeast === null &&
    !compulsory.length &&
    !feesPaid
  )
    throw new ValidationError(
      prefix ? 'trialAverageAtLeast' : 'averageAtLeast',
      'Ask for something: an average, a number of passes, compulsory courses, attendance or fees.',
    );
}
