/** One choice in a select. */
export interface Choice {
  value: string;
  label: string;
  /** Shown in a comma-separated line, if the label itself contains a comma. */
  name?: string | undefined;
  /** Beside the label, such as a number or a job title. */
  hint?: string | undefined;
}

/** The answer to a select that searches on the server. */
export interface Choices {
  choices: Choice[];
  isMore: boolean;
}

/** How many choices are sent at once; typing narrows them. */
export const choicesShown = 50;
