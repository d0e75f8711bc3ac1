import type { FieldDef } from 'pg';
import type { JsonOptions } from './json-rows.ts';

export interface Column {
  name: string;
  /** `{"id":` or `,"name":` */
  prefix: Buffer;
  kind: 'text' | 'plain' | 'boolean' | 'unseen';
}

/** How to write a statement's columns, built once from their description. */
export interface JsonColumns {
  all: Column[];
  prefixes: number;
}

// bool; int8, int2, int4, oid; json, jsonb. Everything else is written as text.
const kinds: Record<number, Column['kind']> = {
  16: 'boolean',
  20: 'plain',
  21: 'plain',
  23: 'plain',
  26: 'plain',
  114: 'plain',
  3802: 'plain',
};

export function jsonColumns(
  fields: Pick<FieldDef, 'name' | 'dataTypeID'>[],
  { unseen = [], asLists = false }: JsonOptions,
): JsonColumns {
  let written = 0;
  const prefixOf = (name: string) =>
    (written++ ? ',' : asLists ? '[' : '{') + (asLists ? '' : `${JSON.stringify(name)}:`);
  const all = fields.map(({ name, dataTypeID }): Column => {
    if (unseen.includes(name)) return { name, prefix: Buffer.alloc(0), kind: 'unseen' };
    return {
      name,
      prefix: Buffer.from(prefixOf(name)),
      kind: kinds[dataTypeID] ?? 'text',
    };
  });
  return { all, prefixes: all.reduce((sum, { prefix }) => sum + prefix.length, 0) };
}
