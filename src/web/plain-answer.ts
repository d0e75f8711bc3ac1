import type { FastifyReply } from 'fastify';

const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A page of a few words, for browsers that get no other: it needs no script and no style. */
export function plainAnswer(reply: FastifyReply, title: string, words: string, link = ''): FastifyReply {
  const text = words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const more = link && `<p><a href="${link}">Open ${link}</a></p>`;
  return reply
    .header('Content-Security-Policy', policy)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p>${more}</html>`,
    );
}
