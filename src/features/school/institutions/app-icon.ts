import { readFile } from 'node:fs/promises';

/** Icon sizes for phones, desktops and bookmarks; maskable icons are cropped to the phone's shape. */
export const appIcons = {
  'icon-48.png': { size: 48, isMaskable: false },
  'icon-180.png': { size: 180, isMaskable: true },
  'icon-192.png': { size: 192, isMaskable: false },
  'icon-512.png': { size: 512, isMaskable: false },
  'maskable-512.png': { size: 512, isMaskable: true },
} as const;

export type AppIcon = keyof typeof appIcons;

/** Draws the institution's logo on white or, without a logo, the product's mark on the institution's colour. */
export async function appIcon(icon: AppIcon, accent: string, logoPath: string | null): Promise<Buffer> {
  // Loaded on first use, because the image library needs much memory.
  const { Transformer } = await import('@napi-rs/image');
  const { size, isMaskable } = appIcons[icon];
  const radius = isMaskable ? 0 : 14;
  const ground = `<rect width="64" height="64" rx="${radius}" fill="${logoPath ? '#ffffff' : accent}"/>`;
  const drawing = logoPath
    ? logoIn(isMaskable ? 40 : 56, await new Transformer(await readFile(logoPath)).png())
    : mark(isMaskable ? 0.8 : 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">${ground}${drawing}</svg>`;
  // Rendering scales small drawings up to 1,000 pixels and more.
  return Transformer.fromSvg(svg).resize({ width: size, height: size }).png();
}

const logoIn = (side: number, png: Buffer) =>
  `<image x="${32 - side / 2}" y="${32 - side / 2}" width="${side}" height="${side}" href="data:image/png;base64,${png.toString('base64')}"/>`;

/** The mark of src/ui/adire.tsx, drawn on 24 × 24. */
const mark = (scale: number) =>
  `<g transform="translate(32 32) scale(${(64 / 24) * scale}) translate(-12 -12)" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"><circle cx="12" cy="12" r="7" stroke-dasharray="0.1 3.56" stroke-width="2"/><path d="M12 15.2a3.2 3.2 0 1 1 3.2-3.2"/><circle cx="12" cy="12" r="1.3" fill="#e3b341" stroke="none"/></g>`;
