/** One of those to choose from, as a select offers it. */
export interface Choice {
  value: string;
  label: string;
  /** How it is called among others in a line, where its label has a comma in it. */
  name?: string | undefined;
  /** Beside the label, such as a number or a job title. */
  hint?: string | undefined;
}

/** What a select that asks as one types is answered. */
export interface Choices {
  choices: Choice[];
  isMore: boolean;
}

/** How many are offered at once; one more letter finds the others. */
export const choicesShown = 50;
