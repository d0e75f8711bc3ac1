import type { PresetSubject } from './preset.ts';

/** NBTE's general courses; those of a department are its own. */
export const diplomaCourses: readonly PresetSubject[] = [
  { code: 'GNS 101', title: 'Use of English I', units: 2, term: 1, classes: ['ND 1'] },
  { code: 'GNS 111', title: 'Citizenship Education I', units: 2, term: 1, classes: ['ND 1'] },
  { code: 'GNS 102', title: 'Communication in English I', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'GNS 121', title: 'Citizenship Education II', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'EED 126', title: 'Introduction to Entrepreneurship', units: 2, term: 2, classes: ['ND 1'] },
  { code: 'GNS 201', title: 'Use of English II', units: 2, term: 1, classes: ['ND 2'] },
  { code: 'EED 216', title: 'Practice of Entrepreneurship', units: 2, term: 1, classes: ['ND 2'] },
  { code: 'GNS 202', title: 'Communication in English II', units: 2, term: 2, classes: ['ND 2'] },
];

export const higherDiplomaCourses: readonly PresetSubject[] = [
  { code: 'GNS 301', title: 'Use of English III', units: 2, term: 1, classes: ['HND 1'] },
  { code: 'GNS 302', title: 'Communication in English III', units: 2, term: 2, classes: ['HND 1'] },
  { code: 'GNS 401', title: 'Communication in English IV', units: 2, term: 1, classes: ['HND 2'] },
  { code: 'EED 413', title: 'Entrepreneurship Development', units: 2, term: 1, classes: ['HND 2'] },
];

/** NUC's general courses. */
export const degreeCourses: readonly PresetSubject[] = [
  { code: 'GST 111', title: 'Communication in English', units: 2, term: 1, classes: ['100 Level'] },
  { code: 'GST 112', title: 'Nigerian Peoples and Culture', units: 2, term: 2, classes: ['100 Level'] },
  { code: 'GST 212', title: 'Philosophy, Logic and Human Existence', units: 2, term: 1, classes: ['200 Level'] },
  { code: 'ENT 211', title: 'Entrepreneurship and Innovation', units: 2, term: 2, classes: ['200 Level'] },
  { code: 'GST 312', title: 'Peace and Conflict Resolution', units: 2, term: 1, classes: ['300 Level'] },
  { code: 'ENT 312', title: 'Venture Creation', units: 2, term: 2, classes: ['300 Level'] },
];
