import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecret } from './secret.ts';

let dataFolder: string;
beforeEach(() => void (dataFolder = mkdtempSync(join(tmpdir(), 'akada-secret-'))));
afterEach(() => rmSync(dataFolder, { recursive: true }));

test('is generated once, stored, and readable only by its owner', () => {
  const first = readSecret({ dataFolder });
  expect(first).toHaveLength(32);
  expect(readSecret({ dataFolder })).toEqual(first);
  expect(statSync(join(dataFolder, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('comes from the environment when that has one', () => {
  expect(readSecret({ dataFolder, secret: 'ab'.repeat(32) })).toEqual(Buffer.alloc(32, 0xab));
});

test('a damaged one is an error, not a weak key', () => {
  writeFileSync(join(dataFolder, 'secret.key'), '');
  expect(() => readSecret({ dataFolder })).toThrow('is damaged');
});
