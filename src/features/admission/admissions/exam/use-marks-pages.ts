import { useState } from 'react';
import type { Bounded } from '#kernel/database/bounded.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';
import { pageRows } from './exam-words.ts';
import type { MarksRow } from './marks.queries.ts';

/** The rows of the grid in pages that are loaded when they are needed, and stay. */
export function useMarksPages(address: string, sitting: number | null, first: Bounded<MarksRow>) {
  const [{ rows, isMore }, setLoaded] = useState(first);
  const [page, setPage] = useState(0);
  const [isLoading, setLoading] = useState(false);

  /** Loads up to so many rows; returns what there is then. */
  const loadTo = async (count: number): Promise<MarksRow[]> => {
    let now = { rows, isMore };
    if (isLoading || !isMore || rows.length >= count) return rows;
    setLoading(true);
    try {
      while (now.isMore && now.rows.length < count) {
        const query = new URLSearchParams({
          after: String(now.rows.at(-1)!.id),
          ...(sitting && { sitting: String(sitting) }),
        });
        // Each page begins where the one before it ends.
        // oxlint-disable-next-line no-await-in-loop
        const { json } = await remote<Bounded<MarksRow>>('get', `${address}/rows?${query}`);
        now = { rows: [...now.rows, ...json.rows], isMore: json.isMore };
      }
      setLoaded(now);
    } catch (error) {
      toast({ tone: 'bad', message: `Couldn’t load more applicants. ${explain(error).message}` });
    } finally {
      setLoading(false);
    }
    return now.rows;
  };

  const show = async (wanted: number): Promise<boolean> => {
    const known = await loadTo((wanted + 1) * pageRows);
    if (wanted < 0 || known.length <= wanted * pageRows) return false;
    setPage(wanted);
    return true;
  };

  return {
    rows,
    page,
    isLoading,
    loadTo,
    show,
    shown: rows.slice(page * pageRows, (page + 1) * pageRows),
    hasNext: isMore || rows.length > (page + 1) * pageRows,
  };
}
