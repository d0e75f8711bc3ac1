import { markdownHtml } from '../markdown.ts';
import type { Drawn } from './drawn.ts';
import { xml } from './xml.ts';
import type { PostText } from './news.queries.ts';

/** The latest posts as an Atom feed (RFC 4287). */
export async function newsFeed({ site, to }: Drawn, posts: PostText[]): Promise<string> {
  const texts = await Promise.all(posts.map(({ body }) => markdownHtml(body)));
  const updated = new Date(Math.max(0, ...posts.map((post) => latest(post).getTime())));
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${to.full(to.feed)}</id>
<title>${site.name}: news</title>
${site.motto && xml`<subtitle>${site.motto}</subtitle>`}
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${to.full(to.feed)}"/>
<link rel="alternate" type="text/html" href="${to.full(to.news())}"/>
<author><name>${site.name}</name></author>
${posts.map(
  (post, at) => xml`<entry>
<id>${to.full(to.post(post.slug))}</id>
<title>${post.title}</title>
<link rel="alternate" type="text/html" href="${to.full(to.post(post.slug))}"/>
<published>${post.at.toISOString()}</published>
<updated>${latest(post).toISOString()}</updated>
<author><name>${post.author}</name></author>
<summary>${post.summary}</summary>
<content type="html" xml:base="${to.full('/')}">${texts[at]}</content>
</entry>
`,
)}</feed>
`.text;
}

// For readers a scheduled post changed when it was published, not when it was written.
const latest = ({ at, updatedAt }: PostText) => (updatedAt > at ? updatedAt : at);
