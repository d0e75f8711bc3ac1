import { ageOn, formatDay } from '#kernel/dates.ts';
import { customText } from '#kernel/contracts/custom-field.ts';
import type { FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { Fact } from '#kernel/pdf/parts.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import type { Letterhead } from '#kernel/pdf/letterhead.ts';
import { phoneText } from '#ui/format.ts';
import type { Family } from './student-family.queries.ts';
import type { restrictedOf, StudentOverview } from './student-profile.queries.ts';
import type { StudentCustomFields } from './custom-fields.queries.ts';

export interface SheetSection {
  title: string;
  facts?: Fact[];
  table?: { columns: { header: string; share: number }[]; rows: (string | null)[][] };
}

/** Sections without any value, named in one line: a heading for each would fill a page with nothing. */
export function withoutEmpty(all: SheetSection[]): { sections: SheetSection[]; empty: string | null } {
  const isEmpty = ({ facts = [], table }: SheetSection) => !table?.rows.length && !facts.some(({ value }) => value);
  const titles = all.filter(isEmpty).map(({ title }) => title.toLowerCase());
  return {
    sections: all.filter((section) => !isEmpty(section)),
    empty: titles.length ? `Nothing recorded yet: ${titles.join(', ')}.` : null,
  };
}

export const sheetSection = (title: string, all: Fact[]): SheetSection[] => (all.length ? [{ title, facts: all }] : []);

export const customFacts = (
  { fields, values }: StudentCustomFields,
  isWanted: (group: FieldGroup) => boolean,
): Fact[] =>
  fields
    .filter(({ group }) => isWanted(group))
    .map((field) => {
      const text = customText(field, values[field.id]);
      return { label: field.label, value: field.type === 'date' && text ? formatDay(text) : text };
    });

export const confidentialSections = (
  { bloodGroup, genotype, religion }: Awaited<ReturnType<typeof restrictedOf>>,
  groups: readonly FieldGroup[],
): Fact[] => [
  ...(groups.includes('health')
    ? [
        { label: 'Blood group', value: bloodGroup },
        { label: 'Genotype', value: genotype },
      ]
    : []),
  ...(groups.includes('religion') ? [{ label: 'Religion', value: religion }] : []),
];

export const personalSection = (student: StudentOverview, day: string): SheetSection => ({
  title: 'Personal',
  facts: [
    { label: 'Surname', value: student.surname },
    { label: 'First name', value: student.firstName },
    { label: 'Middle name', value: student.middleName },
    { label: 'Gender', value: student.gender && (student.gender === 'female' ? 'Female' : 'Male') },
    {
      label: 'Date of birth',
      value: student.birthDate && `${formatDay(student.birthDate)} (${ageOn(student.birthDate, day)} years)`,
    },
    { label: 'Language', value: student.language },
    { label: 'Phone', value: phoneText(student.phone) },
    { label: 'Mobile', value: phoneText(student.mobile) },
    { label: 'E-mail', value: student.email },
  ],
});

export const schoolSection = (student: StudentOverview, words: Words): SheetSection => ({
  title: 'School',
  facts: [
    { label: 'Admission no.', value: student.admissionNumber },
    { label: 'Registration no.', value: student.registrationNumber },
    { label: 'Admitted', value: student.admissionDate && formatDay(student.admissionDate) },
    { label: 'Category', value: student.category },
    { label: 'Programme', value: student.program },
    { label: words.class, value: student.class },
    { label: words.batch, value: student.batch },
    { label: 'Session', value: student.session },
  ],
});

export const originSection = (student: StudentOverview): SheetSection => ({
  title: 'Origin and home',
  facts: [
    { label: 'Nationality', value: student.nationality },
    { label: 'Country', value: student.country },
    { label: 'State', value: student.state },
    { label: 'LGA', value: student.lga },
    { label: 'City', value: student.city },
    { label: 'Community', value: student.community },
    { label: 'Address', value: student.address },
  ],
});

/** Guardians in calling order, each with the facts that the reader can see. */
export const familySection = ({ guardians }: Family): SheetSection => ({
  title: 'Family',
  table: {
    columns: [
      { header: 'Name', share: 5 },
      { header: 'Relation', share: 3 },
      { header: 'Phone', share: 3 },
      { header: 'May collect', share: 2 },
    ],
    rows: guardians.map(({ name, relation, facts }) => [
      name,
      relation,
      phoneText(facts?.phone),
      facts && (facts.mayCollect ? 'Yes' : 'No'),
    ]),
  },
});

export interface RecordSheet {
  letterhead: Letterhead;
  name: string;
  number: string;
  status: string;
  batch: string | null;
  photo: Buffer | null;
  sections: SheetSection[];
  /** The sections without content. */
  empty: string | null;
  /** Footer: date and reader. */
  foot: string;
}
