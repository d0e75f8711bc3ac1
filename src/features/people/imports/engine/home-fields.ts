import type { Field, Fields } from './field.ts';
import * as read from './read-value.ts';
import { wordField } from './person-fields.ts';
import { readPhoneCell } from './contact-fields.ts';

/** Origin and address; `more` gives the field group. */
export const homeFields = (more: Partial<Field> = {}): Fields => ({
  nationality: {
    label: 'Nationality',
    as: 'nationalityId',
    synonyms: ['nationality', 'citizenship', 'citizenof', 'nation'],
    read: (value, { places }) => read.nationality(value, places),
    ...more,
  },
  country: {
    label: 'Country',
    isPart: true,
    synonyms: ['country', 'countryoforigin', 'countryofresidence', 'countryname', 'countrycode'],
    fits: (value, { places }) => places.findCountry(value),
    ...more,
  },
  state: {
    label: 'State of origin',
    max: 100,
    isPart: true,
    synonyms: ['stateoforigin', 'state', 'origin', 'statename', 'homestate', 'province', 'region', 'stateid'],
    // A state of another country needs its country, which a single column cannot show.
    fits: (value, { places, countryId }) => places.findState(value, countryId),
    ...more,
  },
  lga: {
    label: 'LGA',
    isPart: true,
    synonyms: [
      'lga',
      'localgovernmentarea',
      'localgovernment',
      'lgaoforigin',
      'localgovt',
      'localgovtarea',
      'lgaorigin',
      'lganame',
    ],
    ...more,
  },
  city: { label: 'City', max: 100, synonyms: ['city', 'town', 'citytown', 'towncity', 'hometown'], ...more },
  community: {
    label: 'Community',
    max: 100,
    synonyms: ['community', 'village', 'ward', 'autonomouscommunity'],
    ...more,
  },
  address: {
    label: 'Address',
    max: 300,
    synonyms: [
      'address',
      'homeaddress',
      'residentialaddress',
      'contactaddress',
      'streetaddress',
      'houseaddress',
      'permanentaddress',
      'addressline1',
      'street',
    ],
    ...more,
  },
});

export const nextOfKinFields = (more: Partial<Field> = {}): Fields => ({
  nextOfKinName: {
    label: 'Next of kin name',
    max: 200,
    synonyms: ['nextofkinname', 'nextofkin', 'nok', 'nokname', 'nameofnextofkin', 'emergencycontact'],
    ...more,
  },
  nextOfKinPhone: {
    label: 'Next of kin telephone number',
    max: 40,
    synonyms: [
      'nextofkintelephonenumber',
      'nextofkintelephone',
      'nextofkinphone',
      'nextofkinphonenumber',
      'nokphone',
      'noktelephone',
      'emergencyphone',
      'emergencycontactnumber',
    ],
    read: readPhoneCell,
    ...more,
  },
  nextOfKinRelation: wordField(
    'Next of kin relation',
    'guardianRelations',
    ['nextofkinrelation', 'nextofkinrelationship', 'relationshiptonextofkin', 'nokrelation', 'nokrelationship'],
    more,
  ),
});
