/** The answers to the questions of a graph as its address has them. */
export const answersIn = (answers: Record<string, string[]> | null): { answers?: string } =>
  answers ? { answers: JSON.stringify(answers) } : {};
