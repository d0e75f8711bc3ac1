import {
  formDataToObject,
  hasFiles,
  mergeDataIntoQueryString,
  objectToFormData,
  type Method,
  type RequestPayload,
} from '@inertiajs/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { KEY_HEADER, newKey } from '#ui/form-key.ts';
import { parse } from './answers.ts';
import { fullReload } from './full-reload.ts';
import { forgetOtherPages } from './page-cache.ts';
import { ask } from './wire.ts';

export type RemoteMethod = Uppercase<Method> | Method;

export interface RemoteAnswer<T = unknown> {
  status: number;
  text: string;
  /** The JSON answer; undefined if it is not JSON. */
  json: T;
  /** Lower-case names. */
  headers: Record<string, string>;
}

/** An error answer to a background request; `message` can be shown to the user. */
export class RemoteError extends Error {
  readonly status: number;
  /** Messages by field for a validation error (422). */
  readonly errors: Record<string, string>;

  constructor(status: number, message: string, errors: Record<string, string> = {}) {
    super(message);
    this.name = 'RemoteError';
    this.status = status;
    this.errors = errors;
  }

  get isValidation(): boolean {
    return this.status === 422;
  }
}

/**
 * Sends a request in the background; the page stays. For GET the data goes into the query, otherwise it is JSON, or a
 * form if there are files. Answers below 400 resolve, others throw RemoteError; no answer throws HttpNetworkError, an
 * aborted request HttpCancelledError. `isQuestion`: it changes nothing, whatever its method. `key`: the form's
 * idempotency key. If the session has ended, the page is loaded fully.
 */
export async function remote<T = unknown>(
  method: RemoteMethod,
  address: string,
  data: RequestPayload = {},
  { signal, isQuestion, key = newKey() }: { signal?: AbortSignal; isQuestion?: boolean; key?: string } = {},
): Promise<RemoteAnswer<T>> {
  const lower = method.toLowerCase() as Method;
  const payload = data instanceof FormData ? (formDataToObject(data) as Record<string, never>) : data;
  const [url, rest] = mergeDataIntoQueryString(lower, address, payload);
  const answer = await ask({
    method: lower,
    url,
    headers: {
      Accept: 'application/json, text/plain;q=0.9',
      ...(lower !== 'get' && { [KEY_HEADER]: key }),
      ...(lower !== 'get' && !hasFiles(rest) ? json : {}),
    },
    body:
      lower === 'get' ? null : hasFiles(rest) ? objectToFormData(rest as Record<string, never>) : JSON.stringify(rest),
    signal,
  });
  const content = parse(answer.text);
  if (answer.status >= 400) throw refusal(answer.status, content);
  if (lower !== 'get' && !isQuestion) forgetOtherPages();
  return { status: answer.status, text: answer.text, json: content as T, headers: answer.headers };
}

/** Background requests for a component: `send` never throws; errors are in `errors` and `message`. */
export function useRemote<T = unknown>() {
  const [state, setState] = useState<RemoteState>({ busy: false, errors: {}, message: '' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const send = useCallback(
    async (
      method: RemoteMethod,
      address: string,
      data?: RequestPayload,
      key?: string,
    ): Promise<RemoteAnswer<T> | null> => {
      const request = new AbortController();
      controller.current?.abort();
      controller.current = request;
      setState({ busy: true, errors: {}, message: '' });
      try {
        const answer = await remote<T>(method, address, data, { signal: request.signal, key });
        if (controller.current === request) setState({ busy: false, errors: {}, message: '' });
        return answer;
      } catch (error) {
        if (controller.current === request && !request.signal.aborted) setState({ busy: false, ...explain(error) });
        return null;
      }
    },
    [],
  );
  return { ...state, send };
}

/** The first message about a field, or the one about the whole request. */
export const problemIn = ({ errors, message }: Omit<RemoteState, 'busy'>): string =>
  Object.values(errors)[0] ?? message;

export interface RemoteState {
  busy: boolean;
  errors: Record<string, string>;
  message: string;
}

/** The message for a failed background request. */
export function explain(error: unknown): { errors: Record<string, string>; message: string } {
  if (error instanceof RemoteError) return { errors: error.errors, message: error.message };
  return { errors: {}, message: 'The server did not respond. Check your connection and try again.' };
}

const json = { 'Content-Type': 'application/json' };

function refusal(status: number, content: unknown): RemoteError {
  const { message, errors } = (content ?? {}) as { message?: string; errors?: Record<string, string> };
  if (status === 401) fullReload(location.href);
  const unsaid =
    status >= 500 ? 'Something went wrong. Try again in a moment.' : 'Request refused. Reload the page and try again.';
  return new RemoteError(status, message || unsaid, errors);
}
