import { sql } from 'drizzle-orm';
import { fieldsIn } from '#kernel/contracts/report-fields.ts';
import type { ReportField, ReportJoin } from '#kernel/contracts/report.ts';
import { students } from '#features/people/students/students.schema.ts';

/** Those who see students and guardians of their own batches see the guardians of every student whom they see. */
const needs = ['guardians.view', 'guardians.viewOwn'] as const;
const ofAll = fieldsIn('student', 'guardians', { needs, joins: ['guardians'], width: 30 });
const ofFirst = fieldsIn('student', 'guardians', { needs, joins: ['first_guardian'], width: 18 });
const ofPayer = fieldsIn('student', 'guardians', { needs, joins: ['fee_payer'], width: 18 });

const linked = sql`from student_guardians k join guardians g on (g.institution_id, g.id) = (k.institution_id, k.guardian_id)
  where k.institution_id = ${students.institutionId} and k.student_id = ${students.id}`;
const named = sql`concat_ws(' ', g.title, g.first_name, g.surname)`;
const phone = sql`coalesce(g.mobile, g.phone)`;
const address = sql`nullif(concat_ws(', ', nullif(g.address, ''), nullif(g.community, ''), nullif(g.city, '')), '')`;
const inOrder = sql`order by k.position, k.guardian_id`;
const one = sql`select ${named} as name, k.relation, ${phone} as phone, g.email, ${address} as address`;

/** The guardians of a student: all of them, the one to call first, and the one who pays. */
export const guardiansOfStudents: { joins: ReportJoin[]; fields: ReportField[] } = {
  joins: [
    {
      subject: 'student',
      name: 'guardians',
      sql: sql`left join lateral (select count(*)::int as count,
          string_agg(${named} || coalesce(' (' || k.relation || ')', ''), '; ' ${inOrder}) as names,
          string_agg(${phone}, '; ' ${inOrder}) as phones, string_agg(g.email, '; ' ${inOrder}) as emails
        ${linked}) all_guardians on true`,
    },
    {
      subject: 'student',
      name: 'first_guardian',
      sql: sql`left join lateral (${one} ${linked} ${inOrder} limit 1) first_guardian on true`,
    },
    {
      subject: 'student',
      name: 'fee_payer',
      sql: sql`left join lateral (${one} ${linked} and k.pays_fees ${inOrder} limit 1) fee_payer on true`,
    },
  ],
  fields: [
    ofFirst.text('guardian_name', 'Guardian', sql`first_guardian.name`, { width: 26 }),
    ofFirst.text('guardian_relation', 'Guardian’s relation', sql`first_guardian.relation`),
    ofFirst.text('guardian_phone', 'Guardian’s phone', sql`first_guardian.phone`),
    ofFirst.text('guardian_email', 'Guardian’s e-mail', sql`first_guardian.email`, { width: 26 }),
    ofFirst.text('guardian_address', 'Guardian’s address', sql`first_guardian.address`, { width: 34 }),
    ofAll.text('guardian_names', 'All guardians', sql`all_guardians.names`, { width: 40 }),
    ofAll.text('guardian_phones', 'All guardians’ phones', sql`all_guardians.phones`),
    ofAll.text('guardian_emails', 'All guardians’ e-mails', sql`all_guardians.emails`),
    ofAll.number('guardian_count', 'Number of guardians', sql`all_guardians.count`, { width: 10 }),
    ofPayer.text('fee_payer', 'Fee payer', sql`fee_payer.name`, { width: 26 }),
    ofPayer.text('fee_payer_phone', 'Fee payer’s phone', sql`fee_payer.phone`),
    ofPayer.text('fee_payer_email', 'Fee payer’s e-mail', sql`fee_payer.email`, { width: 26 }),
  ],
};
