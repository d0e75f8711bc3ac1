/** Classes as a select offers them: under their programs. */
export function grouped(classes: { id: number; name: string; program: string }[]) {
  const programs = [...new Set(classes.map((one) => one.program))];
  return programs.map((label) => ({
    label,
    options: classes.filter((one) => one.program === label).map((one) => ({ value: String(one.id), label: one.name })),
  }));
}
