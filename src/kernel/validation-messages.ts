import { z } from 'zod';

/**
 * Messages for schemas without their own, never the validator's text ("Invalid option: expected one of …"). Applies to
 * every schema of the process.
 */
z.config({ customError: (issue) => wordsFor(issue) });

const unclear = 'This value is not valid. Check it and try again.';

function wordsFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return chooseOneOf(issue.values.filter((value) => value !== '').map((value) => sentenceCase(String(value))));
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This is required.';
      return typeWords[issue.expected] ?? unclear;
    case 'too_big':
      if (issue.origin === 'string') return `Use at most ${issue.maximum} characters.`;
      if (issue.origin === 'array') return `Choose at most ${issue.maximum}.`;
      return issue.origin === 'number' || issue.origin === 'int' ? `Enter ${issue.maximum} or less.` : unclear;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return 'This is required.';
      if (issue.origin === 'string') return `Use at least ${issue.minimum} characters.`;
      if (issue.origin === 'array') return `Choose at least ${issue.minimum}.`;
      return issue.origin === 'number' || issue.origin === 'int' ? `Enter ${issue.minimum} or more.` : unclear;
    case 'invalid_union':
      return 'Choose one from the list.';
    default:
      return unclear;
  }
}

const typeWords: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  array: 'Choose from the list.',
  boolean: 'Choose yes or no.',
};

/** 'Choose Female or Male.', 'Choose one of Draft, Scheduled, Published.' */
export function chooseOneOf(labels: readonly string[]): string {
  if (labels.length < 3) return `Choose ${labels.join(' or ')}.`;
  return labels.length > 8 ? 'Choose one from the list.' : `Choose one of ${labels.join(', ')}.`;
}

/** 'sign_in' → 'Sign in', 'jobTitles' → 'Job titles'. */
export function sentenceCase(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
