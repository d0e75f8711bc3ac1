/** Select options for classes, grouped by program. */
export function grouped(classes: { id: number; name: string; program: string }[]) {
  const programs = [...new Set(classes.map((level) => level.program))];
  return programs.map((label) => ({
    label,
    options: classes
      .filter((level) => level.program === label)
      .map((level) => ({ value: String(level.id), label: level.name })),
  }));
}

/** The selected choice of a searchable select. */
export function chosenIn(all: { id: number; name: string }[], id: number | null | undefined) {
  const level = all.find((choice) => choice.id === id);
  return level ? { value: String(level.id), label: level.name } : null;
}
