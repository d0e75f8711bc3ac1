import type { HomeContent } from '../home.queries.ts';
import { safeHref } from '../safe-href.ts';
import { Carousel } from './carousel.tsx';
import { Day } from './day.tsx';
import { LinkWords } from './link-words.tsx';
import { MoreLink } from './more-link.tsx';
import { isShown, Picture } from './picture.tsx';
import { PostPicture } from './post-picture.tsx';
import { useDrawn } from './use-drawn.ts';

export function NewsAndLife({ posts, slideshow }: Pick<HomeContent, 'posts' | 'slideshow'>) {
  if (!posts.length && !slideshow.length) return null;
  return (
    <div className="band tinted">
      <div className={posts.length && slideshow.length ? 'wide halves' : 'wide'}>
        <SchoolLife slideshow={slideshow} />
        <News posts={posts} />
      </div>
    </div>
  );
}

function SchoolLife({ slideshow }: Pick<HomeContent, 'slideshow'>) {
  const slides = slideshow.flatMap(({ picture, title, body, linkHref, linkLabel }) => {
    const href = safeHref(linkHref);
    if (!isShown(picture)) return [];
    const content = (
      <figure>
        <Picture picture={picture} sizes="(min-width: 900px) 600px, 100vw" />
        <figcaption>
          <b>{title}</b> {body && <span>{body}</span>}{' '}
          {href && linkLabel && (
            <a href={href}>
              <LinkWords label={linkLabel} title={title} />
            </a>
          )}
        </figcaption>
      </figure>
    );
    return [{ label: title, content }];
  });
  if (!slides.length) return null;
  return (
    <section>
      <h2 id="school-life">School life</h2>
      <Carousel label="Pictures of school life" className="slideshow" slides={slides} every={6} />
    </section>
  );
}

function News({ posts }: Pick<HomeContent, 'posts'>) {
  const { to } = useDrawn();
  if (!posts.length) return null;
  const slides = posts.map(({ at, picture, slug, summary, title }) => ({
    label: title,
    content: (
      <article className="brief">
        <PostPicture picture={picture} sizes="160px" icon={28} />
        <div>
          <p className="date">
            <Day at={at} />
          </p>
          <h3>
            <a href={to.post(slug)}>{title}</a>
          </h3>
          <p className="summary">{summary}</p>
        </div>
      </article>
    ),
  }));
  return (
    <section>
      <div className="head">
        <h2 id="latest-news">News</h2> <MoreLink href={to.news()}>All news</MoreLink>
      </div>
      <Carousel label="Latest news" className="news-slides" slides={slides} isVertical />
    </section>
  );
}
