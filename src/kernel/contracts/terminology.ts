/** An institution's own terms: 'Subject' or 'Course', 'Class arm' or 'Batch'. */
export const defaultTerms = {
  course: 'Course',
  courses: 'Courses',
  batch: 'Batch',
  batches: 'Batches',
  class: 'Class',
  classes: 'Classes',
};
export type Terminology = typeof defaultTerms;

/** 'a class arm', 'an arm'. */
export const withArticle = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;

export const termsOf = (terminology: Record<string, string>): Terminology => ({ ...defaultTerms, ...terminology });
