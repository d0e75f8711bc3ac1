import { sql, type SQL } from 'drizzle-orm';
import { accountNameOf } from '#kernel/account-name.ts';
import type { Tx } from '#kernel/database.ts';
import { sentenceCase } from '#kernel/validation-words.ts';
import type { Words } from '#kernel/terminology.ts';
import type { Entity } from '#features/people/people.schema.ts';
import { enrolmentOutcomes } from '#features/students/enrolment-outcomes.ts';
import { groupWords, placeWords } from './parts/words.ts';

interface Section {
  title: string | ((words: Words) => string);
  /** Which tables are in it: a test compares them with all tables that name a person. */
  tables: string[];
  /** Rows with their columns' headings, of the person in the institution. */
  rows: (institution: number, person: number, told: AccountNotice) => SQL;
  /** Columns that hold one of our own codes, with how it is said. */
  codes?: Record<string, (code: string) => string>;
}

/** Details of the log are objects; all else is one value. */
export type DataValue = string | number | boolean | null | object;

export interface SectionOfData {
  title: string;
  rows: Record<string, DataValue>[];
}

/** Stands where the file leaves something out on purpose: what is merely not known is null. */
export const withheld = 'Withheld';

/** How an institution tells it: moments by its own clock, as 2026-11-20 08:05, and things by its own words. */
export interface AccountNotice {
  institutionId: number;
  timeZone: string;
  words: Words;
  /** Staff learn the account behind a name, which nobody can change; a person or parent the name alone. */
  withAccounts: boolean;
}

/** All that is kept of a person, in words, section by section. */
export async function readSections(
  tx: Tx,
  entity: Entity,
  told: AccountNotice,
  person: number,
): Promise<SectionOfData[]> {
  const { institutionId, timeZone, words } = told;
  const before = await tx.execute<{ zone: string }>(
    sql`select current_setting('TimeZone') as zone, set_config('TimeZone', ${timeZone}, true)`,
  );
  const read: SectionOfData[] = [];
  for (const { title, rows, codes = {} } of sections[entity]) {
    const answer = await tx.execute<SectionOfData['rows'][number]>(rows(institutionId, person, told));
    for (const row of answer.rows)
      for (const [column, say] of Object.entries(codes))
        if (typeof row[column] === 'string' && row[column] !== withheld) row[column] = say(row[column]);
    read.push({ title: typeof title === 'string' ? title : title(words), rows: answer.rows });
  }
  await tx.execute(sql`select set_config('TimeZone', ${before.rows[0]!.zone}, true)`);
  return read;
}

/** By the clock that readSections has set. */
const when = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM-DD HH24:MI')`);
const by = (name: SQL, withAccounts: boolean) => accountNameOf(name, withAccounts ? sql`a.username` : sql`null::text`);
const heading = (word: string) => sql.identifier(word);
const channelWords = (channel: string) =>
  channel === 'sms' ? 'SMS' : channel === 'email' ? 'E-mail' : sentenceCase(channel);

const place =
  sql.raw(`nation.name as "Nationality", country.name as "Country", coalesce(state.name, p.state_name) as "State",
  lga.name as "LGA", p.city as "City", p.community as "Community", p.address as "Address", p.phone as "Phone",
  p.mobile as "Mobile", p.email as "E-mail", p.religion as "Religion"`);
const places =
  sql.raw(`left join countries nation on nation.id = p.nationality_id left join countries country on country.id = p.country_id
  left join states state on state.id = p.state_id left join lgas lga on lga.id = p.lga_id`);
const nextOfKin = sql.raw(`p.next_of_kin_name as "Next of kin", p.next_of_kin_relation as "Next of kin, relation",
  p.next_of_kin_phone as "Next of kin, telephone"`);
const names = sql.raw(
  `p.surname as "Surname", p.first_name as "First name", p.middle_name as "Middle name", p.gender as "Gender"`,
);
const about = sql.raw(`p.photo_id is not null as "Photo is kept"`);
const dates = sql`${when('p.created_at')} as "Record created", ${when('p.updated_at')} as "Record last changed"`;

