import type { FastifyRequest } from 'fastify';
import { commonTerms } from './client/common-terms.ts';
import { inWords } from './client/in-words.ts';
import { plainTerms, type Terms } from './shell.ts';

/**
 * The terms of the institution in the request, else the shared ones. A schema is validated before it is known whose
 * record it is about.
 */
export function termsOf({ maybeActor, query, body }: FastifyRequest): Terms {
  const all = maybeActor?.institutions ?? [];
  const named = [query, body].map((sent) => {
    const { institution_id, institutionId } = (sent ?? {}) as Record<string, unknown>;
    return Number(institution_id ?? institutionId);
  });
  const institution = all.find(({ id }) => named.includes(id));
  return commonTerms((institution ? [institution] : all).map(({ terminology }) => ({ ...plainTerms, ...terminology })));
}

/** A schema's message, with the institution's term for `{batch}`. */
export const schemaWords = (request: FastifyRequest, message: string): string =>
  message.includes('{') ? inWords(message, termsOf(request)) : message;

/** The institution's term for 'batch'; other nouns stay. */
export const nounOf = (request: FastifyRequest, noun: string): string =>
  noun in plainTerms ? termsOf(request)[noun as keyof Terms].toLowerCase() : noun;
