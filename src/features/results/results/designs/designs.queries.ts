import { sql } from 'drizzle-orm';
import { query, type Db } from '#kernel/database.ts';
import { localPaths, type Files } from '#kernel/files.ts';
import type { ReportCard } from '../cards/card-promotion.ts';
import { usualDesign, type CardDesign, type CardLayout, type CardPicture } from './card-design.ts';

/** A design as it is drawn, with the paths of its pictures, which the drawing process reads. */
export interface DrawnDesign extends Omit<CardDesign, 'pictures'> {
  pictures: Partial<Record<CardPicture, string>>;
}

/** Of the files of signatures and stamps: a design shows no other. */
export const picturePurpose = 'card design';

interface DesignRef {
  id: number;
  version: number;
}
interface CurrentDesign extends DesignRef {
  content: CardDesign;
}

/** The design of a programme’s report cards, else that of the institution; undefined for the usual one. */
export async function currentDesign(
  db: Db,
  { institutionId, programId }: { institutionId: number; programId: number },
  layout: CardLayout,
): Promise<CurrentDesign | undefined> {
  const [row] = await query<CurrentDesign>(db)`select d.id::bigint as id, d.version, d.content from card_designs d
      where d.institution_id = ${institutionId} and d.layout = ${layout} and d.retired_at is null
        and (d.program_id is null or d.program_id = ${programId}) order by d.program_id nulls last limit 1`;
  return row;
}

type Designed = Pick<ReportCard, 'layout' | 'design'>;

export const designKey = ({ layout, design }: Designed): string => (design ? `${design.id} ${design.version}` : layout);

/** The designs that cards name, by `designKey`; on a screen without their pictures, and so without files. */
export async function designsOf(
  db: Db,
  files: Files | null,
  institutionId: number,
  cards: readonly Designed[],
): Promise<Record<string, DrawnDesign>> {
  const wanted = new Map(cards.map((card) => [designKey(card), card]));
  const named = [...wanted.values()].flatMap(({ design }) => design ?? []);
  const versions = named.length === 0 ? [] : await versionsOf(db, institutionId, named);
  const contents = new Map(versions.map(({ id, version, content }) => [`${id} ${version}`, content]));
  const drawn = [...wanted].map(async ([key, { layout }]) => {
    const design = contents.get(key) ?? usualDesign(layout);
    return [key, await drawnDesign(db, files, institutionId, design)] as const;
  });
  return Object.fromEntries(await Promise.all(drawn));
}

const versionsOf = (db: Db, institutionId: number, named: DesignRef[]) =>
  query<CurrentDesign>(db)`select v.design_id::bigint as id, v.version, v.content from card_design_versions v
      join unnest(${sql.param(named.map(({ id }) => id))}::bigint[], ${sql.param(named.map(({ version }) => version))}::int[])
        as u (id, version) on (u.id, u.version) = (v.design_id, v.version) where v.institution_id = ${institutionId}`;

/** A design with the paths of its pictures; those that are gone are skipped. */
export async function drawnDesign(
  db: Db,
  files: Files | null,
  institutionId: number,
  { pictures, ...design }: CardDesign,
): Promise<DrawnDesign> {
  const ids = Object.values(pictures).filter((id) => id !== null);
  if (!files || ids.length === 0) return { ...design, pictures: {} };
  const rows = await query<{ id: number; storedAs: string }>(db)`
    select f.id::bigint as id, f.stored_as as "storedAs" from files f
      where f.institution_id = ${institutionId} and f.id = any (${sql.param(ids)}::bigint[])
        and f.purpose = ${picturePurpose}`;
  const paths = await localPaths(files, rows);
  const found = Object.entries(pictures).flatMap(([kind, id]) => {
    const path = id === null ? undefined : paths.get(id);
    return path ? [[kind, path] as const] : [];
  });
  return { ...design, pictures: Object.fromEntries(found) };
}
