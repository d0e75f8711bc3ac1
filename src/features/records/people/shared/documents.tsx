import { useEffect, useRef, useState } from 'react';
import { expiryWarningDays } from '#kernel/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { sizeText } from '#ui/fields/uploads/check-files.ts';
import classes from './documents.module.css';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm, FieldRow } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { UploadField } from '#ui/fields/upload-field.tsx';

/** A document on a person's record. */
interface DocumentShown extends PaperFields {
  mediaType: string;
  size: number;
  /** Days until it expires; negative if it has expired. */
  daysLeft: number | null;
  addedBy: string | null;
  addedAt: Date | string;
}

interface DocumentsProps {
  rows: DocumentShown[];
  /** The institution's document types. */
  types: string[];
  /** Their address: `/students/12/documents`. */
  action: string;
  can: { edit: boolean };
}

/** The documents on a person's record: view, add, edit, remove. */
export function Documents({ rows, types, action, can }: DocumentsProps) {
  const [open, setOpen] = useState<DocumentShown | 'new' | null>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Once the first document is added, a different button opens the form.
  useEffect(() => {
    if (!open && wasOpen.current && document.activeElement === document.body) adder.current?.focus();
    wasOpen.current = open !== null;
  }, [open, rows]);
  const add = can.edit && (
    <Button ref={adder} tone="primary" onClick={() => setOpen('new')}>
      Add document
    </Button>
  );
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title="No documents yet" action={add}>
          Add birth certificates, medical reports or letters of admission as a PDF or photo, with an expiry date.
        </EmptyState>
      ) : (
        <Card title="Documents" action={add}>
          <ul className={classes.list}>
            {rows.map((row) => (
              <Paper key={row.id} row={row} action={action} canEdit={can.edit} onEdit={() => setOpen(row)} />
            ))}
          </ul>
        </Card>
      )}
      <Dialog
        open={open !== null}
        onClose={() => setOpen(null)}
        title={open === 'new' ? 'Add document' : 'Edit document'}
      >
        {open && (
          <PaperForm row={open === 'new' ? null : open} types={types} action={action} onDone={() => setOpen(null)} />
        )}
      </Dialog>
    </>
  );
}

interface PaperProps {
  row: DocumentShown;
  action: string;
  canEdit: boolean;
  onEdit: () => void;
}

function Paper({ row, action, canEdit, onEdit }: PaperProps) {
  const kind = row.mediaType === 'application/pdf' ? 'PDF' : 'Picture';
  return (
    <li className={classes.paper}>
      <div className={classes.what}>
        <div className={classes.title}>
          <a href={`${action}/${row.id}`} target={kind === 'PDF' ? undefined : '_blank'} rel="noreferrer">
            {row.title}
          </a>
          <Expiry days={row.daysLeft} />
        </div>
        <div>
          <Secondary>
            {row.type && row.type !== row.title && `${row.type} · `}
            {kind}, {sizeText(row.size)}
            {row.issuedOn && (
              <>
                {' '}
                · issued <DateText value={row.issuedOn} />
              </>
            )}
            {row.expiresOn && (
              <>
                {' '}
                · valid until <DateText value={row.expiresOn} />
              </>
            )}
          </Secondary>
        </div>
      </div>
      {canEdit && (
        <Menu
          label={`Actions for ${row.title}`}
          items={[
            { label: 'Edit', onSelect: onEdit },
            { label: 'Remove', tone: 'bad', onSelect: () => post(`${action}/${row.id}/remove`) },
          ]}
        />
      )}
    </li>
  );
}

/** Shows when a document expires or has expired. */
function Expiry({ days }: { days: number | null }) {
  if (days === null || days > expiryWarningDays) return null;
  if (days < 0) return <Badge tone="bad">Expired</Badge>;
  return (
    <Badge tone="gold">{days === 0 ? 'Expires today' : `Expires in ${days === 1 ? '1 day' : `${days} days`}`}</Badge>
  );
}

interface PaperFields {
  id: number;
  type: string | null;
  title: string;
  issuedOn: string | null;
  expiresOn: string | null;
}

interface PaperFormProps {
  row: PaperFields | null;
  types: string[];
  action: string;
  onDone: () => void;
}

function PaperForm({ row, types, action, onDone }: PaperFormProps) {
  const [title, setTitle] = useState(row?.title ?? '');
  const [type, setType] = useState(row?.type ?? '');
  const choose = (next: string) => {
    // An untouched title follows the type.
    if (title === '' || title === type) setTitle(next);
    setType(next);
  };
  // An archived type stays selectable on documents that have it.
  const offered = row?.type && !types.includes(row.type) ? [...types, row.type] : types;
  return (
    <EditForm
      action={row ? `${action}/${row.id}` : action}
      opened={row && { type: row.type, title: row.title, issuedOn: row.issuedOn, expiresOn: row.expiresOn }}
      submit={row ? 'Save document' : 'Add document'}
      options={{ preserveScroll: true }}
      onSuccess={onDone}
    >
      {!row && (
        <UploadField
          name="file"
          label="File"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          maxBytes={10 * 1_048_576}
          hint="PDF, JPEG, PNG or WebP, up to 10 MB."
        />
      )}
      <SelectField
        name="type"
        label="Type"
        optional
        value={type}
        onChange={(event) => choose(event.target.value)}
        options={offered.map((word) => ({ value: word, label: word }))}
      />
      <TextField
        name="title"
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        maxLength={150}
        autoComplete="off"
      />
      <FieldRow>
        <DatePickerField name="issuedOn" label="Issued on" optional defaultValue={row?.issuedOn ?? undefined} />
        <DatePickerField
          name="expiresOn"
          label="Expires on"
          optional
          defaultValue={row?.expiresOn ?? undefined}
          help={`Users who manage these records are notified ${expiryWarningDays} days before.`}
        />
      </FieldRow>
    </EditForm>
  );
}
