import type { HttpResponse, Page } from '@inertiajs/core';
import { CONFLICTS } from '#ui/conflicts/edit-conflict.ts';
import type { Answer } from './wire.ts';
import { isOwnOrigin } from './wire.ts';

/** An answer in Inertia's terms. Inertia takes a parsed page as well as its text, so nothing is parsed twice. */
export function pageAnswer(page: Page, headers: Record<string, string> = {}): HttpResponse {
  return { status: 200, headers: { ...headers, 'x-inertia': 'true' }, data: page as unknown as string };
}

/** The page object in an answer, at the address it was redirected to, or null when the answer is no page. */
export function readPage(answer: Answer): Page | null {
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

/** What somebody else has changed meanwhile (409), as the error that a form asks its person about; or null. */
export function readConflicts(answer: Answer): Record<string, string> | null {
  if (answer.status !== 409) return null;
  const body = parse(answer.text);
  return isRecord(body) && Array.isArray(body['conflicts']) ? { [CONFLICTS]: JSON.stringify(body['conflicts']) } : null;
}

/** What the server says about a refusal, or nothing. */
export function readMessage(answer: Answer): string {
  const body = parse(answer.text);
  return isRecord(body) && typeof body['message'] === 'string' ? body['message'] : '';
}

/** The page in view once more, with these validation errors: no second round trip, and what was typed stays. */
export function withErrors(page: Page, errors: Record<string, string>, errorBag?: string): Page {
  return {
    ...page,
    flash: {},
    props: { ...page.props, errors: (errorBag ? { [errorBag]: errors } : errors) as Page['props']['errors'] },
    // Loads that were under way for this page were cancelled by the visit: ask again for what has not arrived.
    deferredProps: missingDeferred(page),
  };
}

/** An answer for deferred props that could not be loaded: the page shows its fallback instead of waiting for ever. */
export function withoutDeferred(page: Page, props: string[]): Page {
  return { ...page, props: { errors: page.props.errors }, deferredProps: undefined, rescuedProps: props } as Page;
}

/** Parses JSON text; undefined when it is none. */
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

const isPage = (value: unknown): value is Page =>
  isRecord(value) &&
  typeof value['component'] === 'string' &&
  typeof value['url'] === 'string' &&
  isRecord(value['props']);
