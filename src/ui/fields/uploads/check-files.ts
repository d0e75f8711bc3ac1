export interface FileRules {
  /** As in the input's accept attribute: extensions and types. */
  accept?: string;
  maxBytes?: number;
  maxFiles?: number;
}

const words: Record<string, string> = {
  'image/*': 'picture',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/gif': 'GIF',
  'application/pdf': 'PDF',
  '.txt': 'text',
  '.xlsx': 'Excel (.xlsx)',
};
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const kindsOf = (accept: string) => accept.split(',').map((kind) => kind.trim().toLowerCase());

/** 'PNG, JPEG or WebP'. */
export const fileTypesText = (accept: string): string =>
  either.format(kindsOf(accept).map((kind) => words[kind] ?? kind.replace(/^.*[./]/, '').toUpperCase()));

/** 412 bytes, 36 KB, 6.2 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`;
}

/** Checks name and type like the browser's file dialog; the server checks the content. */
const isOfKind = ({ name, type }: File, accept: string) =>
  kindsOf(accept).some((kind) =>
    kind.startsWith('.')
      ? name.toLowerCase().endsWith(kind)
      : kind.endsWith('/*')
        ? type.startsWith(kind.slice(0, -1))
        : type === kind,
  );

function troubleWith(file: File, { accept, maxBytes }: FileRules): string | null {
  if (accept && !isOfKind(file, accept)) return `“${file.name}” is not a ${fileTypesText(accept)} file.`;
  if (file.size === 0) return `“${file.name}” is empty.`;
  if (maxBytes && file.size > maxBytes)
    return `“${file.name}” is ${sizeText(file.size)}. The limit is ${sizeText(maxBytes)}.`;
  return null;
}

/** The accepted files, and messages for the others. */
export function checkFiles(files: File[], rules: FileRules): { kept: File[]; refused: string[] } {
  const refused = files.flatMap((file) => troubleWith(file, rules) ?? []);
  const fit = files.filter((file) => troubleWith(file, rules) === null);
  const kept = fit.slice(0, rules.maxFiles);
  if (kept.length < fit.length)
    refused.push(`You can upload up to ${rules.maxFiles} files at once. The others were not added.`);
  return { kept, refused };
}
