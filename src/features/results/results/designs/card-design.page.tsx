import { useEffect, useRef, useState } from 'react';
import { router } from '@inertiajs/core';
import { SelectField, ChoiceField } from '#ui/forms/select-field.tsx';
import { useUnsavedGuard } from '#ui/forms/use-unsaved-guard.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { toast } from '#ui/overlays/toast.ts';
import { askThenPost } from '#ui/post.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useRemote, explain, remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import { DesignParts } from './design-parts.tsx';
import type { cardDesignPage } from '../results.pages.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { cardLayouts, type CardDesign, type CardLayout } from './card-design.ts';
import classes from './designer.module.css';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import type { DesignPlaceInput } from './design-fields.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { signersOf } from '../cards/card-texts.ts';

type Props = PropsOf<typeof cardDesignPage>;

/** Shows, hides, orders and names the parts of report cards, beside the paper that comes of it. */
export default function CardDesignPage(props: Props) {
  // What is typed belongs to this place and version alone.
  return <Designer key={`${props.institutionId} ${props.layout} ${props.programId} ${props.version}`} {...props} />;
}

function Designer(props: Props) {
  const { institutionId, institutions, layout, programId, content, version, programs } = props;
  const { href } = useAddress();
  const [design, setDesign] = useState<CardDesign>(content);
  const { send, busy, errors, message } = useRemote();
  const isChanged = JSON.stringify(design) !== JSON.stringify(content);
  const dirty = useRef(false);
  useEffect(() => {
    dirty.current = isChanged;
  });
  useUnsavedGuard(dirty);
  const change = (part: Partial<CardDesign>) => setDesign((before) => ({ ...before, ...part }));
  const go = (to: Record<string, string>) => {
    const query = { institution_id: String(institutionId), layout, program: String(programId ?? ''), ...to };
    router.visit(`/card-designs?${new URLSearchParams(query).toString()}`, { preserveScroll: true });
  };
  const save = async () => {
    const saved = await send('post', '/card-designs/save', {
      institutionId,
      layout,
      programId,
      version,
      content: design as never,
    });
    if (!saved) return;
    dirty.current = false;
    toast({ message: 'The design was saved. Published results keep theirs.' });
    go({});
  };
  const program = programs.find(({ id }) => id === programId);
  return (
    <>
      <PageHeader
        title="Design of report cards"
        breadcrumbs={[{ label: 'Assessment', href: href('/assessment') }]}
        action={
          <Button tone="primary" loading={busy} onClick={() => void save()}>
            Save design
          </Button>
        }
        more={
          program?.isOwn
            ? [
                {
                  label: 'Use the institution’s design',
                  onSelect: () =>
                    void askThenPost(
                      '/card-designs/retire',
                      {
                        title: `Remove the design of ${program.name}?`,
                        body: 'Published results keep it. New results use the institution’s design.',
                        action: 'Remove design',
                        tone: 'bad',
                      },
                      { institutionId: String(institutionId), layout, programId: String(programId) },
                    ),
                },
              ]
            : []
        }
      />
      <p className={classes.status} role="status">
        {message || Object.values(errors)[0] || (isChanged ? 'Not saved yet.' : '')}
      </p>
      <div className={classes.designer}>
        <div className={classes.choices}>
          <div className={classes.place}>
            {institutions.length > 1 && (
              <ChoiceField
                name="institution"
                label="Institution"
                value={String(institutionId)}
                onChange={(event) => go({ institution_id: event.target.value, program: '' })}
                options={institutions}
              />
            )}
            <ChoiceField
              name="layout"
              label="Layout"
              value={layout}
              onChange={(event) => go({ layout: event.target.value })}
              options={cardLayouts}
            />
            <SelectField
              name="program"
              label="Programme"
              placeholder="All without a design of their own"
              optional
              value={String(programId ?? '')}
              onChange={(event) => go({ program: event.target.value })}
              options={programs.map(({ id, name, isOwn }) => ({
                value: String(id),
                label: isOwn ? `${name} (own design)` : name,
              }))}
            />
            {program && version === 0 && (
              <Secondary>{program.name} uses the institution’s design until you save one here.</Secondary>
            )}
          </div>
          <DesignParts design={design} layout={layout} onChange={change} />
          <DesignPicturesCard institutionId={institutionId} design={design} layout={layout} onChange={change} />
        </div>
        <div className={classes.preview}>
          <Card title="Preview">
            <DesignPreview institutionId={institutionId} layout={layout} programId={programId} design={design} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** How long nothing is changed before the paper is drawn again. */
const pause = 700;

/** The real paper by the design as it is chosen now: of a published result, else of a made-up one. */
function DesignPreview({ design, ...place }: DesignPlaceInput & { design: CardDesign }) {
  const address = addressOf(place, design);
  const [shown, setShown] = useState(address);
  const isPhone = useMedia(NARROW);
  useEffect(() => {
    const timer = setTimeout(() => setShown(address), pause);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <>
      {/* Phones open a PDF in a program of their own. */}
      {!isPhone && (
        <iframe key={shown} src={`${shown}#toolbar=0&view=FitH`} title="Preview" className={classes.paper} />
      )}
      <LinkButton external href={address}>
        Open preview
      </LinkButton>
    </>
  );
}

function addressOf({ institutionId, layout, programId }: DesignPlaceInput, design: CardDesign): string {
  const query = new URLSearchParams({
    institution_id: String(institutionId),
    layout,
    content: JSON.stringify(design),
    ...(programId && { program: String(programId) }),
  });
  return `/card-designs/preview.pdf?${query.toString()}`;
}

interface PicturesProps {
  institutionId: number;
  design: CardDesign;
  layout: CardLayout;
  onChange: (change: Partial<CardDesign>) => void;
}

/** Who signs, with signatures and the stamp as pictures. */
function DesignPicturesCard({ institutionId, design, layout, onChange }: PicturesProps) {
  const words = useTerms(institutionId);
  const [teacher, principal] = signersOf({ signers: { teacher: '', principal: '' } }, { layout }, words);
  const usual = { teacher: teacher!.title, principal: principal!.title };
  return (
    <Card title="Signatures and stamp">
      {(['teacher', 'principal'] as const).map((signer) => (
        <label key={signer} className={classes.signer}>
          Under the {signer === 'teacher' ? 'first' : 'second'} line
          <input
            className={classes.label}
            value={design.signers[signer]}
            maxLength={60}
            placeholder={usual[signer]}
            onChange={(event) => onChange({ signers: { ...design.signers, [signer]: event.target.value } })}
          />
        </label>
      ))}
      {(['teacher', 'principal', 'stamp'] as const).map((kind) => (
        <PictureField
          key={kind}
          label={kind === 'stamp' ? 'Stamp' : `Signature: ${design.signers[kind] || usual[kind]}`}
          institutionId={institutionId}
          fileId={design.pictures[kind]}
          onChange={(fileId) => onChange({ pictures: { ...design.pictures, [kind]: fileId } })}
        />
      ))}
      <p className="ink-2">
        Without a text, the name of the person in office when results were published is printed. A signature is a
        closely cropped photo of ink on white paper. Without one, there is a line to sign on.
      </p>
    </Card>
  );
}

interface PictureProps {
  label: string;
  institutionId: number;
  fileId: number | null;
  onChange: (fileId: number | null) => void;
}

function PictureField({ label, institutionId, fileId, onChange }: PictureProps) {
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const at = `/institutions/${institutionId}/card-pictures`;
  const upload = async (picture: File) => {
    setProblem('');
    try {
      const { json } = await remote<{ id: number }>('post', at, { picture });
      onChange(json.id);
    } catch (error) {
      const { message, errors } = explain(error);
      setProblem(errors['picture'] ?? message);
    }
  };
  return (
    <div className={classes.picture}>
      <span className={classes.pictureName}>{label}</span>
      <Button small onClick={() => input.current?.click()}>
        {fileId === null ? 'Upload picture' : 'Replace'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [picture] = event.target.files ?? [];
          if (picture) void upload(picture);
          event.target.value = '';
        }}
      />
      {fileId !== null && (
        <>
          <img src={`${at}/${fileId}`} alt={label} className={classes.thumbnail} />
          <Button small onClick={() => onChange(null)}>
            Remove
          </Button>
        </>
      )}
      {problem && <span role="alert">{problem}</span>}
    </div>
  );
}
