import { databaseError } from './errors.ts';

interface ToldError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  queue?: string;
  cause?: ToldError;
}

/** An error without values for the server's log: a query's parameters are people's names, addresses or blood groups. */
export function errorForLog(error: unknown): ToldError | string {
  if (!isLikeError(error)) return textOf(error);
  const { code = error.code, constraint } = databaseError(error) ?? error;
  const { name = 'Error', queue } = error;
  const message = 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : plainMessage(error);
  return {
    type: error instanceof Error ? error.constructor.name : name,
    message,
    stack: `${name}: ${message}\n${framesOf(error)}`,
    ...(code && { code: String(code) }),
    ...(constraint && { constraint }),
    ...(queue && { queue }),
    ...(isLikeError(error.cause) && { cause: errorForLog(error.cause) as ToldError }),
  };
}

/** PostgreSQL repeats the value that it refuses, and JSON what cannot be read; our own functions name records. */
const repeatsValues = ({ code = '', name }: LikeError) =>
  name === 'SyntaxError' || /^(22|P0|AK)...$/.test(String(code));
const plainMessage = (error: LikeError) => (repeatsValues(error) ? 'Left out: it can repeat a value.' : error.message);

/** An error, or the queue's copy of one as an object of its own. */
interface LikeError {
  name?: string;
  message: string;
  stack?: string;
  code?: string | number;
  constraint?: string;
  queue?: string;
  cause?: unknown;
}

const isLikeError = (thrown: unknown): thrown is LikeError =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string';

function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  // Only names of what it holds: values may be about people.
  return `Error with ${Object.keys(thrown).join(', ') || 'nothing in it'}`;
}

/** The stack begins with the message, which may contain lines of any kind. */
const framesOf = ({ stack = '', message }: LikeError) =>
  stack.slice(stack.indexOf(message) + message.length).replace(/^\n/, '');
