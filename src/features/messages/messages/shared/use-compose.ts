import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import type { Audience } from '../audience/audience.ts';
import type { Preview } from '../compose/preview.queries.ts';
import type { MessageChannel } from '../audience/words.ts';
import type { composePageOf } from '../messages.pages.ts';
import { isFilled, type TemplateValues } from '../whatsapp/filled-text.ts';

export interface Written {
  institution_id: number;
  channel: MessageChannel;
  purpose: 'service' | 'marketing';
  subject: string;
  body: string;
  audience: Audience;
  /** Of WhatsApp; null for free text. */
  template: TemplateValues | null;
}

/** A saved draft: another tab may save it meanwhile. */
export interface DraftState {
  id: number;
  version: string;
}

/** What is written so far, and what it would be: asked again once the user stops for a moment. */
export function useCompose(page: PropsOf<typeof composePageOf>) {
  const [written, setWritten] = useState<Written>({
    institution_id: page.institutionId,
    channel: page.draft?.channel ?? 'sms',
    purpose: page.draft?.purpose ?? 'service',
    subject: page.draft?.subject ?? page.template?.subject ?? '',
    body: page.draft?.body ?? page.template?.body ?? '',
    audience: page.audience ?? { of: 'guardians', by: [], without: [] },
    template: page.draft?.template ?? null,
  });
  const [asked, setAsked] = useState<{ preview: Preview | null; errors: Record<string, string>; busy: boolean }>({
    preview: null,
    errors: {},
    busy: false,
  });
  const hasRules = written.audience.by.length > 0;
  useEffect(() => {
    if (!hasRules) return setAsked({ preview: null, errors: {}, busy: false });
    const gone = new AbortController();
    setAsked((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      remote<Preview>('POST', '/messages/preview', asData(forQuestion(written)), {
        signal: gone.signal,
        isQuestion: true,
      })
        .then(({ json }) => setAsked({ preview: json, errors: {}, busy: false }))
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const { errors, message } = explain(error);
          setAsked({ preview: null, errors: Object.keys(errors).length ? errors : { form: message }, busy: false });
        });
    }, 400);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [written, hasRules]);
  const change = (values: Partial<Written>) => setWritten((before) => ({ ...before, ...values }));
  return { written, change, askAgain: () => setWritten((before) => ({ ...before })), ...asked };
}

/** A template that is not filled in yet reaches the same people as a filled one. */
export const forQuestion = <Part extends Pick<Written, 'template'>>(written: Part): Part =>
  written.template && !isFilled(written.template)
    ? { ...written, template: { name: 'unfinished', language: 'en', text: '…', values: [] } }
    : written;

/** As a request carries it. */
export const asData = (written: object) => written as Record<string, never>;

const inBraces = /\{[^{}\n]{1,60}\}/g;
/** Who is reached depends on the fields of a text, not on its words. */
export const fieldsOnly = (body: string) => (body.match(inBraces) ?? []).join('');
