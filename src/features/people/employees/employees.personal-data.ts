import { query, render } from '#kernel/database.ts';
import { sql } from 'drizzle-orm';
import { sentenceCase } from '#kernel/validation-messages.ts';
import {
  erasedRecord,
  nulls,
  plainColumns,
  homeColumns,
  homeJoins,
  nameColumns,
  nextOfKinExportColumns,
  photoAndDates,
} from '#features/records/people/erase-record.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { rowsOf, type Erasure } from '#kernel/personal-data/erasure.ts';
import { byId } from '#kernel/personal-data/named-by.ts';
import type { PersonalData } from '#kernel/personal-data/personal-data.ts';
import { employeeKind } from './create-employee.ts';
import { refuseMergedLeaver } from './refuse-merged-leaver.ts';

const people = ['employee'] as const;

/** The record of an employee, with exits and returns. */
export const employeePersonalData: PersonalData = {
  kind: employeeKind,
  tables: [
    {
      table: 'employees',
      people,
      namedBy: byId,
      section: {
        title: 'Record',
        order: 10,
        codes: { Gender: sentenceCase },
        rows: ({ institutionId, personId }) => sql`
          select p.employee_number as "Employee number"${plainColumns(employeeFields, 'title')}, ${nameColumns},
            p.birth_date::text as "Date of birth"${plainColumns(employeeFields, 'personal', 'job', 'qualifications')},
            p.graduation_year as "Year of graduation",
            p.employed_on::text as "Date of employment", p.left_on::text as "Left", p.leaving_reason as "Reason for leaving",
            ${homeColumns(employeeFields)}${plainColumns(employeeFields, 'health')}, ${nextOfKinExportColumns}, ${photoAndDates}
          from employees p ${homeJoins} where p.institution_id = ${institutionId} and p.id = ${personId}`,
      },
      files: ['photo_id', 'photo_small_id'],
      erase: {
        set: {
          ...erasedRecord(employeeFields),
          ...nulls('birth_date', 'graduation_year', 'leaving_reason'),
        },
      },
      merge: {
        how: 'record',
        undo: { keys: ['id'], by: 'columns', words: 'the record' },
        check: refuseMergedLeaver,
      },
      retention: { keep: 'Until the person is erased. The school must keep its staff records.' },
    },
    {
      table: 'employee_moves',
      people,
      section: {
        title: 'Exits and returns',
        order: 40,
        codes: { What: sentenceCase },
        rows: ({ institutionId, personId }) => sql`
          select m.on_date::text as "Date", m.kind as "Event", m.reason as "Reason", m.ended_roles as "Roles removed",
            m.given_up as "Handed over"
          from employee_moves m where m.institution_id = ${institutionId} and m.employee_id = ${personId} order by m.id`,
      },
      collect: collectEndedAccounts,
      erase: { set: { reason: 'Erased', ended_roles: [] } },
      merge: { how: 'move', one: 'exit or return', many: 'exits and returns' },
      retention: { keep: 'As long as the employee’s record.' },
    },
  ],
};

/** Accounts whose roles ended when the employee left. */
async function collectEndedAccounts(erasure: Erasure): Promise<void> {
  const rows = await query<{ id: number }>(
    erasure.tx,
    render(sql`select (ended ->> 'accountId')::bigint as id
    from employee_moves, jsonb_array_elements(ended_roles) ended where ${rowsOf(erasure)}`),
  );
  erasure.found.formerAccounts.push(...rows.map(({ id }) => Number(id)));
}
