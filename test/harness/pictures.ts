import { Transformer } from '@napi-rs/image';
import type { Browser } from '#test/harness/app.ts';

/** A small picture as a file. */
export const pictureFile = (width = 64, height = 40): Promise<Buffer> =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 120), width, height).png();

interface Upload {
  content: Buffer;
  alt?: string;
  fileName?: string;
  institutionId: number;
}

/** Sends a picture to the library as the browser does. */
export function uploadPicture(browser: Browser, { content, alt, fileName = 'hall.png', institutionId }: Upload) {
  const boundary = 'cloth';
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field('institutionId', String(institutionId))}${alt === undefined ? '' : field('alt', alt)}--${boundary}\r\nContent-Disposition: form-data; name="picture"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`;
  return browser.send({
    method: 'POST',
    url: '/site/pictures',
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, accept: 'application/json' },
  });
}

/** A picture in the library of the institution. */
export async function addPicture(browser: Browser, institutionId: number): Promise<{ id: number; token: string }> {
  const answer = await uploadPicture(browser, {
    content: await pictureFile(),
    alt: 'The assembly hall',
    institutionId,
  });
  if (answer.statusCode !== 200) throw new Error(`The picture was not taken: ${answer.body}`);
  return answer.json().picture;
}
