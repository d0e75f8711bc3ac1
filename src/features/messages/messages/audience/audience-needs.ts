import { and, eq, inArray } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { needsOfAll } from '#kernel/messages/needs.ts';
import type { Permission } from '#kernel/permissions.ts';
import { employeeList } from '#features/people/employees/employees.list.ts';
import { guardianList } from '#features/people/guardians/guardians.list.ts';
import { studentList } from '#features/people/students/students.list.ts';
import { messageGroups } from '../messages.schema.ts';
import type { Audience, AudienceRule } from './audience.ts';
import { filterOf } from './ids-of-list.ts';

const lists = { students: studentList, guardians: guardianList, employees: employeeList };
const byDebts: Permission = 'fees.view';
const byAbsence: Permission = 'attendance.view';

/** The list that a rule is of, as it was filtered: the whole of it, or people who were ticked in it. */
function listOf(rule: AudienceRule) {
  if (rule.kind === 'list') return { list: lists[rule.people], query: rule.query };
  if ((rule.kind === 'students' || rule.kind === 'guardians' || rule.kind === 'employees') && rule.query)
    return { list: lists[rule.kind], query: rule.query };
  return null;
}

/** What a report told of the people that were taken from it. */
const needsOfReport = (rule: AudienceRule): Permission[] =>
  'needs' in rule && rule.needs ? (rule.needs as Permission[]) : [];

/** What it reveals of people that these rules choose them, as messages store it: needs.ts. */
export const needsOfRules = (by: readonly AudienceRule[]): string | null =>
  needsOfAll(
    by.flatMap((rule): Permission[] => {
      if (rule.kind === 'debtors') return [byDebts];
      if (rule.kind === 'absent') return [byAbsence];
      const from = listOf(rule);
      return [...needsOfReport(rule), ...(from ? from.list.revealedBy(filterOf(from.list, from.query)) : [])];
    }),
  );

/** The same for an audience, with the rules of its groups as they are now. */
export async function needsOfAudience(db: Db, institutionId: number, { by }: Pick<Audience, 'by'>) {
  const ids = by.flatMap((rule) => (rule.kind === 'group' ? rule.ids : []));
  const groups = ids.length
    ? await db
        .select({ audience: messageGroups.audience })
        .from(messageGroups)
        .where(and(eq(messageGroups.institutionId, institutionId), inArray(messageGroups.id, ids)))
    : [];
  return needsOfRules([...by, ...groups.flatMap(({ audience }) => audience.by)]);
}

/** Refuses rules by data that the actor can't see: choosing by it reveals it. */
export function refuseUnseen(actor: Actor, institutionId: number, by: readonly AudienceRule[]): void {
  for (const rule of by) {
    if (rule.kind === 'debtors' && !can(actor, byDebts, institutionId))
      throw new NotAllowed('You don’t have permission to see what students owe, so you can’t choose recipients by it.');
    if (rule.kind === 'absent' && !can(actor, byAbsence, institutionId))
      throw new NotAllowed('You don’t have permission to see who is absent, so you can’t choose recipients by it.');
    if (needsOfReport(rule).some((permission) => !can(actor, permission, institutionId)))
      throw new NotAllowed('You don’t have permission to see what these recipients were chosen by.');
    const from = listOf(rule);
    if (from) from.list.allow(actor, { ...filterOf(from.list, from.query), institution_id: institutionId });
  }
}

/** Rules as the audit log may show them: without those by which its readers would learn something of the chosen. */
export const loggedRules = ({ of, by }: Pick<Audience, 'of' | 'by'>) => ({
  of,
  by: by.map((rule) => (needsOfRules([rule]) ? { kind: rule.kind, rule: 'not shown' } : rule)),
});
