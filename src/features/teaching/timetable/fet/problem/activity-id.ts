/** Parts of a set that are numbered at most. */
const parts = 20;

/**
 * The number of a lesson's part in a file. It can be read back at any time, whatever was added or removed meanwhile, and
 * fits FET's numbers.
 */
export const activityId = (lessonId: number, part: number): number => lessonId * parts + part;

export const lessonOfActivity = (id: number): { lessonId: number; part: number } => ({
  lessonId: Math.floor(id / parts),
  part: id % parts,
});