/** What hangs on people of every kind, by the column that names them. */
const common = (entity: Entity): Section[] => {
  const column = sql.identifier(`${entity}_id`);
  return [
    {
      title: 'Documents',
      tables: ['documents'],
      rows: (institution, person, { withAccounts }) => sql`
        select d.type as "Type", d.title as "Title", d.issued_on::text as "Issued", d.expires_on::text as "Expires",
          f.name as "File", f.size as "Bytes", ${when('d.created_at')} as "Added",
          ${by(sql`a.name`, withAccounts)} as "Added by", d.removed_at is not null as "Removed"
        from documents d left join accounts a on a.id = d.account_id join files f on (f.institution_id, f.id) = (d.institution_id, d.file_id)
        where d.institution_id = ${institution} and d.${column} = ${person} order by d.id`,
    },
    {
      title: 'Custom fields',
      tables: ['custom_values'],
      rows: (institution, person) => sql`
        select c.label as "Field", coalesce(v.text_value, v.number_value::text, v.date_value::text,
          case v.yes_value when true then 'Yes' when false then 'No' end, o.label, f.name) as "Value"
        from custom_values v join custom_fields c on (c.institution_id, c.id) = (v.institution_id, v.field_id)
        left join custom_field_options o on (o.institution_id, o.id) = (v.institution_id, v.option_id)
        left join files f on (f.institution_id, f.id) = (v.institution_id, v.file_id)
        where v.institution_id = ${institution} and v.${column} = ${person} order by c.position, c.id, v.id`,
    },
    {
      title: 'Sign-in',
      tables: ['memberships'],
      rows: (institution, person) => sql`
        select distinct a.username as "Username", a.name as "Name",
          case when akada_home_of(a.id) = ${institution} then a.email else ${withheld} end as "E-mail",
          case when akada_home_of(a.id) = ${institution} then a.phone else ${withheld} end as "Phone", r.name as "Role",
          ${withheld} as "Password", ${when('a.created_at')} as "Created", a.disabled_at is not null as "Disabled"
        from memberships m join accounts a on a.id = m.account_id
        join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
        where m.institution_id = ${institution} and m.${column} = ${person} order by 1, 5`,
    },
    {
      title: 'Sign-in times',
      tables: [],
      rows: (institution, person) => sql`
        select ${when('s.created_at')} as "Signed in", ${when('s.last_seen_at')} as "Last seen", s.address as "Address",
          s.device as "Device"
        from sessions s where s.account_id in (select m.account_id from memberships m
          where m.institution_id = ${institution} and m.${column} = ${person}) order by s.id`,
    },
    {
      title: 'Changes to the record',
      tables: ['audit_entries'],
      rows: (institution, person, { withAccounts }) => sql`
        select ${when('a.at')} as "When", ${by(sql`a.person`, withAccounts)} as "Person", a.summary as "What",
          a.details as "Details"
        from audit_entries a where a.institution_id = ${institution} and a.subject_type = ${entity} and a.subject_id = ${person}
        order by a.id`,
    },
    {
      title: 'Requests for approval',
      tables: ['approvals'],
      codes: { Outcome: sentenceCase },
      rows: (institution, person, { withAccounts }) => sql`
        select ${when('q.asked_at')} as "Requested", ${by(sql`a.name`, withAccounts)} as "Requested by",
          q.summary as "Request", q.outcome as "Outcome", q.reason as "Reason"
        from approvals q join accounts a on a.id = q.asked_by
        where q.institution_id = ${institution} and ((q.subject_type = ${entity} and q.subject_id = ${person})
          or (q.subject_type = 'account' and q.subject_id in (select m.account_id from memberships m
            where m.institution_id = ${institution} and m.${column} = ${person})))
        order by q.id`,
    },
    {
      title: 'Access log',
      tables: ['read_log'],
      codes: { 'Data type': groupWords, Where: placeWords },
      rows: (institution, person, { withAccounts }) => sql`
        select ${when('r.at')} as "When", ${by(sql`r.person`, withAccounts)} as "Person",
          r.field_group as "Data type", r.place as "Where"
        from read_log r left join accounts a on a.id = r.account_id where r.institution_id = ${institution} and r.entity = ${entity} and r.subject_id = ${person} order by r.id`,
    },
    {
      title: 'Imports',
      tables: ['import_changes'],
      rows: (institution, person) => sql`
        select coalesce(f.name, i.file_name) as "File", ${when('i.finished_at')} as "When",
          case when c.is_new then 'Added' else 'Changed' end as "What", c.fields as "Fields"
        from import_changes c join imports i on (i.institution_id, i.id) = (c.institution_id, c.import_id)
        left join files f on (f.institution_id, f.id) = (i.institution_id, i.file_id)
        where c.institution_id = ${institution} and c.entity = ${entity} and c.subject_id = ${person} order by c.id`,
    },
    {
      title: 'Merged records',
      tables: ['merges'],
      rows: (institution, person) => sql`
        select ${when('m.created_at')} as "When", m.undone_at is not null as "Unmerged", m.content as "Content"
        from merges m where m.institution_id = ${institution} and m.entity = ${entity} and ${person} in (m.kept_id, m.merged_id)
        order by m.id`,
    },
  ];
};

