import { useEffect, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { Loaded } from './dashlets.ts';
import { LoadedView } from './shared/loaded-view.tsx';
import type { Choices } from './use-choices.ts';
import classes from './dashlet-form.module.css';

interface Props {
  institutionId: number;
  /** Null until enough is chosen. */
  fields: Choices | null;
  label: string;
}

/** What the dashlet shows its owner, while it is chosen. */
export function DashletPreview({ institutionId, fields, label }: Props) {
  const loaded = usePreview(institutionId, fields);
  return (
    <section className={classes.preview} aria-label="Preview" aria-live="polite" aria-busy={Boolean(fields && !loaded)}>
      <h2>{label}</h2>
      {!fields && <p className={classes.none}>Choose a dashlet to see it here.</p>}
      {fields && !loaded && <p className={classes.none}>Loading…</p>}
      {fields && loaded && <LoadedView label={label} loaded={loaded} institutionId={institutionId} />}
    </section>
  );
}

const pause = 150;

/** The last answer stays until the next one comes. */
function usePreview(institutionId: number, fields: Choices | null): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { name: _, ...asked } = fields ?? { name: '' };
  const query = fields && new URLSearchParams({ ...asked, institution_id: String(institutionId) }).toString();
  useEffect(() => {
    if (!query) return setLoaded(null);
    const request = new AbortController();
    const timer = setTimeout(() => {
      remote<Loaded>('GET', `/dashlets/preview?${query}`, {}, { signal: request.signal })
        .then(({ json }) => setLoaded(json))
        .catch((error: unknown) => {
          if (!request.signal.aborted) setLoaded({ state: 'failed', message: explain(error).message });
        });
    }, pause);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query]);
  return loaded;
}
