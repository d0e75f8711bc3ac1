const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'text-anchor',
  'color',
] as const;

const margin = 24;
const schemeName = 'data-color-scheme';

/** A drawing as an SVG file with a title: its styles become attributes, always in light colours. */
export function svgOf(drawing: SVGSVGElement, title: string): string {
  const root = document.documentElement;
  const scheme = root.getAttribute(schemeName);
  root.setAttribute(schemeName, 'light');
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
  [copy, ...copy.querySelectorAll<SVGElement>('*')].forEach((element, at) => {
    const styles = getComputedStyle(originals[at]!);
    // Attributes, which more programs read than styles.
    for (const name of ['class', 'style']) element.removeAttribute(name);
    for (const name of copied) element.setAttribute(name, plainColour(styles.getPropertyValue(name)));
  });
  const surface = getComputedStyle(root).getPropertyValue('--surface');
  const ink = getComputedStyle(root).getPropertyValue('--ink');
  const font = getComputedStyle(drawing).fontFamily.replaceAll('"', "'");
  if (scheme) root.setAttribute(schemeName, scheme);
  // Links of the page lead nowhere in a picture.
  copy.querySelectorAll('a').forEach((link) => link.replaceWith(...link.childNodes));
  const { width, height } = drawing.viewBox.baseVal;
  const [wide, high] = [width + 2 * margin, height + 2 * margin + 28];
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" role="img" aria-label="${escaped.replaceAll('"', '&quot;')}">
<rect width="100%" height="100%" fill="${surface}"/>
<text x="${margin}" y="${margin + 12}" font-family="${font}" font-size="16" font-weight="600" fill="${ink}">${escaped}</text>
<g transform="translate(${margin} ${margin + 28})" font-family="${font}" font-size="12">${inner(copy)}</g>
</svg>`;
}

/** A mixed colour as other programs read it. */
const plainColour = (value: string) =>
  value.replace(
    /color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)/,
    (_, ...parts: string[]) =>
      `rgb(${parts
        .slice(0, 3)
        .map((part) => Math.round(Number(part) * 255))
        .join(', ')})`,
  );

const inner = (svg: SVGSVGElement) =>
  [...svg.childNodes].map((node) => new XMLSerializer().serializeToString(node)).join('');

/** The same as pixels, twice as fine as the screen. */
export async function pngOf(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(drawing, title))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * 2;
  canvas.height = image.height * 2;
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Couldn’t create the picture.'))), 'image/png');
  });
}

/** Saves a file that the browser made. */
export function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
