import type { Browser } from './app.ts';

type Fields = Record<string, string>;

const native = { accept: 'text/html', 'x-csrf-token': undefined as never };

/** The hidden fields of a page's form: its token, and what it was opened with. */
async function hiddenOf(browser: Browser, page: string, headers: Fields = {}): Promise<Fields> {
  const { body } = await browser.get(page, { accept: 'text/html', ...headers });
  const valueOf = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(body)?.[1];
  return Object.fromEntries(
    ['_csrf', 'opened'].flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A form as a browser without scripts sends it: with the token of its page. */
export async function sendForm(browser: Browser, page: string, fields: Fields, action = page, more: Fields = {}) {
  const payload = new URLSearchParams({ ...(await hiddenOf(browser, page, more)), ...fields }).toString();
  const headers = { ...native, 'content-type': 'application/x-www-form-urlencoded', ...more };
  return browser.send({ method: 'POST', url: action, payload, headers });
}

interface SentFile {
  content: Buffer;
  fileName?: string;
  fields: Fields;
}

/** The same with a file. */
export async function sendFile(browser: Browser, page: string, { content, fileName = 'a file', fields }: SentFile) {
  const boundary = 'cloth';
  const { _csrf } = await hiddenOf(browser, page);
  const parts = Object.entries({ _csrf: _csrf!, ...fields })
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const head = `${parts}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return browser.send({
    method: 'POST',
    url: page,
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { ...native, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

/** What a public page that React draws was given. */
export const propsOf = <Props>({ body }: { body: string }): Props =>
  (JSON.parse(/id="page-data">([^<]*)</.exec(body)![1]!) as { props: Props }).props;
