/** The arm after those there are: A, B, C …; nothing when they follow another custom. */
export function proposeArm(taken: string[]): string {
  if (taken.some((arm) => !/^[A-Z]?$/.test(arm))) return '';
  const letter = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((one) => !taken.includes(one));
  return letter ?? '';
}
