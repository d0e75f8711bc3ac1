import { useInstitutions } from '#web/client/use-institutions.ts';
import { PlaceFields } from '#features/records/geography/shared/fields/place-fields.tsx';

export const title = 'Country, state, LGA';

const countries = [
  { id: 'AW', name: 'Aruba', hasStates: false, hasLgas: false },
  { id: 'GH', name: 'Ghana', hasStates: true, hasLgas: false },
  { id: 'NG', name: 'Nigeria', hasStates: true, hasLgas: true },
];
const nowhere = { countryId: null, stateId: null, stateName: null, lgaId: null };

export default function Places() {
  const [institution] = useInstitutions();
  return (
    <form style={{ display: 'grid', gap: 16, maxWidth: 640 }}>
      <PlaceFields
        value={nowhere}
        countries={countries}
        states={[]}
        lgas={[]}
        institute={institution!.id}
        asks="employee"
      />
    </form>
  );
}
