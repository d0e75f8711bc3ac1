import { DrizzleQueryError } from 'drizzle-orm/errors';
import { databaseError } from './errors.ts';

interface ToldError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: ToldError;
}

/** An error without values for the server's log: a query's parameters are people's names, addresses or blood groups. */
export function errorForLog(error: unknown): ToldError | string {
  if (!(error instanceof Error)) return textOf(error);
  const { code, constraint } = databaseError(error) ?? {};
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  return {
    type: error.constructor.name,
    message,
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...(code && { code }),
    ...(constraint && { constraint }),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) as ToldError }),
  };
}

/** Something thrown that is no error here: the queue's own objects, or an error of another thread. */
function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { name = 'Error', code, message } = thrown as { name?: unknown; code?: unknown; message?: unknown };
  const kind = `${String(name)}${code === undefined ? '' : ` ${String(code)}`}`;
  if (typeof message === 'string') return `${kind}: ${message}`;
  // Only names of what it holds: values may be about people.
  return `${kind} with ${Object.keys(thrown).join(', ') || 'nothing in it'}`;
}

/** The stack begins with the message, which may contain lines of any kind. */
const framesOf = ({ stack = '', message }: Error) =>
  stack.slice(stack.indexOf(message) + message.length).replace(/^\n/, '');
