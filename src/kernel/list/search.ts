import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { literally } from '../searchable.ts';
import { filterBy } from './filters.ts';

/** The search text of a list. */
export const searchText = z.string().trim().max(100);

/** Rows whose text contains every word, ignoring accents; for lists of some thousands. */
export const searchIn = (...columns: SQLWrapper[]) =>
  filterBy(searchText, (text): SQL => {
    const words = text.split(/\s+/).filter(Boolean).slice(0, 6);
    const searched = sql`akada_searchable(concat_ws(' ', ${sql.join(columns, sql`, `)}))`;
    const found = words.map((word) => sql`${searched} like '%' || akada_searchable(${literally(word)}) || '%'`);
    return sql.join(found, sql` and `);
  });
