import { sql, type SQL } from 'drizzle-orm';
import type { Permission } from '#kernel/permissions.ts';
import type { Audience } from '../audience/audience.ts';

/** Where a field is read: the recipient `n`, the student `c`, the balance `o`, the result `t`, the institution `i`. */
export type FieldSource = 'recipient' | 'student' | 'balance' | 'result' | 'institution';

export interface MessageField {
  label: string;
  source: FieldSource;
  value: SQL;
  /** What it reveals something of; only holders can use it and read the text. */
  needs?: Permission;
}

const ordinal = sql`t.position || case when t.position % 100 between 11 and 13 then 'th' else
  case t.position % 10 when 1 then 'st' when 2 then 'nd' when 3 then 'rd' else 'th' end end`;

/** What a text can say of each recipient, by the name in braces. */
export const messageFields = {
  name: { label: 'Recipient’s name', source: 'recipient', value: sql`concat_ws(' ', n.first_name, n.surname)` },
  first_name: { label: 'Recipient’s first name', source: 'recipient', value: sql`n.first_name` },
  title_surname: {
    label: 'Recipient’s title and surname',
    source: 'recipient',
    value: sql`concat_ws(' ', n.title, n.surname)`,
  },
  student_first_name: { label: 'Student’s first name', source: 'student', value: sql`c.first_name` },
  student_name: {
    label: 'Student’s full name',
    source: 'student',
    value: sql`concat_ws(' ', c.first_name, c.middle_name, c.surname)`,
  },
  class: { label: 'Student’s class arm', source: 'student', value: sql`c.batch_name` },
  admission_number: { label: 'Admission number', source: 'student', value: sql`c.admission_number` },
  balance: {
    label: 'What the student owes',
    source: 'balance',
    needs: 'fees.view',
    value: sql`i.currency || ' ' || to_char(coalesce(o.owed, 0) / 100.0, 'FM999,999,999,990.00')`,
  },
  average: {
    label: 'Average of the latest published term',
    source: 'result',
    needs: 'results.view',
    value: sql`t.average::numeric(7, 2)::text`,
  },
  position: { label: 'Position in the latest published term', source: 'result', needs: 'results.view', value: ordinal },
  term: { label: 'Latest published term', source: 'result', needs: 'results.view', value: sql`t.term` },
  school: { label: 'School’s name', source: 'institution', value: sql`i.name` },
  school_phone: { label: 'School’s phone number', source: 'institution', value: sql`i.phone` },
  today: {
    label: 'Today’s date',
    source: 'institution',
    value: sql`to_char(now() at time zone i.time_zone, 'FMDD Mon YYYY')`,
  },
} as const satisfies Record<string, MessageField>;
export type FieldName = keyof typeof messageFields;

const fields: Record<FieldName, MessageField> = messageFields;

/** The permissions that some fields need. */
export const revealing: Permission[] = [...new Set(Object.values(fields).flatMap(({ needs }) => needs ?? []))];

/** Fields that say something of the student, so that each child of a guardian has a text of its own. */
export const isAboutStudent = (name: FieldName): boolean =>
  ['student', 'balance', 'result'].includes(fields[name].source);

/** The fields that a text to these recipients can use. */
export const fieldsFor = (of: Audience['of']): FieldName[] =>
  (Object.keys(fields) as FieldName[]).filter((name) => of !== 'employees' || !isAboutStudent(name));
