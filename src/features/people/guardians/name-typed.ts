import { titles } from '#features/records/people/titles.ts';

/** Splits a typed name: 'Mrs Bisi Adewumi', or 'Adewumi, Bisi' as in lists. */
export function nameTyped(text: string): { title?: string; firstName?: string; surname?: string } {
  const [before = '', after = ''] = text.split(',', 2);
  const words = `${after} ${before}`.split(/\s+/).filter(Boolean);
  const title = titles.find((one) => one.toLowerCase() === words[0]?.replace(/\.$/, '').toLowerCase());
  const names = words.slice(title ? 1 : 0);
  const surname = names.length > 1 ? names.pop() : undefined;
  return { ...(title && { title }), ...(names.length && { firstName: names.join(' ') }), ...(surname && { surname }) };
}
