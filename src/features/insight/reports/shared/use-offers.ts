import { useState } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { DesignerPage } from '../design/design-page.queries.ts';
import type { OfferedSubject } from '../design/offer.ts';

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
