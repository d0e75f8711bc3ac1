import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import { Trusted } from '#web/public-pages/trusted.tsx';
import type { SiteView } from './drawn-pages.ts';
import type { PostText } from './news.queries.ts';
import { Day } from './parts/day.tsx';
import { MoreLink, isShown, Picture } from './parts/icon.tsx';
import { PageTitle } from './parts/page-title.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import { fileOf } from './picture-files.ts';
import { postNotice } from './post-notice.ts';
import type { postPage } from './public.routes.ts';

export default function Post({ post, text }: PropsOfPublic<typeof postPage>) {
  const drawn = useDrawn();
  const { site, to } = drawn;
  return (
    <SiteDocument
      title={post.title}
      description={post.summary}
      path={to.post(post.slug)}
      picture={post.picture && fileOf(post.picture)}
      kind="article"
      notice={postNotice(post, site.timeZone)}
      facts={articleOf(drawn, post)}
    >
      <article>
        <PageTitle
          above={{ label: 'News', href: to.news() }}
          below={
            <p className="byline">
              <Day at={post.at} /> · {post.author}
            </p>
          }
        >
          {post.title}
        </PageTitle>
        <div className="wide text-page">
          <p className="lead">{post.summary}</p>
          {isShown(post.picture) && <Picture picture={post.picture} sizes="(min-width: 860px) 812px, 100vw" isFirst />}
          <Trusted className="prose" html={text} />
          <p className="onward">
            <MoreLink href={to.news()}>All news</MoreLink>
          </p>
        </div>
      </article>
    </SiteDocument>
  );
}

/** The post, for search engines. */
function articleOf({ site, to }: SiteView, { at, author, picture, title, updatedAt }: PostText): object {
  const file = picture && fileOf(picture);
  return {
    '@type': 'NewsArticle',
    headline: title,
    datePublished: at.toISOString(),
    dateModified: updatedAt.toISOString(),
    author: { '@type': 'Person', name: author },
    publisher: { '@type': 'EducationalOrganization', name: site.name },
    ...(file && { image: new URL(file, to.full('/')).href }),
  };
}
