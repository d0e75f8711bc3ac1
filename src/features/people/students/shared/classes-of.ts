/** The classes of batches to choose from, each once. */
export const classesOf = (batches: { classId: number; className: string }[] = []) => [
  ...new Map(batches.map(({ classId, className }) => [classId, { id: classId, name: className }])).values(),
];
