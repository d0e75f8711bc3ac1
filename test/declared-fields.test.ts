import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PgDialect } from 'drizzle-orm/pg-core';
import { toSnakeCase } from 'drizzle-orm/casing';
import { describe, expect, test } from 'vitest';
import { labelAt, type Place, type RecordField, type RecordFields } from '#kernel/record-fields/record-field.ts';
import { EmployeeFields } from '#features/people/employees/check-employee.ts';
import { employeeExport } from '#features/people/employees/employee-list.routes.ts';
import { employeePersonalData } from '#features/people/employees/employees.personal-data.ts';
import { employeeReports } from '#features/people/employees/employees.reports.ts';
import { GuardianFields } from '#features/people/guardians/create-guardian.ts';
import { guardianExport } from '#features/people/guardians/guardian-list.routes.ts';
import { guardianPersonalData } from '#features/people/guardians/guardians.personal-data.ts';
import { guardianReports } from '#features/people/guardians/guardians.reports.ts';
import { guardianRoster } from '#features/people/imports/kinds/all.ts';
import { employeeRoster } from '#features/people/imports/kinds/employees.ts';
import { studentRoster } from '#features/people/imports/kinds/students.ts';
import { studentExport } from '#features/people/students/export-students.ts';
import { StudentFields } from '#features/people/students/form/create-student.ts';
import { studentFields } from '#features/people/students/students.fields.ts';
import { studentPersonalData } from '#features/people/students/students.personal-data.ts';
import { studentReports } from '#features/people/students/students.reports.ts';
import { employeeFields } from '#features/records/people/employees.fields.ts';
import { guardianFields } from '#features/records/people/people.fields.ts';

/* A field that is declared, and its column, are all that it takes: each place shows every section that has fields. */

const people = join(import.meta.dirname, '../src/features/people');
const sources = (...files: string[]) => files.map((file) => readFileSync(join(people, file), 'utf8')).join('\n');
const shared = '../records/people/shared/person-photo.tsx';

const kinds = [
  {
    kind: 'student',
    fields: studentFields,
    shape: StudentFields.shape,
    form: sources('students/form/student-form.page.tsx', shared),
    record: sources('students/profile/overview-tab.tsx', 'students/profile/student-profile.page.tsx'),
    document: sources('students/profile/record-sheet.queries.ts'),
    exported: studentExport.kind.columns,
    roster: studentRoster,
    reports: studentReports,
    personalData: studentPersonalData,
  },
  {
    kind: 'guardian',
    fields: guardianFields,
    shape: GuardianFields.shape,
    form: sources('guardians/guardian-form.page.tsx', shared),
    record: sources('guardians/guardian-profile.page.tsx'),
    document: null,
    exported: guardianExport.kind.columns,
    roster: guardianRoster,
    reports: guardianReports,
    personalData: guardianPersonalData,
  },
  {
    kind: 'employee',
    fields: employeeFields,
    shape: EmployeeFields.shape,
    form: sources('employees/employee-form.page.tsx', shared),
    record: sources('employees/profile-tabs.tsx', 'employees/employee-profile.page.tsx'),
    document: null,
    exported: employeeExport.kind.columns,
    roster: employeeRoster,
    reports: employeeReports,
    personalData: employeePersonalData,
  },
] as const;

/** The fields that a place shows without code of its own. */
const at = (place: Place, fields: RecordFields): [string, RecordField][] =>
  Object.entries(fields).filter(([, { byHand }]) => !byHand?.includes(place));

describe.each(kinds)('the declared fields of a $kind', ({ kind, fields, ...places }) => {
  const named = fields as RecordFields;
  const table = places.personalData.tables[0]!;

  test('are checked', () => {
    expect(Object.keys(places.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  });

  test('have an input in the form', () => {
    for (const [key, { section }] of at('form', named))
      expect([key, places.form]).toEqual([key, expect.stringMatching(new RegExp(`section(="|: ')${section}["']`))]);
  });

  test('are on the record', () => {
    for (const [key, { section }] of at('record', named))
      expect([key, places.record]).toEqual([
        key,
        expect.stringMatching(new RegExp(`recordItems\\(${kind}Fields,[^)]*'${section}'\\)`)),
      ]);
  });

  test('are on the printed record, restricted ones by their group', () => {
    for (const [key, { section, group }] of places.document === null ? [] : at('document', named))
      expect([key, group === section || places.document!.includes(`Fields, student, '${section}'`)]).toEqual([
        key,
        true,
      ]);
  });

  test('are exported under headings that an import knows', () => {
    for (const [key, field] of at('export', named)) {
      expect(places.exported[key]).toMatchObject({ header: labelAt(field, 'export'), group: field.group });
      expect(places.roster.fields[key]).toMatchObject({ label: labelAt(field, 'export') });
    }
  });

  test('are imported', () => {
    for (const [key, field] of at('import', named)) {
      const imported = places.roster.fields[key]!;
      expect([key, imported.label, imported.group]).toEqual([key, labelAt(field, 'import'), field.group]);
      expect(imported.synonyms).toEqual(expect.arrayContaining([...(field.synonyms ?? [])]));
    }
  });

  test('are in reports, restricted ones for those who see their group', () => {
    for (const [key, field] of at('report', named))
      expect(places.reports.fields).toContainEqual(
        expect.objectContaining({
          subject: kind,
          key: field.reportKey ?? toSnakeCase(key),
          label: labelAt(field, 'report'),
          ...(field.group && { restriction: field.group }),
        }),
      );
  });

  test('are part of personal data, an erasure and a merge', () => {
    const section = table.section as Extract<typeof table.section, { rows: unknown }>;
    const asked = { institutionId: 1, personId: 1, words: { batch: 'Batch' } } as Parameters<typeof section.rows>[0];
    const { sql } = new PgDialect().sqlToQuery(section.rows(asked));
    for (const [key, field] of at('personalData', named))
      expect([key, sql]).toEqual([key, expect.stringContaining(`as "${labelAt(field, 'personalData')}"`)]);
    const erased = (table.erase as { set: Record<string, unknown> }).set;
    for (const [key] of at('erasure', named)) expect([key, erased[toSnakeCase(key)]]).toEqual([key, null]);
    for (const [key, field] of at('merge', named))
      expect(places.personalData.kind!.mergeFields).toContainEqual({
        key: toSnakeCase(key),
        label: labelAt(field, 'merge'),
        columns: [toSnakeCase(key)],
        group: field.group ?? 'general',
      });
  });
});
