/** Re-encoded pictures open in the browser; PDFs are untrusted and are only downloaded. */
export function fileDisposition({ title, mediaType }: { title: string; mediaType: string }): string {
  const isPicture = mediaType === 'image/jpeg';
  const end = isPicture ? 'jpg' : 'pdf';
  const words = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .match(/[A-Za-z0-9]+/g);
  const escaped = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${isPicture ? 'inline' : 'attachment'}; filename="${words?.join('-') ?? 'file'}.${end}"; filename*=UTF-8''${escaped}.${end}`;
}
