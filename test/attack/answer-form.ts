import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { LightMyRequestResponse } from 'fastify';
import type { Case, Rules } from './case.ts';

const plainFiles = new Set(['/metrics', '/robots.txt', '/ledger/export.journal']);

/** The document of a round without what differs from one to the next. */
const frames = new WeakMap<Rules, string>();

const page = /<script type="application\/json" data-page="app">([\s\S]*?)<\/script>/;

export function formOf(one: Case, rules: Rules, text: string): string[] {
  const { headers, statusCode } = one.answer;
  const type = String(headers['content-type'] ?? '');
  const found: string[] = [];
  if (headers['x-content-type-options'] !== 'nosniff') found.push('headers: no nosniff');
  if (headers['x-injected'] !== undefined) found.push('headers: one was injected');
  for (const name of ['location', 'x-inertia-location'] as const) {
    const to = headers[name];
    if (to !== undefined && !/^\/(?![/\\])/.test(String(to)))
      found.push(`redirect: ${name} leads to ${String(to).slice(0, 80)}`);
  }
  // One that is taken away holds nothing to guard.
  for (const cookie of [headers['set-cookie'] ?? []].flat())
    if (!/^\w+=;/.test(cookie) && (!/;\s*HttpOnly/i.test(cookie) || !/;\s*SameSite=Lax/i.test(cookie)))
      found.push(`headers: a cookie without HttpOnly or SameSite: ${cookie.split('=')[0]}`);
  if (text === '' || statusCode === 304) return found;
  if (type.startsWith('text/html'))
    found.push(...documentOf(rules, String(headers['content-security-policy'] ?? ''), text));
  else if (type.startsWith('application/json')) found.push(...(isJson(text) ? [] : ['form: JSON that is none']));
  else if (type.endsWith('.sheet'))
    found.push(...(/<f[ >]/.test(text) ? ['formula: a cell of a workbook that computes'] : []));
  else if (type.startsWith('text/csv')) found.push(...cellsOf(text));
  else if (type.startsWith('application/pdf'))
    found.push(
      ...(/\/(JavaScript|JS|Launch|OpenAction)\b/.test(withoutStreams(text))
        ? ['form: a PDF that does something']
        : []),
    );
  else if (
    !/^(text\/(plain|javascript)|image\/(webp|avif|jpeg|png)|application\/(javascript|manifest\+json|atom\+xml|xml))/.test(
      type,
    )
  )
    found.push(`form: an answer of the type “${type}”`);
  else if (type.startsWith('text/plain') && text !== 'success' && !plainFiles.has(one.matched?.url ?? ''))
    found.push(`form: text of a person's as text/plain`);
  return found;
}

/** What the attacks would have a browser run, as it looks where nobody escaped it. */
const markup = /<script[^>]*>zq|<svg onload|<img src=x|<[^>]*\sonerror=|href="\s*javascript:/i;

/** Documents without React: nothing inline may run in them, so what stands in them needs no comparing. */
const isScriptless = (policy: string) =>
  policy.startsWith("default-src 'none'") && !/script-src[^;]*(unsafe|nonce|\*|https?:)/.test(policy);

function documentOf(rules: Rules, policy: string, text: string): string[] {
  const found: string[] = [];
  if (!page.test(text) && isScriptless(policy)) return markup.test(text) ? ["html: a person's text as markup"] : [];
  if (!/script-src 'self' 'nonce-[^']{16,}'(;|$)/.test(policy)) found.push('html: no strict content security policy');
  const json = page.exec(text)?.[1];
  if (json === undefined) return [...found, 'html: a document without its page'];
  if (json.includes('<') || !isJson(json)) found.push('html: the page in the document is not escaped');
  const rest = text
    .replace(page, '')
    .replace(/(name="csrf-token" content=")[\w+/=-]*"/g, '$1"')
    .replace(/nonce="[\w+/=-]*"/g, '')
    // The colours of the institution, and nothing else; a font of its own.
    .replace(/(<html [^>]*?)( data-font="inter")?( style="(--[a-z-]+:#[0-9a-f]{6};?)+")?>/, '$1>')
    // Each institution is an app of its own, and its short name is escaped.
    .replace(
      /<link rel="[a-z-]+" href="(\/app\/[\w-]+\/[\w.-]+(\?v=\w+)?|data:image\/svg\+xml,[\w%.~()*'!-]+)">\n/g,
      '',
    )
    .replace(/(name="apple-mobile-web-app-title" content=")[^"<>]*"/, '$1"')
    // Each page has files of its own in the bundle.
    .replace(/<link rel="(?:stylesheet|modulepreload)" href="\/assets\/[\w.-]+">\n/g, '');
  if (!frames.has(rules)) frames.set(rules, rest);
  if (rest !== frames.get(rules)) found.push('html: something stands in the document outside its page');
  return found;
}

/** Cells that a spreadsheet would compute. */
function cellsOf(text: string): string[] {
  const rows = parse(text, { bom: true, relax_column_count: true, relax_quotes: true }) as string[][];
  // A negative number is no formula, nor digits in quotes: those of a card keep their zeros in no other way.
  const armed = rows.flat().find((cell) => /^(?!-\d+(\.\d+)?$|="[\d ]*"$)[=+\-@\t\r\n＝＋－＠]/.test(cell));
  return armed === undefined ? [] : [`formula: a cell that would be computed: ${armed.slice(0, 60)}`];
}

/** What is compressed may spell anything. */
const withoutStreams = (pdf: string) => pdf.replaceAll(/\bstream\r?\n[^]*?\bendstream\b/g, '');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function bodyOf({ rawPayload, headers }: LightMyRequestResponse): string {
  if (String(headers['content-type']).endsWith('.sheet')) return sheetsIn(rawPayload);
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[
    String(headers['content-encoding'])
  ];
  return (unpack && rawPayload.length ? unpack(rawPayload) : rawPayload).toString();
}

/** The text of all files in a workbook, found by the directory at its end. */
function sheetsIn(zip: Buffer): string {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) return zip.toString();
  let at = zip.readUInt32LE(end + 16);
  const texts: string[] = [];
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    texts.push((zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString());
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return texts.join('\n');
}
