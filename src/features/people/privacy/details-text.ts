import type { Words } from '#kernel/contracts/terminology.ts';

type Change = { from: unknown; to: unknown };
const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** The details of a log entry as text: 'City: Offa → Ilorin; Arm: —'. Fields are named in the institution's words. */
export function detailsText(details: object, words: Words): string {
  // Redactions are for the command that verifies the log.
  const { redactions: _, ...shown } = details as Record<string, unknown>;
  return Array.isArray(details) ? valueText(details, words) : fieldsText(shown, words);
}

const fieldsText = (fields: object, words: Words): string =>
  Object.entries(fields)
    .map(([name, value]) =>
      name === 'changes' && typeof value === 'object' && value
        ? fieldsText(value as object, words)
        : `${fieldText(name, words)}: ${valueText(value, words)}`,
    )
    .join('; ');

/** 'admissionNumber' → 'Admission number', 'batchId' → 'Class arm id'. */
function fieldText(name: string, words: Words): string {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(batch|batches|class|classes|course|courses)\b/g, (word) => words[word as keyof Words].toLowerCase());
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueText(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isChange(value)) return `${valueText(value.from, words)} → ${valueText(value.to, words)}`;
  if (Array.isArray(value)) return value.map((item) => valueText(item, words)).join(', ') || '—';
  return typeof value === 'object' ? `(${fieldsText(value, words)})` : String(value);
}
