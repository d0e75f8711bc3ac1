import { type Row, sha256 } from './sealed-row.ts';

/** Redactions that no entry records, or that differ from the record. */
export function unannounced(
  redactions: Map<string, string[]>,
  announced: Map<string, { entries: number; digest: string }>,
): string | null {
  for (const [redaction, entries] of redactions) {
    const first = entries[0]!.split(':')[0]!;
    const recorded = announced.get(redaction);
    if (!recorded) return `Entry ${first} was redacted, and no entry records that.`;
    if (recorded.entries !== entries.length || recorded.digest !== sha256(entries.join(' ')).toString('hex'))
      return `What entry ${first} and others were redacted to is not what the entry of the redaction records.`;
  }
  for (const [redaction, { entries }] of announced)
    if (entries > 0 && !redactions.has(redaction))
      return `An entry records a redaction of ${entries} entries, of which nothing is left.`;
  return null;
}

interface Announced {
  redaction: string;
  entries: number;
  digest: string;
}

/** What may redact: an erasure, a field that becomes restricted, an undone import, and an upgrade. */
const redacting = /^(privacy\.erase|customFields\.edit|audit\.redact|(students|employees|guardians)\.import\.undo)$/;

export function announcedBy({ action, redactions }: Row): Announced[] {
  return redactions && redacting.test(action) ? (JSON.parse(redactions) as Announced[]) : [];
}