/**
 * That messages went to a number or address of the person. Their text is withheld: it may hold a key to the sign-in of
 * somebody who shares the number.
 */
const messages = (table: string): Section => ({
  title: 'Messages',
  tables: [],
  codes: { Channel: channelWords },
  rows: (institution, person) => sql`
    select ${when('o.created_at')} as "When", o.channel as "Channel", o.recipient as "To", o.subject as "Subject",
      ${withheld} as "Text"
    from outbox o join ${sql.identifier(table)} p on p.institution_id = o.institution_id and p.id = ${person}
      and o.recipient in (p.phone, p.mobile, p.email)
    where o.institution_id = ${institution} order by o.id`,
});

const sections: Record<Entity, Section[]> = {
  student: [
    {
      title: 'Record',
      tables: ['students'],
      codes: { Gender: sentenceCase, Status: sentenceCase },
      rows: (institution, person, { words }) => sql`
        select p.admission_number as "Admission number", p.registration_number as "Registration number", ${names},
          p.birth_date::text as "Date of birth", p.status as "Status", p.category as "Category", p.batch_name as ${heading(words.batch)},
          p.admission_date::text as "Admission date", ${place}, p.language as "Language", p.blood_group as "Blood group",
          p.genotype as "Genotype", ${nextOfKin}, ${about}, ${dates}
        from students p ${places} where p.institution_id = ${institution} and p.id = ${person}`,
    },
    {
      title: 'Enrolments',
      tables: ['enrolments'],
      codes: { Outcome: (code) => enrolmentOutcomes[code] ?? code },
      rows: (institution, person, { words }) => sql`
        select b.name as ${heading(words.batch)}, y.name as "Session", e.from_date::text as "From", e.to_date::text as "To", e.outcome as "Outcome"
        from enrolments e join batches b on (b.institution_id, b.id) = (e.institution_id, e.batch_id)
        join academic_sessions y on (y.institution_id, y.id) = (e.institution_id, e.session_id)
        where e.institution_id = ${institution} and e.student_id = ${person} order by e.from_date, e.id`,
    },
    {
      title: 'Electives',
      tables: ['student_electives'],
      rows: (institution, person, { words }) => sql`
        select c.code as "Code", c.title as "Title", b.name as ${heading(words.batch)}, ${when('e.created_at')} as "Chosen"
        from student_electives e join course_offerings o on (o.institution_id, o.id) = (e.institution_id, e.offering_id)
        join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
        join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        where e.institution_id = ${institution} and e.student_id = ${person} order by b.name, c.code`,
    },
    {
      title: 'Changes of status',
      tables: ['student_moves'],
      codes: { From: sentenceCase, To: sentenceCase },
      rows: (institution, person) => sql`
        select m.on_date::text as "Day", m.from_status as "From", m.to_status as "To", m.reason as "Reason",
          m.until_date::text as "Until", m.destination as "Destination"
        from student_moves m where m.institution_id = ${institution} and m.student_id = ${person} order by m.id`,
    },
    {
      title: 'Certificates',
      tables: ['certificates'],
      codes: { Kind: sentenceCase },
      rows: (institution, person) => sql`
        select c.number as "Number", c.kind as "Kind", c.issued_on::text as "Issued", c.content as "Content",
          ${when('c.voided_at')} as "Voided", c.void_reason as "Reason voided"
        from certificates c where c.institution_id = ${institution} and c.student_id = ${person} order by c.id`,
    },
    {
      title: 'Guardians',
      tables: ['student_guardians'],
      rows: (institution, person) => sql`
        select g.surname as "Surname", g.first_name as "First name", l.relation as "Relation", l.pays_fees as "Pays fees",
          l.may_collect as "May collect", l.receives_sms as "Receives SMS", l.is_next_of_kin as "Next of kin"
        from student_guardians l join guardians g on (g.institution_id, g.id) = (l.institution_id, l.guardian_id)
        where l.institution_id = ${institution} and l.student_id = ${person} order by l.position, g.id`,
    },
    ...common('student'),
    messages('students'),
  ],
  employee: [
    {
      title: 'Record',
      tables: ['employees'],
      codes: { Gender: sentenceCase },
      rows: (institution, person) => sql`
        select p.employee_number as "Employee number", p.title as "Title", ${names}, p.birth_date::text as "Date of birth",
          p.marital_status as "Marital status", p.category as "Category", p.department as "Department", p.position as "Position",
          p.job_title as "Job Title", p.qualification as "Qualification",
          p.educational_qualification as "Educational qualification", p.employed_on::text as "Date of employment",
          p.left_on::text as "Left", p.leaving_reason as "Reason for leaving", ${place}, p.blood_group as "Blood group",
          p.genotype as "Genotype", ${nextOfKin}, ${about}, ${dates}
        from employees p ${places} where p.institution_id = ${institution} and p.id = ${person}`,
    },
    {
      title: ({ batches }) => `${batches} led`,
      tables: ['batch_teachers'],
      rows: (institution, person, { words }) => sql`
        select b.name as ${heading(words.batch)}, y.name as "Session" from batch_teachers t
        join batches b on (b.institution_id, b.id) = (t.institution_id, t.batch_id)
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where t.institution_id = ${institution} and t.employee_id = ${person} order by y.starts_on, b.name`,
    },
    {
      title: ({ courses }) => `${courses} taught`,
      tables: ['course_offerings'],
      rows: (institution, person, { words }) => sql`
        select c.code as "Code", c.title as "Title", b.name as ${heading(words.batch)}, y.name as "Session" from course_offerings o
        join courses c on (c.institution_id, c.id) = (o.institution_id, o.course_id)
        join batches b on (b.institution_id, b.id) = (o.institution_id, o.batch_id)
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where o.institution_id = ${institution} and o.employee_id = ${person} order by y.starts_on, b.name, c.code`,
    },
    {
      title: 'Exits and returns',
      tables: ['employee_moves'],
      codes: { What: sentenceCase },
      rows: (institution, person) => sql`
        select m.on_date::text as "Day", m.kind as "What", m.reason as "Reason", m.ended_roles as "Roles that ended",
          m.given_up as "Handed over"
        from employee_moves m where m.institution_id = ${institution} and m.employee_id = ${person} order by m.id`,
    },
    ...common('employee'),
    messages('employees'),
  ],
  guardian: [
    {
      title: 'Record',
      tables: ['guardians'],
      codes: { Gender: sentenceCase },
      rows: (institution, person) => sql`
        select p.title as "Title", ${names}, p.occupation as "Occupation", p.employer as "Employer", ${place},
          p.language as "Language", ${about}, ${dates}
        from guardians p ${places} where p.institution_id = ${institution} and p.id = ${person}`,
    },
    {
      title: 'Children',
      tables: ['student_guardians'],
      rows: (institution, person) => sql`
        select s.admission_number as "Admission number", s.surname as "Surname", s.first_name as "First name",
          l.relation as "Relation", l.pays_fees as "Pays fees", l.may_collect as "May collect",
          l.receives_sms as "Receives SMS", l.is_next_of_kin as "Next of kin"
        from student_guardians l join students s on (s.institution_id, s.id) = (l.institution_id, l.student_id)
        where l.institution_id = ${institution} and l.guardian_id = ${person} order by s.sort_name`,
    },
    ...common('guardian'),
    messages('guardians'),
  ],
};

/** The tables whose rows about such a person are in the sections. */
export const tablesWithin = (entity: Entity): string[] => sections[entity].flatMap(({ tables }) => tables);
