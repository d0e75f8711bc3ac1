import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { DesignerPage } from '../design/design-page.queries.ts';
import type { OfferedSubject } from '../design/offer.ts';

interface AnswerState<Answer> {
  answer: Answer | null;
  message: string;
  busy: boolean;
}

/** What the server says to a draft: asked again once the user stops for a moment, and only the last answer counts. */
export function useAnswer<Answer>(address: string, asked: string | null): AnswerState<Answer> {
  const [state, setState] = useState<AnswerState<Answer>>({ answer: null, message: '', busy: false });
  useEffect(() => {
    if (asked === null) return setState({ answer: null, message: '', busy: false });
    const gone = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      remote<Answer>('POST', address, JSON.parse(asked) as Record<string, never>, {
        signal: gone.signal,
        isQuestion: true,
      })
        .then(({ json }) => setState({ answer: json, message: '', busy: false }))
        .catch((error: unknown) => {
          if (gone.signal.aborted) return;
          const { errors, message } = explain(error);
          setState({ answer: null, message: Object.values(errors)[0] ?? message, busy: false });
        });
    }, 250);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [address, asked]);
  return state;
}

/** The subjects of the page, and those that were fetched when they were chosen. */
export function useOffers(page: Pick<DesignerPage, 'institutionId' | 'offers'>) {
  const [offers, setOffers] = useState(page.offers);

  async function fetchOffer(subject: string) {
    if (offers.some(({ name }) => name === subject)) return;
    try {
      const asked = { institution_id: String(page.institutionId), subject };
      const { json } = await remote<OfferedSubject>('GET', '/reports/fields', asked);
      setOffers((known) => [...known, json]);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    }
  }

  return { offers, fetchOffer };
}
