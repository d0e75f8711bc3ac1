/** The answers to the questions of a report or graph as its address has them. */
export const answersIn = (answers: Record<string, string[]> | null | undefined): { answers?: string } =>
  answers ? { answers: JSON.stringify(answers) } : {};
