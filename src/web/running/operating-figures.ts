import { sql } from 'drizzle-orm';
import { query, render, type Database } from '#kernel/database.ts';

/** Read so often at most, and only when somebody asks: an idle server asks the database nothing. */
const readEvery = 10_000;

interface Figure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const statement = render(sql`select name, labels, value from akada_operating_figures()`);

/** What waits in the database, as text for Prometheus; without an answer, that there is none. */
export function operatingFigures(database: Database): () => Promise<string> {
  let text = Promise.resolve('');
  let readAt = -Infinity;
  const read = () =>
    database
      .anonymous((tx) => query<Figure>(tx, statement))
      .then(
        (found) => inText([{ name: 'akada_database_up', labels: {}, value: 1 }, ...found]),
        () => inText([{ name: 'akada_database_up', labels: {}, value: 0 }]),
      );
  return () => {
    if (performance.now() - readAt >= readEvery) {
      readAt = performance.now();
      text = read();
    }
    return text;
  };
}

const inText = (figures: Figure[]): string =>
  [...Map.groupBy(figures, ({ name }) => name)]
    .flatMap(([name, all]) => [`# TYPE ${name} gauge`, ...all.map(lineOf), ''])
    .join('\n');

function lineOf({ name, labels, value }: Figure): string {
  const inner = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`);
  return `${name}${inner.length ? `{${inner.join(',')}}` : ''} ${value}`;
}
