import { useState } from 'react';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { DesignerPage } from '../design/design-page.queries.ts';
import type { OfferedSubject } from '../design/offer.ts';
import type { Preset } from '../design/presets.ts';
import { draftOf, draftOfPreset, emptyDraft, fieldsByKey, type Draft } from './draft.ts';

/** The draft of the page, and the subjects that it has fetched. */
export function useDesign(page: DesignerPage) {
  const { institutionId } = page;
  const [draft, setDraft] = useState(() => draftOf(page));
  const [offers, setOffers] = useState(page.offers);
  /** Counts new starts: what was searched and ticked belongs to the one before. */
  const [version, setVersion] = useState(0);
  const offer = offers.find(({ name }) => name === draft.subject);

  /** Another user type begins empty: its fields, filters and order are others. */
  async function chooseSubject(subject: string) {
    setDraft(emptyDraft(subject));
    setVersion((before) => before + 1);
    if (offers.some(({ name }) => name === subject)) return;
    try {
      const asked = { institution_id: String(institutionId), subject };
      const { json } = await remote<OfferedSubject>('GET', '/reports/fields', asked);
      setOffers((known) => [...known, json]);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    }
  }

  return {
    ...{ draft, offer, offers, version, fields: fieldsByKey(offer) },
    change: (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values })),
    chooseSubject: (subject: string) => void chooseSubject(subject),
    startFrom(preset: Preset) {
      setDraft(draftOfPreset(preset));
      setVersion((before) => before + 1);
    },
  };
}
