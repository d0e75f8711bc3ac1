/** 'A, B, C' as a list, without repetitions. */
export function armsIn(text: string): string[] {
  const arms = text
    .split(/[,;\n]/)
    .map((arm) => arm.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  return arms.filter((arm, at) => arms.findIndex((other) => isSame(other, arm)) === at);
}

/**
 * The arms of a class in which a subject is taught: all, unless some are named. A class with one arm is not divided by
 * subjects.
 */
export function taughtIn(subjectArms: readonly string[], classArms: readonly string[]): readonly string[] {
  if (subjectArms.length === 0 || classArms.length < 2) return classArms;
  return classArms.filter((arm) => subjectArms.some((wanted) => isSame(wanted, arm)));
}

/** As the database compares names: without case. */
export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
