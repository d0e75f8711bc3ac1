import { desc, eq, sql } from 'drizzle-orm';
import { literally } from '#kernel/searchable.ts';
import { applicationStates } from '#features/admission/admissions/admissions.ts';
import { applications } from '#features/admission/admissions/admissions.schema.ts';
import { isListed } from '#features/admission/admissions/desk/applications.list.ts';
import { genders } from '#features/records/people/genders.ts';
import { pinStatuses } from '#features/money/pins/pins.ts';
import { pinKinds, pins } from '#features/money/pins/pins.schema.ts';
import { type CountedType, labelOf, query, inInstitution } from '../counted-type.ts';

/** Drafts belong to their applicants. */
const { draft: _, ...states } = applicationStates;

export const countedApplications: CountedType = {
  label: 'Applications',
  one: 'application',
  many: 'applications',
  may: ['admissions.view'],
  from: sql`${applications} join intakes k on (k.institution_id, k.id) = (${applications.institutionId}, ${applications.intakeId})
    join institutions n on n.id = ${applications.institutionId}
    left join classes c on (c.institution_id, c.id) = (${applications.institutionId}, ${applications.classId})`,
  id: sql`${applications.id}`,
  visible: (actor, institutionId) =>
    sql`${inInstitution(applications.institutionId, 'admissions.view')(actor, institutionId)} and ${isListed}`,
  name: sql`concat_ws(', ', ${applications.surname}, concat_ws(' ', ${applications.firstName}, ${applications.middleName}))`,
  detail: sql`concat_ws(' · ', ${applications.number}, ${labelOf(sql`${applications.status}`, states)})`,
  search: (text) => sql`${applications.searchText} like '%' || akada_searchable(${literally(text)}) || '%'`,
  order: desc(applications.id),
  href: '/applications/',
  day: sql`(${applications.submittedAt} at time zone n.time_zone)::date`,
  filters: {
    gender: { label: 'Gender', options: genders, where: (value) => sql`${applications.gender} = ${value}` },
    status: { label: 'Status', options: states, where: (value) => sql`${applications.status} = ${value}` },
  },
  splits: {
    status: {
      label: 'Status',
      by: labelOf(sql`${applications.status}`, states),
      order: sql`array_position(${sql.param(Object.keys(states))}::text[], ${applications.status})`,
    },
    gender: { label: 'Gender', by: labelOf(sql`${applications.gender}`, genders) },
    class: { label: 'Class', by: sql`coalesce(c.name, 'Not chosen')`, order: sql`c.position` },
  },
  of: {
    Application: { one: (record) => eq(applications.id, record) },
    Program: { one: (record) => sql`k.program_id = ${record}` },
  },
  list({ model, record, filter, value }) {
    if (filter === 'period' || (model === 'Application' && record !== null)) return null;
    return query('/applications', { program: record, [filter]: value });
  },
};

export const countedPins: CountedType = {
  label: 'Pins',
  one: 'pin',
  many: 'pins',
  may: ['pins.view'],
  from: sql`${pins} join ${pinKinds} on (${pinKinds.institutionId}, ${pinKinds.id}) = (${pins.institutionId}, ${pins.kindId})
    join institutions n on n.id = ${pins.institutionId}`,
  id: sql`${pins.id}`,
  visible: inInstitution(pins.institutionId, 'pins.view'),
  name: sql`lpad(${pins.serial}::text, 8, '0')`,
  detail: sql`concat_ws(' · ', ${pinKinds.name}, ${labelOf(sql`${pins.status}`, pinStatuses)})`,
  search: (text) => sql`${pins.serial}::text = ${text.replace(/^\D*0*/, '')}`,
  order: desc(pins.serial),
  href: '/pins/',
  day: sql`(${pins.soldAt} at time zone n.time_zone)::date`,
  filters: {
    status: { label: 'Status', options: pinStatuses, where: (value) => sql`${pins.status} = ${value}` },
  },
  splits: {
    status: { label: 'Status', by: labelOf(sql`${pins.status}`, pinStatuses) },
    kind: { label: 'Type', by: sql`${pinKinds.name}` },
  },
  of: {
    Pin: { one: (record) => eq(pins.id, record) },
    Program: { one: (record) => eq(pinKinds.programId, record), all: sql`${pinKinds.programId} is not null` },
  },
  list: ({ model, filter }) => (model === 'Pin' && filter === 'all' ? '/pins' : null),
};
