/** What a feature asks of one above it, whose manifest provides it. */
export function asked<Answer>(what: string) {
  let given: Answer | undefined;
  return {
    provide: (answer: Answer): void => void (given = answer),
    ask: (): Answer => {
      if (given === undefined) throw new Error(`No feature has provided ${what}.`);
      return given;
    },
  };
}
