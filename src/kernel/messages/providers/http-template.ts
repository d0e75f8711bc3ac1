import type { ProviderSettings } from './provider.ts';

/** What stands for the fields of a template. */
export type Filling = Record<'to' | 'text' | 'sender' | 'key' | 'secret', string>;

type Escape = (value: string) => string;

/** A value in JSON text, within its quotes. */
const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);
const inXml: Escape = (value) => value.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** No line breaks: they would begin another header. */
const inHeader: Escape = (value) => value.replace(/[^\x20-\x7e]/g, ' ');

const filled = (template: string, filling: Filling, escape: Escape) =>
  template.replace(/\{(to|text|sender|key|secret)\}/g, (_, name: keyof Filling) => escape(filling[name]));

/** The request that a template makes; every value is escaped for where it stands. */
export function filledTemplate(
  { address = '', headers = '', body = '' }: ProviderSettings,
  filling: Filling,
): { url: string; headers: Record<string, string>; body: string } {
  const lines = headers.split('\n').flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line.trim()) ?? [];
    return name ? [[name, filled(value!, filling, inHeader)] as const] : [];
  });
  const declared = lines.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isJson = declared ? declared.includes('json') : /^\s*[[{]/.test(body);
  const escape = isJson ? inJson : declared?.includes('xml') ? inXml : encodeURIComponent;
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    url: filled(address, { ...filling, secret: '' }, encodeURIComponent),
    headers: { ...(body !== '' && !declared && { 'Content-Type': type }), ...Object.fromEntries(lines) },
    body: filled(body, filling, escape),
  };
}

/** A value in JSON by its path, such as data.id or results[0].status; '' if there is none. */
export function at(body: unknown, path: string): string {
  let value = body;
  for (const name of path.split(/[.[\]]+/).filter((part) => part !== '')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
