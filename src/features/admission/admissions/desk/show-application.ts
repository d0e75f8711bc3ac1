import { can, type Actor } from '#kernel/actor.ts';
import { fieldGroups, groupsSeen, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import { record } from '#kernel/audit.ts';
import { type Db, type Tx, render, query } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { fieldsFor } from '#features/records/custom-fields/custom-fields.queries.ts';
import { studentGroups, visibleTo } from '#features/people/students/students.policy.ts';
import { decisionsFrom } from '../decisions/transitions.ts';
import { findApplication, type ReviewedApplication } from './review-tasks.ts';
import { chosenLabels, type CustomField } from '#kernel/contracts/custom-field.ts';
import { formatDay, isDay } from '#kernel/dates.ts';
import { phoneText } from '#ui/format.ts';
import { genders } from '#features/records/people/genders.ts';
import { groupOfField } from '#features/people/students/form/create-student.ts';
import { formParts, type FormPart } from '../admissions.ts';
import { askableFields, type AskableField } from '../intake-needs.ts';
import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { listLimits } from '#kernel/list-limits.ts';
import { auditEntries } from '#kernel/tables.ts';
import { bornAs, hasSameName } from '#features/records/people/duplicates.ts';
import { students } from '#features/people/students/students.schema.ts';
import { applications } from '../admissions.schema.ts';

const customFieldsOf = (db: Db, institutionId: number) => fieldsFor(db, institutionId, 'student', fieldGroups);

/** Everything that the review screen shows of an application. */
export async function showApplication(db: Db, actor: Actor, application: ReviewedApplication) {
  const { institutionId } = application;
  const [parts, fields, twins, history] = await Promise.all([
    partsOf(db, actor, application),
    customFieldsOf(db, institutionId),
    twinsOf(db, actor, application),
    historyOf(db, application),
  ]);
  const { places, ...shown } = parts;
  const { answers: _, ...own } = application;
  const sections = answersInWords(application, places, fields);
  const restricted = new Set(sections.flatMap(({ rows }) => rows.map(({ group }) => group)));
  const seen = groupsSeen(actor, institutionId, studentGroups);
  return {
    application: own,
    sections: withoutRestricted(sections),
    ...shown,
    twins,
    history,
    decisions: can(actor, 'admissions.decide', institutionId) ? decisionsFrom(application.status) : [],
    can: {
      review: can(actor, 'admissions.review', institutionId),
      decide: can(actor, 'admissions.decide', institutionId),
      admit: can(actor, 'admissions.admit', institutionId),
      viewStudents: can(actor, 'students.view', institutionId),
      viewRestricted: seen.some((group) => group !== 'general' && restricted.has(group)),
    },
  };
}
export type ApplicationProps = Awaited<ReturnType<typeof showApplication>>;

/** The answers with the values of restricted groups that the actor can see. The view is recorded. */
export async function showRestricted(tx: Tx, actor: Actor, applicationId: number) {
  const application = await findApplication(tx, actor, applicationId);
  const { institutionId } = application;
  const seen = groupsSeen(actor, institutionId, studentGroups);
  if (seen.length < 2) throw new NotAllowed();
  const { places } = await partsOf(tx, actor, application);
  const sections = answersInWords(application, places, await customFieldsOf(tx, institutionId));
  const groups = seen.filter(
    (group) => group !== 'general' && sections.some(({ rows }) => rows.some((row) => row.group === group)),
  );
  if (groups.length > 0)
    await record(tx, actor, 'admissions.viewRestricted', {
      institutionId,
      summary: `viewed the ${groups.join(' and ')} answers of ${application.firstName} ${application.surname}`,
      subject: { type: 'application', id: applicationId },
      details: { groups },
    });
  return sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => (seen.includes(row.group) ? row : { ...row, value: '' })),
  }));
}

interface AnswerRow {
  label: string;
  value: string;
  /** A restricted value is only shown on request. */
  group: FieldGroup;
}
export interface AnswerSection {
  part: FormPart;
  title: string;
  rows: AnswerRow[];
}

