import type { PropsOfPublic } from '#web/public-pages/public-page.ts';
import type { PostRow } from './news.queries.ts';
import { Day } from './parts/day.tsx';
import { PageTitle } from './parts/page-title.tsx';
import { PostPicture } from './parts/icon.tsx';
import { SiteDocument } from './parts/site-document.tsx';
import { useDrawn } from './parts/use-drawn.ts';
import { postNotice } from './post-notice.ts';
import type { newsPage } from './public.routes.ts';

export default function NewsList({ posts, page, pages }: PropsOfPublic<typeof newsPage>) {
  const { site, to } = useDrawn();
  return (
    <SiteDocument
      title={page > 1 ? `News, page ${page}` : 'News'}
      description={`What happens at ${site.name}: announcements, results and reports.`}
      path={to.news(page)}
    >
      <PageTitle>News</PageTitle>
      <div className="wide text-page">
        {posts.length ? (
          <ul className="posts">
            {posts.map((post) => (
              <PostCard key={post.id} {...post} />
            ))}
          </ul>
        ) : (
          <p className="nothing">There is no news yet.</p>
        )}
        <Pager page={page} pages={pages} />
      </div>
    </SiteDocument>
  );
}

function PostCard(post: PostRow) {
  const { site, to, place } = useDrawn();
  const notice = place.isPreview && postNotice(post, site.timeZone);
  return (
    <li className="post-card">
      <PostPicture picture={post.picture} sizes="(min-width: 700px) 260px, 100vw" icon={32} />
      <div>
        <p className="date">
          <Day at={post.at} /> {notice && <span className="tag">{notice}</span>}
        </p>
        <h2>
          <a href={to.post(post.slug)}>{post.title}</a>
        </h2>
        <p>{post.summary}</p>
      </div>
    </li>
  );
}

function Pager({ page, pages }: { page: number; pages: number }) {
  const { to } = useDrawn();
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label="Pages of news">
      {page > 1 ? (
        <a className="button" rel="prev" href={to.news(page - 1)}>
          Newer
        </a>
      ) : (
        <span />
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a className="button" rel="next" href={to.news(page + 1)}>
          Older
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
