/** Classes as a select offers them: under their programs. */
export function grouped(classes: { id: number; name: string; program: string }[]) {
  const programs = [...new Set(classes.map((one) => one.program))];
  return programs.map((label) => ({
    label,
    options: classes.filter((one) => one.program === label).map((one) => ({ value: String(one.id), label: one.name })),
  }));
}

/** One of them as a select that is searched shows it. */
export function chosenIn(all: { id: number; name: string }[], id: number | null | undefined) {
  const one = all.find((each) => each.id === id);
  return one ? { value: String(one.id), label: one.name } : null;
}
