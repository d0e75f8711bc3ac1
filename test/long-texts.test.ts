import type { ZodType } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sanitizeInput } from '#web/sanitize-input.ts';
import { startSchool } from '#test/harness/app.ts';

/*
 * Anybody may send a text of a megabyte in any field. A schema whose time grows with the square of its length keeps the
 * server from everybody else.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => {
  world = await startSchool();
});
afterAll(() => world?.close());

const length = 20_000;
const texts = Object.fromEntries(
  ['a', 'A ', ' ', '1', 'a.', '.', '@', 'a@', '-', "'", ',1', 'a1', '("', '[', '\n', '%', '{x}', 'a,'].map((part) => [
    part,
    sanitizeInput(part.repeat(Math.ceil(length / part.length))),
  ]),
);
/** Milliseconds of the processor, also of a slow one: to read a text once takes a few, its square hundreds. */
const maxMilliseconds = 150;

interface Inner {
  shape?: Record<string, ZodType>;
  def?: Record<string, unknown>;
}

/** Every field of every form inside a schema, by its address in it. */
function* fieldsOf(schema: ZodType, at: string, seen: Set<ZodType>): Generator<[string, ZodType]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { shape, def = {} } = schema as unknown as Inner;
  for (const [name, field] of Object.entries(shape ?? {})) {
    yield [`${at}.${name}`, field];
    yield* fieldsOf(field, `${at}.${name}`, seen);
  }
  for (const part of ['element', 'valueType', 'keyType', 'options', 'items', 'in', 'out', 'innerType', 'left', 'right'])
    for (const inner of [def[part]].flat())
      if (inner && typeof inner === 'object' && 'safeParse' in inner) {
        // The halves of a field are never asked alone.
        if (!halves.has(part)) yield [`${at}[]`, inner as ZodType];
        yield* fieldsOf(inner as ZodType, at, seen);
      }
}

const halves = new Set(['in', 'out', 'innerType', 'left', 'right']);

/**
 * The least of several looks. A field whose time grows with the square takes long at each; what else the process has to
 * do, such as collecting the garbage of the tests before, comes between some.
 */
function timeOf(field: ZodType, text: string): number {
  let least = Infinity;
  for (let look = 0; look < 10 && least > maxMilliseconds; look += 1) {
    const from = process.threadCpuUsage();
    field.safeParse(text);
    const { user, system } = process.threadCpuUsage(from);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

test('no text makes a form slow, however long it is', () => {
  const seen = new Set<ZodType>();
  const slow: string[] = [];
  let count = 0;
  for (const { method, url, schema } of world.app.declaredRoutes)
    for (const part of ['params', 'querystring', 'body'] as const) {
      const root = (schema as Record<string, ZodType | undefined> | undefined)?.[part];
      if (!root) continue;
      for (const [at, field] of fieldsOf(root, part, seen)) {
        count += 1;
        for (const [kind, text] of Object.entries(texts)) {
          const took = timeOf(field, text);
          if (took > maxMilliseconds)
            slow.push(`${String(method)} ${url} ${at}: ${Math.round(took)} ms for “${kind}” repeated`);
        }
      }
    }
  expect(slow.join('\n')).toBe('');
  expect(count).toBeGreaterThan(1000);
});

test('of the marks on one letter 30 stay: to put them in order takes the square of their number', () => {
  const marks = '\u0301\u0316'.repeat(15);
  expect(sanitizeInput(`Ad${marks.repeat(20_000)}é`)).toBe(`Ad${marks}é`);
  expect(sanitizeInput(`Ad${marks}é`)).toBe(`Ad${marks}é`);
});
