import { useEffect, useState } from 'react';
import type { Choices as Found } from '#kernel/choices.ts';
import { isChosen } from '#ui/is-chosen.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { AssociateOffer } from './custom/offer.ts';
import type { AskedGraph } from '#features/insight/reports/graphs/run/asked-graph.ts';

/** The records of a model (7.9). */
export const useRecords = (institutionId: number, model: string) =>
  useLookup<Found>('/dashlets/get_model_records', { institution_id: institutionId, model_name: model }, model);

/** The data filters of an associate type (7.10), and the ways to show it. */
export const useFilters = (institutionId: number, associate: string) =>
  useLookup<AssociateOffer>(
    '/dashlets/get_associated_data_filters',
    { institution_id: institutionId, model_associate_type: associate },
    associate,
  );

/** What a graph asks. */
export const useAskedGraph = (institutionId: number, graph: string) =>
  useLookup<AskedGraph>('/dashlets/graph_questions', { institution_id: institutionId, graph_id: graph }, graph);

/** Asks once something is chosen: the placeholder looks nothing up (5.1). */
function useLookup<Answer>(address: string, data: Record<string, string | number>, value: string) {
  const [state, setState] = useState<{ found: Answer | null; message: string }>({ found: null, message: 'Loading…' });
  const query = new URLSearchParams(Object.entries(data).map(([key, one]) => [key, String(one)])).toString();
  useEffect(() => {
    if (!isChosen(value)) return;
    const request = new AbortController();
    remote<Answer>('GET', `${address}?${query}`, {}, { signal: request.signal })
      .then(({ json }) => setState({ found: json, message: '' }))
      .catch((error: unknown) => {
        if (!request.signal.aborted) setState({ found: null, message: explain(error).message });
      });
    return () => request.abort();
  }, [address, query, value]);
  return state;
}
