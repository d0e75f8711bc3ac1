import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { query, type Tx, type Db } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { PromotionRule, PromotionConditions } from '#features/results/assessment/compute/promotion.ts';
import { checkbox, emptyIsNull, id, list } from '#kernel/schemas.ts';

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
  if (!rows[0]) throw new Conflict('Someone else has just changed this rule. Reload the page and review it first.');
  const [named] = await query<{ name: string }>(tx)`
    select name from classes where institution_id = ${institutionId} and id = ${classId}::bigint`;
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
  const [found] = await query<{ courses: number; classes: number }>(tx)`
    select (select count(*)::int from courses where institution_id = ${institutionId}
        and id = any (${sql.param(wanted)}::bigint[])) as courses,
      (select count(*)::int from classes where institution_id = ${institutionId} and id = ${classId}::bigint) as classes`;
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
      'Set at least one condition: an average, a number of passes, compulsory courses, attendance or fees.',
    );
}

/** What a class asks for; marks, averages and percentages in hundredths, as in assessment/compute/promotion.ts. */
export interface Conditions {
  averageAtLeast: number | null;
  compulsory: number[];
  passesAtLeast: number | null;
  passAt: number | null;
  attendanceAtLeast: number | null;
  feesPaid: boolean;
}

export interface RuleContent {
  promote: Conditions;
  /** What is enough to be promoted on trial; without it nobody is. */
  onTrial: Conditions | null;
}

/** A number with two decimals at most, as hundredths; empty is not asked. */
const hundredths = (what: string) =>
  emptyIsNull(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, `${what} is a number from 0 to 100, with two decimals at most.`)
      .transform((text) => Math.round(Number(text) * 100))
      .refine((value) => value <= 100_00, `${what} is 100 at most.`),
  );

const conditionFields = (of: '' | 'trial') => {
  const named = <Name extends string>(name: Name) => (of ? `trial${name[0]!.toUpperCase()}${name.slice(1)}` : name);
  return {
    [named('averageAtLeast')]: hundredths('The average'),
    [named('compulsory')]: list(id),
    [named('passesAtLeast')]: emptyIsNull(z.coerce.number().int().min(1).max(60)),
    [named('passAt')]: hundredths('The pass mark'),
    [named('attendanceAtLeast')]: hundredths('The attendance'),
    [named('feesPaid')]: checkbox,
  };
};

export const SaveRule = z.object({
  institutionId: id,
  classId: emptyIsNull(id),
  /** The version that the form was opened with; 0 if there was none. */
  version: z.coerce.number().int().min(0).max(1_000_000),
  hasTrial: checkbox,
  ...conditionFields(''),
  ...conditionFields('trial'),
});

function contentOf(input: Record<string, unknown>): RuleContent {
  const conditions = (of: (name: string) => string) => ({
    averageAtLeast: input[of('averageAtLeast')] as number | null,
    compulsory: input[of('compulsory')] as number[],
    passesAtLeast: input[of('passesAtLeast')] as number | null,
    passAt: input[of('passAt')] as number | null,
    attendanceAtLeast: input[of('attendanceAtLeast')] as number | null,
    feesPaid: input[of('feesPaid')] as boolean,
  });
  const trial = (name: string) => `trial${name[0]!.toUpperCase()}${name.slice(1)}`;
  return { promote: conditions((name) => name), onTrial: input['hasTrial'] ? conditions(trial) : null };
}

/** As the computation takes it. In the last class nobody goes on, on trial or otherwise: who meets the rule graduates. */
export const ruleOf = ({ promote, onTrial }: RuleContent, isLast: boolean): PromotionRule => ({
  promote: asked(promote),
  onTrial: onTrial && !isLast ? asked(onTrial) : null,
});

const asked = (conditions: Conditions): PromotionConditions => ({
  ...(conditions.averageAtLeast !== null && { averageAtLeast: conditions.averageAtLeast }),
  ...(conditions.passesAtLeast !== null && { passesAtLeast: conditions.passesAtLeast }),
  ...(conditions.passAt !== null && { passAt: conditions.passAt }),
  ...(conditions.attendanceAtLeast !== null && { attendanceAtLeast: conditions.attendanceAtLeast }),
  compulsory: conditions.compulsory,
  feesPaid: conditions.feesPaid,
});

type Courses = readonly { id: number; title: string }[];

const number = (hundredths: number) => String(hundredths / 100);

/** 'Average 50 · English Language and Mathematics passed with 50 · 6 passes' */
function conditionsText(
  { averageAtLeast, compulsory, passesAtLeast, passAt, attendanceAtLeast, feesPaid }: Conditions,
  courses: Courses,
): string {
  const named = compulsory.map((id) => courses.find((course) => course.id === id)?.title ?? 'a course');
  const mark = passAt === null ? '' : ` at ${number(passAt)}`;
  return [
    averageAtLeast !== null && `Average ${number(averageAtLeast)}`,
    named.length > 0 && `${listed(named)} passed${mark}`,
    passesAtLeast !== null && `${passesAtLeast} passes${named.length > 0 ? '' : mark}`,
    attendanceAtLeast !== null && `Attendance ${number(attendanceAtLeast)}%`,
    feesPaid && 'No fees owed',
  ]
    .filter(Boolean)
    .join(' · ');
}

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];

/** A rule in one line. */
export const ruleText = ({ promote, onTrial }: RuleContent, courses: Courses): string =>
  [conditionsText(promote, courses), onTrial && `on trial: ${conditionsText(onTrial, courses)}`]
    .filter(Boolean)
    .join('; ');

/** A rule in force. */
export interface Rule {
  id: number;
  classId: number | null;
  version: number;
  content: RuleContent;
}

/** The rules in force, by class; under null the one of all classes without their own. */
export async function rulesInForce(db: Db, institutionId: number): Promise<Map<number | null, Rule>> {
  const rows = await query<Rule & { content: RuleContent | null }>(db)`
    select distinct on (class_id) id::bigint as id, class_id::bigint as "classId", version, content from promotion_rules
      where institution_id = ${institutionId} order by class_id, version desc`;
  return new Map(rows.flatMap((row) => (row.content ? [[row.classId, row as Rule] as const] : [])));
}

/** The version that a form continues, also of a rule that was removed. */
export async function lastVersion(db: Db, institutionId: number, classId: number | null): Promise<number> {
  const [row] = await query<{ version: number }>(db)`
    select coalesce(max(version), 0)::int as version from promotion_rules
      where institution_id = ${institutionId} and class_id is not distinct from ${classId}::bigint`;
  return row!.version;
}

export interface RuledClass {
  id: number;
  name: string;
  program: string;
  nextClassId: number | null;
  nextClass: string | null;
  /** Of the program: a CGPA below it is probation. */
  probationBelow: number | null;
}

export const classesOf = (db: Db, institutionId: number): Promise<RuledClass[]> =>
  query<RuledClass>(db)`
    select c.id::bigint as id, c.name, p.name as program, c.next_class_id::bigint as "nextClassId", n.name as "nextClass",
      p.probation_below as "probationBelow"
    from classes c join programs p on (p.institution_id, p.id) = (c.institution_id, c.program_id)
    left join classes n on (n.institution_id, n.id) = (c.institution_id, c.next_class_id)
    where c.institution_id = ${institutionId} order by p.name, c.position, c.name, c.id`;

export interface CourseChoice {
  id: number;
  code: string;
  title: string;
}

export const courseChoices = (db: Db, institutionId: number): Promise<CourseChoice[]> =>
  query<CourseChoice>(db)`
    select id::bigint as id, code, title from courses where institution_id = ${institutionId} and retired_at is null
      order by title, code, id`;
