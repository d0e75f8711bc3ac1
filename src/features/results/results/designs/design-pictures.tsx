import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { explain, remote } from '#web/client/remote.ts';
import { useWords } from '#web/client/use-words.ts';
import { signersOf } from '../cards/card-texts.ts';
import type { ReportCard } from '../cards/report-card.ts';
import type { CardDesign, CardLayout } from './card-design.ts';
import classes from './designer.module.css';

interface PicturesProps {
  institutionId: number;
  design: CardDesign;
  layout: CardLayout;
  onChange: (change: Partial<CardDesign>) => void;
}

/** Who signs, with signatures and the stamp as pictures. */
export function DesignPicturesCard({ institutionId, design, layout, onChange }: PicturesProps) {
  const words = useWords(institutionId);
  const [teacher, principal] = signersOf({ signers: { teacher: '', principal: '' } }, { layout } as ReportCard, words);
  const usual = { teacher: teacher!.name, principal: principal!.name };
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
      <p className={classes.hint}>A photo of ink on white paper, cut close. Without one there is a line to sign on.</p>
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
