import type { Browser } from '#test/harness/app.ts';

interface Upload {
  /** The name of the file's field. */
  field: string;
  content: Buffer;
  fileName?: string;
  mediaType?: string;
  fields?: Record<string, string>;
}

/** Sends one file with fields as the browser's background upload does. */
export function upload(browser: Browser, url: string, { field, content, fileName = 'a file', ...rest }: Upload) {
  const boundary = 'cloth';
  const fields = Object.entries(rest.fields ?? {})
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const head = `${fields}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${rest.mediaType ?? 'application/octet-stream'}\r\n\r\n`;
  return browser.send({
    method: 'POST',
    url,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}
