import { and, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import { type Tx, query } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { choice, id } from '#kernel/schemas.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import { visibleTo } from './guardians.policy.ts';
import { linkEntries } from './link-guardian.ts';

const responsibilities = ['paysFees', 'receivesSms', 'mayCollect'] as const;
type Responsibility = (typeof responsibilities)[number];

const answer = choice({ keep: 'Don’t change', yes: 'Yes', no: 'No' }).default('keep');

export const SetResponsibilities = z.object({
  guardian_ids: z
    .array(id, 'Select at least one guardian.')
    .min(1, 'Select at least one guardian.')
    .max(5000, 'Change at most 5,000 guardians at once.')
    .transform((ids) => [...new Set(ids)]),
  paysFees: answer,
  receivesSms: answer,
  mayCollect: answer,
});

type SetLinks = Partial<Record<Responsibility, boolean>>;

/** Sets what selected guardians are responsible for, for all their children. Returns how many guardians changed. */
export async function setResponsibilities(
  tx: Tx,
  actor: Actor,
  { guardian_ids: ids, ...answers }: z.infer<typeof SetResponsibilities>,
): Promise<number> {
  const set: SetLinks = {};
  for (const key of responsibilities) if (answers[key] !== 'keep') set[key] = answers[key] === 'yes';
  if (Object.keys(set).length === 0) throw new ValidationError('paysFees', 'Choose yes or no in at least one field.');
  const found = await tx
    .select({ id: guardians.id, institutionId: guardians.institutionId })
    .from(guardians)
    .where(and(visibleTo(actor, guardians), inArray(guardians.id, ids)));
  if (found.length !== ids.length) throw new NotFound('guardian');
  let changed = 0;
  for (const [institutionId, some] of Map.groupBy(found, (one) => one.institutionId)) {
    allow(actor, 'guardians.edit', institutionId);
    const chosen = sql`l.guardian_id = any (${sql.param(some.map((one) => one.id))}::bigint[])`;
    changed += await setLinks(tx, actor, institutionId, chosen, set);
  }
  return changed;
}

interface ChangedLink {
  studentId: number;
  guardianId: number;
  title: string | null;
  guardianFirst: string;
  guardianSurname: string;
  studentFirst: string;
  studentSurname: string;
  before: Record<Responsibility, boolean>;
}

/** Sets responsibilities in links `l` that the actor can edit; returns the number of guardians whose links changed. */
export async function setLinks(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  chosen: SQL,
  set: SetLinks,
): Promise<number> {
  const links = sql`student_guardians l where l.institution_id = ${institutionId} and ${chosen}`;
  // People stay as they are until the links are written: students before guardians.
  for (const [table, column] of [
    ['students', 'student_id'],
    ['guardians', 'guardian_id'],
  ] as const)
    await tx.execute(sql`select 1 from ${sql.identifier(table)} where institution_id = ${institutionId}
      and id in (select l.${sql.identifier(column)} from ${links}) order by id for share`);
  const values = { pays_fees: set.paysFees, receives_sms: set.receivesSms, may_collect: set.mayCollect };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const assigned = given.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  const differs = given.map(([column, value]) => sql`l.${sql.identifier(column)} <> ${value}`);
  const rows = await query<ChangedLink>(tx)`
    with before as (select l.* from ${links} and (${sql.join(differs, sql` or `)}) order by l.student_id, l.guardian_id for update)
    update student_guardians l set ${sql.join(assigned, sql`, `)}
    from before b
    join students s on s.institution_id = b.institution_id and s.id = b.student_id
    join guardians g on g.institution_id = b.institution_id and g.id = b.guardian_id
    where l.institution_id = b.institution_id and l.student_id = b.student_id and l.guardian_id = b.guardian_id
    returning l.student_id as "studentId", l.guardian_id as "guardianId", g.title, g.first_name as "guardianFirst",
      g.surname as "guardianSurname", s.first_name as "studentFirst", s.surname as "studentSurname",
      jsonb_build_object('paysFees', b.pays_fees, 'receivesSms', b.receives_sms, 'mayCollect', b.may_collect) as before`;
  const entries = rows.flatMap((row) => {
    const keys = responsibilities.filter((key) => set[key] !== undefined && row.before[key] !== set[key]);
    const changes = Object.fromEntries(keys.map((key) => [key, { from: row.before[key], to: set[key] }]));
    return linkEntries(
      {
        student: { institutionId, id: Number(row.studentId), firstName: row.studentFirst, surname: row.studentSurname },
        guardian: {
          institutionId,
          id: Number(row.guardianId),
          title: row.title,
          firstName: row.guardianFirst,
          surname: row.guardianSurname,
        },
      },
      (who, whose) => sentence`changed the link between ${who} and ${whose}`,
      { changes },
    );
  });
  await recordMany(tx, actor, 'guardians.editLink', entries);
  return new Set(rows.map((row) => row.guardianId)).size;
}
