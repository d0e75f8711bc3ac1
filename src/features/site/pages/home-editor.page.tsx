import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/record-layout.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { ListName } from '../lists.ts';
import { FeatureIcon } from '../parts/feature-icon.tsx';
import { ItemList } from '../parts/item-list.tsx';
import { PublishAction, siteActions } from '../parts/publish-action.tsx';
import { SiteFacts } from '../parts/site-facts.tsx';
import { Thumb } from '../parts/thumb.tsx';
import type { ChosenPicture } from '../pictures.queries.ts';
import type { homeEditor } from '../site.pages.ts';
import classes from '../parts/site.module.css';

type Row = {
  id: number;
  title: string;
  note: string | null;
  isShown: boolean;
  icon?: string;
  picture?: ChosenPicture | null;
};

const sections: { list: Exclude<ListName, 'pages'>; title: string; one: string; at: string; about: string }[] = [
  {
    list: 'slider',
    title: 'Slides on top',
    one: 'slide',
    at: '/site/slides',
    about: 'Large pictures with a few words and a link, the first thing that a visitor sees. Three or four are enough.',
  },
  {
    list: 'features',
    title: 'Features',
    one: 'feature',
    at: '/site/features',
    about: 'What your school is proud of, each in a sentence with an icon.',
  },
  {
    list: 'slideshow',
    title: 'Slideshow',
    one: 'slide',
    at: '/site/slides',
    about: 'Pictures of the life at school, each with a line under it.',
  },
  {
    list: 'testimonials',
    title: 'Testimonials',
    one: 'testimonial',
    at: '/site/testimonials',
    about: 'What parents, students and old students say, in their own words.',
  },
];

/** Everything on the home page of one institution, in its order. */
export default function HomeEditorPage({
  institution,
  site,
  lists,
  mainAddress,
  can,
  waitsFor,
}: PropsOf<typeof homeEditor>) {
  const address = useAddress();
  const isSlides = (list: ListName) => list === 'slider' || list === 'slideshow';
  return (
    <>
      <PageHeader
        title="Home page"
        badge={site?.isPublished ? <Badge tone="good">Published</Badge> : <Badge>Not published</Badge>}
        description={`What ${institution.name} shows to everybody who comes to its address.`}
        action={<PublishAction {...{ institution, site, can }} />}
        more={siteActions({ institution, site, can })}
      />
      <RecordLayout aside={<SiteFacts {...{ institution, site, mainAddress, can, waitsFor }} />}>
        {sections.map(({ list, title, one, at, about }) => (
          <Card
            key={list}
            flush
            title={title}
            tour="site-list"
            action={
              <LinkButton
                icon={<IconPlus size={16} />}
                href={address.href(`${at}/new`, {
                  institution_id: institution.id,
                  ...(isSlides(list) ? { place: list } : {}),
                })}
              >
                Add {one}
              </LinkButton>
            }
          >
            {lists[list].length === 0 ? (
              <p className={classes.none}>{about}</p>
            ) : (
              <ItemList<Row>
                institutionId={institution.id}
                list={list}
                label={title}
                one={one}
                at={at}
                rows={lists[list]}
                prop="lists"
                before={(row) => <Sign row={row} />}
              />
            )}
          </Card>
        ))}
      </RecordLayout>
    </>
  );
}

/** What tells rows apart at a glance. */
function Sign({ row: { title, icon, picture } }: { row: Row }) {
  if (icon)
    return (
      <span className={classes.icon}>
        <FeatureIcon name={icon} />
      </span>
    );
  return picture ? <Thumb isSilent picture={picture} /> : <Avatar name={title} size={40} />;
}
