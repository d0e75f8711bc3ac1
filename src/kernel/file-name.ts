/** Text as a file name: letters a to z, digits and hyphens. */
export function safeFileName(words: string): string {
  const parts = words
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return parts?.join('-').slice(0, 100) ?? 'file';
}
