import type { ZodType } from 'zod';

/** The same form with one entry changed that its schema reads; null if it has none. */
export function withOtherEntry(
  schema: ZodType | undefined,
  body: Record<string, unknown>,
  at: number,
): Record<string, unknown> | null {
  if (!schema) return null;
  // What a schema does not know is dropped before forms are compared.
  const readBy = (one: unknown) => JSON.stringify(schema.safeParse(one).data);
  const before = readBy(body);
  const others = Object.entries(body).flatMap(([name, value]) => {
    const other = otherValue(name, value, at);
    return other === undefined ? [] : [{ ...body, [name]: other }];
  });
  return others.find((one) => ![undefined, before].includes(readBy(one))) ?? null;
}

function otherValue(name: string, value: unknown, at: number): string | number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(String(value))) return '2026-01-02';
  if (typeof value === 'string' && /name|note|reason|title|remark/i.test(name)) return `Zq ${at} again`;
  return typeof value === 'number' && !/id$/i.test(name) ? value + 1 : undefined;
}
