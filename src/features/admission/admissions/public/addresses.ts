/** The addresses of an applicant below a site. */
export function applicantAddresses(slug: string) {
  const base = `/sites/${slug}`;
  const own = (code: string, part = '') => `${base}/application/${code}${part && `/${part}`}`;
  return {
    home: base,
    apply: `${base}/apply`,
    courses: `${base}/courses_for_programs`,
    lgas: `${base}/lgas`,
    find: `${base}/application`,
    own,
  };
}
export type ApplicantAddresses = ReturnType<typeof applicantAddresses>;
