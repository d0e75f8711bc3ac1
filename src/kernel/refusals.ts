import { ValidationError } from './errors.ts';

/** Runs every step in order and throws all refusals together, so that users correct a form once. */
export async function allSteps<Results extends readonly unknown[]>(
  ...steps: { [At in keyof Results]: () => Results[At] | Promise<Results[At]> }
): Promise<Results> {
  const results: unknown[] = [];
  let errors: Record<string, string> = {};
  for (const step of steps) {
    try {
      results.push(await step());
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      errors = { ...error.errors, ...errors };
      results.push(undefined);
    }
  }
  const [first] = Object.entries(errors);
  if (first) throw new ValidationError(...first, errors);
  return results as unknown as Results;
}
