import { unknownMark, unknownNumber } from './payloads.ts';

/** The same form with one entry changed; null if it has none: an unknown field is dropped before forms are compared. */
export function withOtherEntry(body: Record<string, unknown>, at: number): Record<string, unknown> | null {
  const known = Object.entries(body).filter((entry) => !isUnknown(JSON.stringify(entry)));
  const [text] =
    known.find(([name, value]) => typeof value === 'string' && /name|note|reason|title|remark/i.test(name)) ?? [];
  if (text) return { ...body, [text]: `Zq ${at} again` };
  const [day] = known.find(([, value]) => /^\d{4}-\d\d-\d\d$/.test(String(value))) ?? [];
  if (day) return { ...body, [day]: '2026-01-02' };
  const [number, value] = known.find(([name, one]) => typeof one === 'number' && !/id$/i.test(name)) ?? [];
  return number ? { ...body, [number]: Number(value) + 1 } : null;
}

/** Keys that the attack has added, or what it gave to columns that no form has. */
const isUnknown = (entry: string) => entry.includes(unknownMark) || entry.includes(String(unknownNumber));
