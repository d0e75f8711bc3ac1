import type { HeadTag } from '#kernel/app-tags.ts';
import { colorSchemeScript } from '#ui/theme/color-scheme-script.ts';

interface Parts {
  /** The page object as JSON. */
  body: string;
  nonce: string;
  /** What the page looks like until its scripts have come; empty if the browser has them. */
  preview: string;
  styles: string;
  scripts: string;
  csrf: string;
  /** The tags that make the page installable as an app. */
  app: HeadTag[];
  /** The address of the font; none for people who asked to save data. */
  font: string | null;
  /** The institution's colours, as a style attribute: without them the product's own would flash. */
  accent: string;
}

/** The HTML around a page: what the browser needs before its scripts run, with nothing inline except with the nonce. */
export const documentOf = ({
  body,
  preview,
  nonce,
  styles,
  scripts,
  csrf,
  app,
  font,
  accent,
}: Parts): string => `<!doctype html>
<html lang="en" data-color-scheme="light"${font ? ' data-font="inter"' : ''}${accent && ` style="${accent}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="${csrf}">
<meta name="color-scheme" content="light dark">
<title>Akada</title>
${font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n` : ''}${app.map(written).join('\n')}
<script nonce="${nonce}">${colorSchemeScript}</script>
${styles}${preview ? '' : `\n${scripts}`}
</head>
<body>
<div id="app">${preview}</div>
<script type="application/json" data-page="app">${body.replaceAll('<', '\\u003c')}</script>${preview && `\n${scripts}`}
<noscript>Akada needs JavaScript. Turn it on in your browser, then load this page again.</noscript>
</body>
</html>`;

const written = ([tag, attributes]: HeadTag) =>
  `<${[tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)].join(' ')}>`;

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
