export const registersOfflinePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page in which registers are taken without a network. It has nothing of anybody in it. */
export function registersOfflinePage(files: readonly string[]): string {
  const styles = files.filter((file) => file.endsWith('.css'));
  const [main, ...others] = files.filter((file) => !file.endsWith('.css'));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Registers · Akada</title>
${styles.map((file) => `<link rel="stylesheet" href="${file}">`).join('\n')}
${others.map((file) => `<link rel="modulepreload" href="${file}">`).join('\n')}
<script type="module" src="${main}"></script>
</head>
<body>
<div id="registers"></div>
<noscript>Registers need JavaScript.</noscript>
</body>
</html>
`;
}
