import { colorSchemeScript } from '#ui/color-scheme-script.ts';

interface Parts {
  /** The page object as JSON. */
  body: string;
  nonce: string;
  head: string;
  csrf: string;
}

/** The HTML around a page: what the browser needs before its scripts run, nothing inline without the nonce. */
export const documentOf = ({ body, nonce, head, csrf }: Parts): string => `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="${csrf}">
<meta name="csp-nonce" content="${nonce}">
<meta name="color-scheme" content="light dark">
<title>Akada</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<script nonce="${nonce}">${colorSchemeScript}</script>
${head}
</head>
<body>
<script type="application/json" data-page="app">${body.replaceAll('<', '\\u003c')}</script>
<div id="app"></div>
<noscript>Akada needs JavaScript. Turn it on in your browser, then load this page again.</noscript>
</body>
</html>`;

/** A spiral of the adire cloth, small; an institution's own logo stands in the frame. */
const icon = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2B3A8F"/><path d="M16 16a2 2 0 1 1 2 2 5 5 0 1 1 4-5 8 8 0 1 1-8-5" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
);
