/** The next free arm: A, B, C …; empty if the arms aren't single letters. */
export function proposeArm(taken: string[]): string {
  if (taken.some((arm) => !/^[A-Z]?$/.test(arm))) return '';
  const letter = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((arm) => !taken.includes(arm));
  return letter ?? '';
}
