/** 'Read more' is too vague for screen reader users who list links. */
export const LinkWords = ({ label, title }: { label: string; title: string }) => (
  <>
    {label}
    <span className="visually-hidden">: {title}</span>
  </>
);
