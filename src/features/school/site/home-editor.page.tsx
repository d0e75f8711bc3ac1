import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/records/card.tsx';
import { IconPlus } from '#ui/icons.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { RecordLayout } from '#ui/records/record-layout.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import type { ListName } from './lists.ts';
import { FeatureIcon } from './shared/feature-icon.tsx';
import { ItemList } from './item-list.tsx';
import { Thumb } from './shared/thumb.tsx';
import type { ChosenPicture } from './pictures/pictures.queries.ts';
import classes from './shared/site.module.css';
import { LinkButton, Button } from '#ui/button.tsx';
import type { homeEditor, HomeEditorProps } from './site.pages.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { HostNames } from './host-names.tsx';

/** The address and welcome text of the site. */
function SiteFacts({ institution, site, mainAddress, can, waitsFor }: Omit<HomeEditorProps, 'lists'>) {
  const address = useAddress();
  const edit = address.href('/site/edit', { institution_id: institution.id });
  return (
    <>
      <Card title="Address and welcome text" action={<LinkButton href={edit}>Edit</LinkButton>}>
        <DescriptionList
          items={[
            ['Address', site && <a key="address" href={publicAddress(site)}>{`/sites/${site.slug}`}</a>],
            ['Main address', mainAddress],
            ['Headline', site?.headline],
            [
              'Welcome text',
              site?.intro && (
                <span key="intro" className={classes.hosts}>
                  {site.intro}
                </span>
              ),
            ],
          ]}
        />
      </Card>
      {site && site.hosts.length > 0 && (
        <Card title="Host names">
          <HostNames hosts={site.hosts} institution={institution} can={can} waitsFor={waitsFor} />
        </Card>
      )}
    </>
  );
}

/** The public page, or its preview. */
const publicAddress = (site: { slug: string; isPublished: boolean }): string =>
  `/sites/${site.slug}${site.isPublished ? '' : '?preview=1'}`;

type Row = {
  id: number;
  title: string;
  note: string | null;
  isShown: boolean;
  icon?: string;
  picture?: ChosenPicture | null;
};

const sections: { list: Exclude<ListName, 'pages'>; title: string; noun: string; at: string; about: string }[] = [
  {
    list: 'slider',
    title: 'Hero slides',
    noun: 'slide',
    at: '/site/slides',
    about: 'Large pictures with a short text and a button at the top of the page. Three or four are enough.',
  },
  {
    list: 'features',
    title: 'Features',
    noun: 'feature',
    at: '/site/features',
    about: 'Your school’s strengths, each with an icon and a sentence.',
  },
  {
    list: 'slideshow',
    title: 'Slideshow',
    noun: 'slide',
    at: '/site/slides',
    about: 'Pictures of school life with captions.',
  },
  {
    list: 'testimonials',
    title: 'Testimonials',
    noun: 'testimonial',
    at: '/site/testimonials',
    about: 'Quotes from parents, students and alumni.',
  },
];

/** The editor of an institution's home page. */
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
        description={`The public home page of ${institution.name}.`}
        action={<PublishAction institution={institution} site={site} can={can} />}
        more={siteActions({ institution, site, can })}
      />
      <RecordLayout
        aside={
          <SiteFacts institution={institution} site={site} mainAddress={mainAddress} can={can} waitsFor={waitsFor} />
        }
      >
        {sections.map(({ list, title, noun, at, about }) => (
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
                Add {noun}
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
                noun={noun}
                at={at}
                rows={lists[list]}
                prop="lists"
                before={(row) => <RowIcon row={row} />}
              />
            )}
          </Card>
        ))}
      </RecordLayout>
    </>
  );
}

/** The picture or icon that identifies a row. */
function RowIcon({ row: { title, icon, picture } }: { row: Row }) {
  if (icon)
    return (
      <span className={classes.icon}>
        <FeatureIcon name={icon} />
      </span>
    );
  return picture ? <Thumb isSilent picture={picture} /> : <Avatar name={title} size={40} />;
}

type Of = Pick<HomeEditorProps, 'institution' | 'site' | 'can'>;

/** The main action: publish the site, then view it. */
const PublishAction = ({ institution, site }: Of) =>
  site?.isPublished ? (
    <LinkButton external tone="primary" href={publicAddress(site)}>
      View site
    </LinkButton>
  ) : (
    <Button
      tone="primary"
      onClick={() => post('/site/publish', { institutionId: String(institution.id), isPublished: 'true' })}
    >
      Publish site
    </Button>
  );

/** Other actions on the site. */
function siteActions({ institution, site, can }: Of): (MenuItem | false | null)[] {
  const institutionId = String(institution.id);
  const unpublish = async () => {
    const yes = await confirm({
      title: `Unpublish the site of ${institution.name}?`,
      body: 'Visitors can no longer see its home page, posts and pages. Nothing is deleted, and you can publish it again at any time.',
      action: 'Unpublish site',
      tone: 'bad',
    });
    if (yes) post('/site/publish', { institutionId });
  };
  return [
    site && !site.isPublished && { label: 'Preview', href: publicAddress(site), external: true },
    can.front && {
      label: site?.isFront ? 'Remove from the main address' : 'Show at the main address',
      onSelect: () => post('/site/front', { institutionId, isFront: site?.isFront ? '' : 'true' }),
    },
    site?.isPublished ? { label: 'Unpublish site…', tone: 'bad', onSelect: () => void unpublish() } : null,
  ];
}
