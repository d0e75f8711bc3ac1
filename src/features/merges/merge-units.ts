import type { FieldGroup } from '#kernel/field-groups.ts';

/** What is chosen as one: a state without its country would be nonsense. Columns as the database names them. */
export interface MergeUnit {
  key: string;
  label: string;
  columns: readonly string[];
  group: FieldGroup;
}

const unit = (key: string, label: string, columns: string[], group: FieldGroup = 'general'): MergeUnit => ({
  ...{ key, label, columns, group },
});
const one = (column: string, label: string, group?: FieldGroup) => unit(column, label, [column], group);

const names = [one('surname', 'Surname'), one('first_name', 'First name'), one('middle_name', 'Middle name')];
const contact = [one('phone', 'Phone'), one('mobile', 'Mobile'), one('email', 'E-mail')];
const photo = unit('photo', 'Photo', ['photo_id', 'photo_small_id']);
const place = ['country_id', 'state_id', 'state_name', 'lga_id'];
const nextOfKin = ['next_of_kin_name', 'next_of_kin_phone', 'next_of_kin_relation'];
const home = (group: FieldGroup) => [
  one('nationality_id', 'Nationality', group),
  unit('place', 'Country, state, LGA', place, group),
  one('city', 'City', group),
  one('community', 'Community', group),
  one('address', 'Address', group),
];
const body = [
  one('blood_group', 'Blood group', 'health'),
  one('genotype', 'Genotype', 'health'),
  one('religion', 'Religion', 'religion'),
];

/** A student's state and batch are decided together, beside the enrolments: merge-enrolments.ts. */
export const studentUnits: readonly MergeUnit[] = [
  ...names,
  unit('status', 'Status', ['status']),
  one('registration_number', 'Registration number'),
  one('admission_date', 'Admitted'),
  one('category', 'Category'),
  one('gender', 'Gender'),
  one('birth_date', 'Date of birth'),
  ...contact,
  ...home('general'),
  one('language', 'Language'),
  unit('next_of_kin', 'Next of kin', nextOfKin),
  photo,
  ...body,
];

export const employeeUnits: readonly MergeUnit[] = [
  one('title', 'Title'),
  ...names,
  one('gender', 'Gender'),
  ...contact,
  unit('employment', 'Employed', ['employed_on', 'left_on', 'leaving_reason']),
  one('category', 'Category'),
  one('department', 'Department'),
  one('position', 'Position'),
  one('job_title', 'Job title'),
  one('qualification', 'Qualification'),
  one('educational_qualification', 'Educational qualification'),
  photo,
  one('birth_date', 'Date of birth', 'private'),
  one('marital_status', 'Marital status', 'private'),
  ...home('private'),
  unit('next_of_kin', 'Next of kin', nextOfKin, 'private'),
  ...body,
];

export const guardianUnits: readonly MergeUnit[] = [
  one('title', 'Title'),
  ...names,
  one('gender', 'Gender'),
  ...contact,
  one('occupation', 'Occupation'),
  one('employer', 'Employer'),
  ...home('general'),
  one('language', 'Language'),
  photo,
  one('religion', 'Religion', 'religion'),
];

export type Row = Record<string, unknown>;
export type Side = 'kept' | 'other';

export const isEmpty = (unitOf: MergeUnit, row: Row) => unitOf.columns.every((column) => row[column] === null);
export const isSame = (unitOf: MergeUnit, a: Row, b: Row) => unitOf.columns.every((column) => a[column] === b[column]);

/**
 * The kept record's value, or the other's where the kept one has none or has left and the other works here; what was
 * chosen goes before.
 */
export const winnerOf = (unitOf: MergeUnit, kept: Row, other: Row, chosen?: Side): Side =>
  chosen ?? ((isEmpty(unitOf, kept) && !isEmpty(unitOf, other)) || stillHere(unitOf, kept, other) ? 'other' : 'kept');

const stillHere = ({ columns }: MergeUnit, kept: Row, other: Row) =>
  columns.includes('left_on') && kept.left_on !== null && other.left_on === null;
