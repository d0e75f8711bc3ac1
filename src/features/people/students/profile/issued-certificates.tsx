import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText } from '#ui/text.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { StudentProfileProps } from '../students.pages.ts';

/** Certificates issued to the student. */
export const IssuedCertificates = ({ certificates = [], can }: Pick<StudentProfileProps, 'certificates' | 'can'>) =>
  certificates.map(({ id, number, issuedOn, isVoid }) => (
    <Card key={id} title={`Transfer certificate ${number}`}>
      Issued on <DateText value={issuedOn} />. {isVoid && <Badge tone="bad">Void</Badge>}{' '}
      {can.printCertificates && (
        <Button small onClick={() => openByPost(`/certificates/${id}/print`)}>
          Print<span className="visually-hidden"> {number} in a new window</span>
        </Button>
      )}
    </Card>
  ));
