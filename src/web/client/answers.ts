import type { HttpResponse, Page } from '@inertiajs/core';
import { CONFLICTS } from '#ui/conflicts/edit-conflict.ts';
import type { SentPage } from './load-part.ts';
import { type Answer, isOwnOrigin } from './wire.ts';

/** Answers in Inertia's terms. Inertia also accepts a parsed page, so nothing is parsed twice. */
export function pageAnswer(page: Page, headers: Record<string, string> = {}): HttpResponse {
  return { status: 200, headers: { ...headers, 'x-inertia': 'true' }, data: page as unknown as string };
}

/** The page object in an answer, with the address it was redirected to; null if the answer is not a page. */
export function readPage(answer: Answer): SentPage | null {
  if (answer.status >= 400 || !answer.headers['x-inertia']) return null;
  const page = parse(answer.text);
  if (!isPage(page)) return null;
  const redirectedTo = answer.headers['x-xhr-redirected-to'];
  return redirectedTo && isOwnOrigin(redirectedTo) ? { ...page, url: redirectedTo } : page;
}

/** The errors by field of a 422 answer, or null. */
export function readErrors(answer: Answer): { message: string; errors: Record<string, string> } | null {
  if (answer.status !== 422) return null;
  const body = parse(answer.text);
  if (!isRecord(body) || !isRecord(body['errors']) || Object.keys(body['errors']).length === 0) return null;
  return { message: readMessage(answer), errors: body['errors'] as Record<string, string> };
}

/** The conflict in a 409 answer, as the error that a form shows as a question; or null. */
export function readConflicts(answer: Answer): Record<string, string> | null {
  if (answer.status !== 409) return null;
  const body = parse(answer.text);
  return isRecord(body) && Array.isArray(body['conflicts']) ? { [CONFLICTS]: JSON.stringify(body['conflicts']) } : null;
}

/** The server's message in an error answer, if any. */
export function readMessage(answer: Answer): string {
  const body = parse(answer.text);
  return isRecord(body) && typeof body['message'] === 'string' ? body['message'] : '';
}

/** The current page with these validation errors: no second round trip, and the input stays. */
export function withErrors(page: Page, errors: Record<string, string>, errorBag?: string): Page {
  return {
    ...page,
    flash: {},
    props: { ...page.props, errors: (errorBag ? { [errorBag]: errors } : errors) as Page['props']['errors'] },
    // The visit cancelled this page's pending loads: request the missing props again.
    deferredProps: missingDeferred(page),
  };
}

/** An answer for deferred props that could not be loaded: the page shows its fallback instead of waiting for ever. */
export function withoutDeferred(page: Page, props: string[]): Page {
  return { ...page, props: { errors: page.props.errors }, deferredProps: undefined, rescuedProps: props } as Page;
}

/** Parses JSON; undefined if it is invalid. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function missingDeferred(page: Page): Page['deferredProps'] {
  const groups = Object.entries(page.initialDeferredProps ?? page.deferredProps ?? {})
    .map(([group, props]) => [group, props.filter((prop) => page.props[prop] === undefined)] as const)
    .filter(([, props]) => props.length > 0);
  return groups.length > 0 ? Object.fromEntries(groups) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPage = (value: unknown): value is SentPage =>
  isRecord(value) &&
  typeof value['component'] === 'string' &&
  typeof value['url'] === 'string' &&
  Array.isArray(value['files']) &&
  isRecord(value['props']);
