import type { institutions } from '#kernel/identity.schema.ts';

type Kind = (typeof institutions.$inferSelect)['kind'];

const ofSchools = { course: 'Subject', courses: 'Subjects', batch: 'Class arm', batches: 'Class arms' };

/** The terms with which a new institution begins: a school has subjects and class arms. Others keep the default. */
export const defaultTermsFor = (kind: Kind): Record<string, string> =>
  ['nursery', 'primary', 'secondary'].includes(kind) ? ofSchools : {};
