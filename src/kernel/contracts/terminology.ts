/** An institution's own terms: 'Subject' or 'Course', 'Class arm' or 'Batch'. */
export const defaultWords = {
  course: 'Course',
  courses: 'Courses',
  batch: 'Batch',
  batches: 'Batches',
  class: 'Class',
  classes: 'Classes',
};
export type Words = typeof defaultWords;

/** 'a class arm', 'an arm'. */
export const withArticle = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;

export const wordsOf = (terminology: Record<string, string>): Words => ({ ...defaultWords, ...terminology });
