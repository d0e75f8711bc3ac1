import { titles } from '#features/people/titles.ts';

/** What was typed as a name, in its parts: 'Mrs Bisi Adewumi', or 'Adewumi, Bisi' as the lists write it. */
export function nameTyped(text: string): { title?: string; firstName?: string; surname?: string } {
  const [before = '', after = ''] = text.split(',', 2);
  const words = `${after} ${before}`.split(/\s+/).filter(Boolean);
  const title = titles.find((one) => one.toLowerCase() === words[0]?.replace(/\.$/, '').toLowerCase());
  const names = words.slice(title ? 1 : 0);
  const surname = names.length > 1 ? names.pop() : undefined;
  return { ...(title && { title }), ...(names.length && { firstName: names.join(' ') }), ...(surname && { surname }) };
}