type Field = Pick<CustomField, 'id' | 'label' | 'type' | 'options'> & { group: FieldGroup };

/** The answers of an application in words, part by part. Unanswered fields are skipped. */
function answersInWords(application: ReviewedApplication, places: Record<string, string>, fields: Field[]) {
  const { answers } = application;
  const sections: Record<Exclude<FormPart, 'photo'>, [string, string | null | undefined, FieldGroup?][]> = {
    person: personRows(application, places),
    guardians: (answers.guardians ?? []).map((one) => [
      one.relation ?? 'Guardian',
      joined([
        joined([one.title, one.firstName, one.surname], ' '),
        phoneText(one.mobile),
        one.email,
        one.occupation,
        one.address,
      ]),
    ]),
    schools: (answers.schools ?? []).map(({ name, from, to, lastClass }) => [
      joined([from, to], '–') || 'School',
      joined([name, lastClass]),
    ]),
    results: (answers.results ?? []).map(({ examination, year, number, subjects }) => [
      `${examination} ${year}`,
      joined([number, subjects.map(({ subject, grade }) => `${subject} ${grade}`).join(', ')]),
    ]),
    custom: fields.map((field) => [field.label, customText(field, answers.custom?.[field.id]), field.group]),
  };
  return Object.entries(sections).flatMap(([part, rows]) => {
    const shown = rows.flatMap(([label, value, group = 'general']) => (value ? [{ label, value, group }] : []));
    return shown.length ? [{ part: part as FormPart, title: formParts[part as FormPart], rows: shown }] : [];
  });
}

/** The same without the values of restricted groups. */
const withoutRestricted = (sections: AnswerSection[]): AnswerSection[] =>
  sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => (row.group === 'general' ? row : { ...row, value: '' })),
  }));

function personRows(application: ReviewedApplication, places: Record<string, string>) {
  const { answers, gender, birthDate, age, phone, email } = application;
  const { nationalityId, countryId, stateId, stateName, lgaId, phone: _, mobile, ...rest } = answers.person ?? {};
  const named = (id: unknown) => (typeof id === 'string' ? (places[id] ?? id) : null);
  const rows: [string, string | null | undefined, FieldGroup?][] = [
    ['Gender', gender && genders[gender]],
    ['Date of birth', birthDate && `${formatDay(birthDate)}${age === null ? '' : `, ${age} years`}`],
    ['Phone', phoneText(phone)],
    ['Mobile', phoneText(mobile)],
    ['E-mail', email],
    ['Nationality', named(nationalityId)],
    ['Origin', joined([named(lgaId), named(stateId) ?? stateName, named(countryId)])],
  ];
  for (const [field, value] of Object.entries(rest))
    if (field !== 'middleName' && typeof value === 'string')
      rows.push([askableFields[field as AskableField] ?? field, value, groupOfField(field)]);
  return rows;
}

const joined = (parts: (string | null | undefined)[], by = ', ') => parts.filter(Boolean).join(by);

function customText(field: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'choice' || field.type === 'multi_choice')
    return chosenLabels(field as CustomField, [value].flat().map(Number)).join(', ');
  const text = String(value);
  return field.type === 'date' && isDay(text) ? formatDay(text) : text;
}

const mostTwins = 5;

