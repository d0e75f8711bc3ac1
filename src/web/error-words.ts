import type { FastifyRequest } from 'fastify';
import { commonTerms } from './client/common-terms.ts';
import { inWords } from './client/in-words.ts';
import { plainTerms, type Terms } from './shell.ts';

/**
 * What the person's institutions call their units: the institution that the request names, else the words that all of
 * them use. A schema is read before anybody knows whose record it is about.
 */
export function termsOf({ maybeActor, query, body }: FastifyRequest): Terms {
  const all = maybeActor?.institutions ?? [];
  const named = [query, body].map((sent) => {
    const { institution_id, institutionId } = (sent ?? {}) as Record<string, unknown>;
    return Number(institution_id ?? institutionId);
  });
  const one = all.find(({ id }) => named.includes(id));
  return commonTerms((one ? [one] : all).map(({ terminology }) => ({ ...plainTerms, ...terminology })));
}

/** A schema's message, in which `{batch}` stands for the institution's word. */
export const schemaWords = (request: FastifyRequest, message: string): string =>
  message.includes('{') ? inWords(message, termsOf(request)) : message;

/** 'batch' as the institution calls it; other nouns stay. */
export const nounOf = (request: FastifyRequest, noun: string): string =>
  noun in plainTerms ? termsOf(request)[noun as keyof Terms].toLowerCase() : noun;
