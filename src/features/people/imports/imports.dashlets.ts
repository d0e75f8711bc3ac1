import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { files } from '#kernel/tables.ts';
import { importStateLabels, isAtWork, type ImportState } from './import-state.ts';
import { fileName, ofFile } from './imports.jobs.ts';
import { mayImport, visibleTo } from './imports.policy.ts';
import { imports } from './imports.schema.ts';
import { kindLabels } from './kinds/kind-labels.ts';

const shown = 6;
const inWork: ImportState[] = ['uploaded', 'checking', 'checked', 'running', 'undoing'];

const rowsOf = (rows: number) => `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'row' : 'rows'}`;

const own: ReadyDashlet = {
  key: 'imports.own',
  label: 'My imports in progress',
  place: 206,
  size: 'small',
  may: mayImport,
  isLive: true,
  description: 'Files that you uploaded and that are not imported yet.',
  empty: 'You have no imports in progress.',
  async load(db, actor, wanted) {
    const found = await db
      .select({
        id: imports.id,
        kind: imports.kind,
        state: imports.state,
        fileName,
        rows: imports.rowCount,
        bad: imports.badCount,
        all: sql<number>`(count(*) over ())::int`,
        done: sql<number>`case when ${imports.state} = 'checking' then ${imports.checkedCount} else ${imports.doneCount} end`,
      })
      .from(imports)
      .leftJoin(files, ofFile)
      .where(and(visibleTo(actor, wanted), eq(imports.accountId, actor.accountId!), inArray(imports.state, inWork)))
      .orderBy(desc(imports.id))
      .limit(shown);
    if (found.length === 0) return null;
    const more = found[0]!.all - found.length;
    return {
      as: 'list',
      ...(more > 0 && { hint: `And ${more} more.` }),
      points: found.map(({ id, kind, state, fileName: name, rows, done, bad }) => ({
        label: name ?? kindLabels[kind].title,
        value: rows,
        href: `/imports/${id}`,
        shown: importStateLabels[state],
        hint: [
          isAtWork(state) ? `${done.toLocaleString('en-GB')} of ${rowsOf(rows)}` : rowsOf(rows),
          state === 'checked' && bad > 0 && `${bad.toLocaleString('en-GB')} with problems`,
        ]
          .filter(Boolean)
          .join(', '),
      })),
    };
  },
};

export const importDashlets: readonly ReadyDashlet[] = [own];