/** Other applications and students with the same name, or the same surname and date of birth. */
async function twinsOf(db: Db, actor: Actor, one: ReviewedApplication) {
  const { institutionId, birthDate } = one;
  const isAlike = (table: typeof applications | typeof students) =>
    or(hasSameName(table, one), birthDate ? bornAs(table, one, birthDate) : undefined);
  const known = [one.student?.id, one.returning?.id].filter((id) => id !== undefined);
  const names = (table: typeof applications | typeof students) => ({
    id: table.id,
    name: sql<string>`concat_ws(' ', ${table.firstName}, ${table.middleName}, ${table.surname})`,
    birthDate: table.birthDate,
  });
  const [sent, recorded] = await Promise.all([
    bounded(mostTwins, (limit) =>
      db
        .select({ ...names(applications), number: applications.number, status: applications.status })
        .from(applications)
        .where(
          and(
            eq(applications.institutionId, institutionId),
            ne(applications.status, 'draft'),
            ne(applications.id, one.id),
            isAlike(applications),
          ),
        )
        .orderBy(desc(applications.id))
        .limit(limit),
    ),
    bounded(mostTwins, (limit) =>
      db
        .select({ ...names(students), number: students.admissionNumber })
        .from(students)
        .where(
          and(
            visibleTo(actor, students, institutionId),
            isAlike(students),
            sql`${students.id} <> all (${sql.param(known)}::bigint[])`,
          ),
        )
        .orderBy(desc(students.id))
        .limit(limit),
    ),
  ]);
  return { applications: sent.rows, students: recorded.rows, isMore: sent.isMore || recorded.isMore };
}

/** What happened to the application, latest first. What applicants did has no account. */
const historyOf = (db: Db, { institutionId, id }: ReviewedApplication) =>
  bounded(listLimits.history, (limit) =>
    db
      .select({
        id: auditEntries.id,
        at: sql<string>`to_json(${auditEntries.at})`,
        person: sql<string>`${accountNameOf(auditEntries.person, auditEntries.username)}`,
        summary: auditEntries.summary,
        reason: sql<string | null>`${auditEntries.details} ->> 'reason'`,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.institutionId, institutionId),
          eq(auditEntries.subjectType, 'application'),
          eq(auditEntries.subjectId, id),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(limit),
  );

interface ReviewParts {
  papers: { kind: string; name: string; mediaType: string; sentAt: string }[];
  notes: { id: number; note: string; at: string; person: string; isOwn: boolean }[];
  tasks: { id: number; part: string; message: string; at: string; person: string; state: 'open' | 'done' | 'closed' }[];
  scores: { test: string; mark: number | null }[];
  seat: { venue: string; seat: number; startsAt: string } | null;
  places: Record<string, string>;
}

const list = (rows: ReturnType<typeof sql>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'o'), '[]') from (${rows}) r)`;
const author = sql`coalesce((select c.name from accounts c where c.id = x.account_id), 'Former user')`;

/** Papers, notes, tasks, marks and the seat, with the names of places in the answers. */
async function partsOf(db: Db, actor: Actor, one: ReviewedApplication): Promise<ReviewParts> {
  const own = sql`x.institution_id = ${one.institutionId} and x.application_id = ${one.id}`;
  const { nationalityId, countryId, stateId, lgaId } = one.answers.person ?? {};
  const places = sql.param([nationalityId, countryId, stateId, lgaId].filter((id) => typeof id === 'string'));
  const rows = await query<ReviewParts>(db, render)`select
    ${list(sql`select x.kind, x.name, f.media_type as "mediaType", x.created_at as "sentAt" from application_papers x
      join files f on (f.institution_id, f.id) = (x.institution_id, x.file_id) where ${own} order by x.created_at`)} as papers,
    ${list(sql`select x.id, x.note, x.created_at as at, ${author} as person,
      x.account_id is not distinct from ${actor.accountId}::bigint as "isOwn" from application_notes x
      where ${own} order by x.id desc`)} as notes,
    ${list(sql`select x.id, x.part, x.message, x.created_at as at, ${author} as person,
      case when x.done_at is not null then 'done' when x.closed_at is not null then 'closed' else 'open' end as state
      from application_tasks x where ${own} order by x.id desc`)} as tasks,
    ${list(sql`select x.test, x.mark from exam_scores x where ${own}`)} as scores,
    (select jsonb_build_object('venue', s.venue, 'seat', x.seat, 'startsAt', s.starts_at) from exam_seats x
      join exam_sittings s on (s.institution_id, s.id) = (x.institution_id, x.sitting_id) where ${own}) as seat,
    (select coalesce(jsonb_object_agg(p.id, p.name), '{}') from (
      select id, name from countries union all select id, name from states union all select id, name from lgas) p
      where p.id = any (${places}::text[])) as places`;
  return rows[0]!;
}
