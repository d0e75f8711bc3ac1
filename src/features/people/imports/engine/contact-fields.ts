import type { Field, Fields } from './field.ts';
import * as read from './read-value.ts';

export const readPhoneCell: Field['read'] = (value, { countryId }) => read.phone(value, countryId);

/** Contact details. */
export const contactFields: Fields = {
  phone: {
    label: 'Phone',
    max: 40,
    synonyms: [
      'phone',
      'phonenumber',
      'phoneno',
      'telephone',
      'telephonenumber',
      'telephoneno',
      'tel',
      'contactnumber',
      'homephone',
      'phone1',
    ],
    read: readPhoneCell,
  },
  mobile: {
    label: 'Mobile',
    max: 40,
    synonyms: [
      'mobile',
      'mobilenumber',
      'mobileno',
      'mobilephone',
      'gsm',
      'gsmnumber',
      'gsmno',
      'cellphone',
      'whatsapp',
      'phone2',
    ],
    read: readPhoneCell,
  },
  email: {
    label: 'E-mail',
    max: 200,
    synonyms: [
      'email',
      'emailaddress',
      'mail',
      'personalemail',
      'primaryemail',
      'secondaryemail',
      'schoolemail',
      'workemail',
      'emailid',
    ],
    read: read.email,
  },
};
