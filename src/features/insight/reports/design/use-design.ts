import { useState } from 'react';
import type { DesignerPage } from './design-page.queries.ts';
import type { Preset } from './presets.ts';
import { draftOf, draftOfPreset, emptyDraft, fieldsByKey, type Draft } from '../shared/draft.ts';
import { useOffers } from '../shared/use-offers.ts';

/** The draft of the page, and the subjects that it has fetched. */
export function useDesign(page: DesignerPage) {
  const [draft, setDraft] = useState(() => draftOf(page));
  const { offers, fetchOffer } = useOffers(page);
  /** Counts new starts: what was searched and ticked belongs to the one before. */
  const [version, setVersion] = useState(0);
  const offer = offers.find(({ name }) => name === draft.subject);

  return {
    draft,
    offer,
    offers,
    version,
    fields: fieldsByKey(offer),
    change: (values: Partial<Draft>) => setDraft((before) => ({ ...before, ...values })),
    /** Another user type begins empty: its fields, filters and order are others. */
    chooseSubject(subject: string) {
      setDraft(emptyDraft(subject));
      setVersion((before) => before + 1);
      void fetchOffer(subject);
    },
    startFrom(preset: Preset) {
      setDraft(draftOfPreset(preset));
      setVersion((before) => before + 1);
    },
  };
}
