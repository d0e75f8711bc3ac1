import { sql } from 'drizzle-orm';
import { allow, membershipIn, type Actor } from '#kernel/actor.ts';
import { choicesShown, type Choice, type Choices } from '#kernel/choices.ts';
import { firstOf } from '#kernel/database/bounded.ts';
import { type Db, query } from '#kernel/database.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { literally, searchable } from '#kernel/searchable.ts';
import { askedRules, ReportDefinition } from '../engine/definition.ts';
import { findReport, permissionToChange } from '../saved/change-reports.ts';
import { isReader } from './recipients.ts';
import { type ScheduleFields, findSchedule, scheduleInForm } from './change-schedules.ts';

export interface ScheduleForm {
  report: { id: number; name: string };
  timeZone: string;
  roles: { id: number; name: string; isShared: boolean }[];
  /** The schedule that is edited; null for a new one. */
  schedule: { id: number; values: ScheduleFields; isStopped: boolean } | null;
  opened?: OpenedValues;
  /** People who get it: at first the actor. */
  people: Choice[];
  /** It asks questions at the run, so there is no file of it without them. */
  isAsking: boolean;
}

/** What the form of a schedule offers. */
export async function scheduleForm(db: Db, actor: Actor, reportId: number): Promise<ScheduleForm> {
  const report = await scheduled(db, actor, reportId);
  const { institutionId, id, name, definition } = report;
  const roles = await query<ScheduleForm['roles'][number]>(db)`
    select r.id::bigint as id, r.name, exists (select from saved_report_roles s where s.institution_id = r.institution_id
      and s.role_id = r.id and s.report_id = ${id}) as "isShared"
    from roles r where r.institution_id = ${institutionId} order by r.id`;
  const { rows: people } = firstOf(await readersFound(db, report, sql`and a.id = ${actor.accountId}`), choicesShown);
  return {
    report: { id, name },
    timeZone: membershipIn(actor, institutionId)!.timeZone,
    roles,
    people,
    schedule: null,
    isAsking: askedRules(ReportDefinition.parse(definition).filters).length > 0,
  };
}

/** The same for a schedule, with its values and who gets it today. */
export async function savedScheduleForm(db: Db, actor: Actor, scheduleId: number) {
  const found = await findSchedule(db, actor, scheduleId);
  const form = await scheduleForm(db, actor, found.reportId);
  const values = scheduleInForm(found);
  const people = await query<Choice>(db)`
    select a.id::text as value, a.name as label from accounts a where a.id = any (${sql.param(values.accounts)}::bigint[])
    order by a.name, a.id`;
  return { ...form, people, schedule: { id: found.id, values, isStopped: found.stoppedAt !== null } };
}

/** People who can open the report, by name. */
export async function readerChoices(db: Db, actor: Actor, reportId: number, q: string): Promise<Choices> {
  const report = await scheduled(db, actor, reportId);
  const sought = literally(searchable(q));
  const found = await readersFound(db, report, sql`and akada_searchable(a.name) like ${`%${sought}%`}`);
  const { rows: choices, isMore } = firstOf(found, choicesShown);
  return { choices, isMore };
}

async function scheduled(db: Db, actor: Actor, reportId: number) {
  const report = await findReport(db, actor, reportId, 'text');
  allow(actor, permissionToChange(actor, report), report.institutionId);
  if (report.kind !== 'text') throw new NotFound('report');
  return report;
}

const readersFound = (db: Db, report: { institutionId: number; id: number }, which: ReturnType<typeof sql>) =>
  query<Choice>(db)`select a.id::text as value, a.name as label from accounts a where ${isReader(report)} ${which}
    order by a.name, a.id limit ${choicesShown + 1}`;
