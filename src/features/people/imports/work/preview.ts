import { customText } from '#kernel/contracts/custom-field.ts';
import { formatMoney } from '#kernel/money.ts';
import { searchable } from '#kernel/searchable.ts';
import { cut } from '../engine/headers.ts';
import type { PersonRecord } from '../engine/field.ts';
import { type Plan, type ReadRow, whoIn } from '../engine/row.ts';
import type { Comparison, School, Kind } from '../kinds/kind.ts';
import type { Verdict } from './judge-rows.ts';

export interface PreviewRow {
  row: number;
  kind: Verdict['kind'];
  /** By field, in the order of `keys`; null is blank. */
  values: (string | null)[];
  /** The record that it changes or resembles. */
  about?: string;
}

/** The first rows of a file as they will be saved. */
export interface Preview {
  keys?: string[];
  rows?: PreviewRow[];
  left?: LeftRows;
}

/** How many rows there are of each kind, and how often each value was replaced, by field and key. */
export type Counts = Partial<Record<Verdict['kind'], number>> & {
  replaced?: Record<string, Record<string, number>>;
};

const shownRows = 50;
const shownLetters = 120;

/** Collects the preview and the counts while a file is checked. */
export function previewOf(plan: Plan, school: School) {
  const keys = keysOf(plan);
  const rows: PreviewRow[] = [];
  const left = leftRowsOf(school.roster);
  const counts: Counts = {};
  const replaced: NonNullable<Counts['replaced']> = {};
  return {
    gather(read: ReadRow[], verdicts: Verdict[], comparison: Comparison) {
      left.gather(read, verdicts);
      verdicts.forEach((verdict, at) => {
        counts[verdict.kind] = (counts[verdict.kind] ?? 0) + 1;
        for (const [field, key] of read[at]!.replaced) {
          const ofField = (replaced[field] ??= {});
          ofField[key] = (ofField[key] ?? 0) + 1;
        }
        if (rows.length < shownRows) rows.push(previewRow(keys, school, read[at]!, verdict, comparison));
      });
    },
    preview: (): Preview => ({ keys, rows, ...(left.left.count > 0 && { left: left.left }) }),
    counts: (): Counts => ({ ...counts, replaced }),
  };
}

/** Fields in the order of the file, then those with the same value for all rows. A full name is shown in its parts. */
function keysOf({ columns, same = {} }: Plan): string[] {
  const keys = [...columns, ...Object.keys(same)].flatMap((key) =>
    key === 'fullName' ? ['surname', 'firstName', 'middleName'] : key === null || key === 'photo' ? [] : [key],
  );
  return [...new Set(keys)].filter((key) => key !== 'arm' || !keys.includes('batch'));
}

function previewRow(
  keys: string[],
  school: School,
  { number, record, texts }: ReadRow,
  verdict: Verdict,
  comparison: Comparison,
): PreviewRow {
  // A row may be written without its class arm.
  const written = 'record' in verdict ? verdict.record : record;
  const known = written && comparison.shown?.(written);
  const about = 'known' in verdict ? verdict.known.inWords : 'alike' in verdict ? verdict.alike?.message : undefined;
  return {
    row: number,
    kind: verdict.kind,
    values: keys.map((key) =>
      shorten(
        written
          ? (known?.[key] ?? savedValue(key, school, written, texts))
          : (texts[key] ?? (key === 'surname' ? texts['fullName'] : '') ?? ''),
      ),
    ),
    ...(about && { about }),
  };
}

const shorten = (text: string): string | null => cut(text, shownLetters) || null;

/** The value of a field as a person reads it on the record. */
function savedValue(key: string, school: School, record: PersonRecord, texts: ReadRow['texts']): string {
  const field = school.roster.fields[key];
  if (key === 'batch') return school.batches.get(Number(record['batchId']))?.name ?? '';
  if (field?.customId !== undefined) {
    const custom = school.customFields.find(({ id }) => id === field.customId);
    const value = record.custom.get(field.customId);
    return custom && value != null ? customText(custom, value) : '';
  }
  if (field?.shown) return field.shown(record);
  const { places } = school.surroundings;
  const [countryId, stateId] = [String(record['countryId'] ?? ''), String(record['stateId'] ?? '')];
  if (key === 'country') return places.findCountry(countryId)?.name ?? '';
  if (key === 'nationality') return places.findCountry(String(record['nationalityId'] ?? ''))?.name ?? '';
  if (key === 'state') return places.findState(stateId, countryId)?.name ?? String(record['stateName'] ?? '');
  if (key === 'lga') return places.findLga(stateId, String(record['lgaId'] ?? ''))?.name ?? '';
  const value = field?.isPart && !(key in record) ? texts[key] : record[field?.as ?? key];
  if (field?.isMoney) return typeof value === 'number' ? formatMoney({ minor: value, currency: school.currency }) : '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = value == null ? '' : typeof value === 'object' ? (texts[key] ?? '') : String(value);
  if (key === 'gender' || key === 'status') return text.charAt(0).toUpperCase() + text.slice(1);
  return (field?.list && school.words.get(field.list)?.get(searchable(text))) ?? text;
}

/** A row that brings nothing, or less than its reader might think, and why. */
export interface LeftRow {
  row: number;
  who: string;
  why: string;
}

/** The first of them, and how many there are. */
interface LeftRows {
  rows: LeftRow[];
  count: number;
}

const maxSkippedRowsShown = 50;

/** Collects rows that are skipped without being a problem, and guardians without a child. */
function leftRowsOf({ key }: Kind) {
  const left: LeftRows = { rows: [], count: 0 };
  return {
    left,
    gather(read: ReadRow[], verdicts: Verdict[]) {
      const who = whoIn(read);
      for (const verdict of verdicts) {
        const why = whyLeft(key, verdict);
        if (!why) continue;
        left.count += 1;
        if (left.rows.length < maxSkippedRowsShown)
          left.rows.push({ row: verdict.row, who: who.get(verdict.row) ?? '', why });
      }
    },
  };
}

function whyLeft(key: Kind['key'], verdict: Verdict): string | null {
  if (verdict.kind === 'skip')
    return (
      verdict.alike?.message ?? (key === 'openings' ? 'The balance is zero.' : 'Already exists and is not changed.')
    );
  if (verdict.kind === 'denied') return 'You don’t have the permission that this row needs.';
  const isChildless =
    key === 'guardians' && verdict.kind === 'new' && (verdict.record['children'] as unknown[]).length === 0;
  return isChildless ? 'Added without a child: the row has no admission number.' : null;
}
