/** What a column of a student file can mean. Synonyms are squeezed (`squeeze`), the most telling first. */
export interface Field {
  label: string;
  synonyms: string[];
  max?: number;
}

export const fields = {
  admissionNumber: {
    label: 'Admission number', max: 40,
    synonyms: ['admissionnumber', 'admissionno', 'admno', 'admnumber', 'admissionid', 'studentuniqueid', 'studentnumber', 'studentno', 'studentid', 'pupilid',
      'uniqueid', 'rollnumber', 'rollno', 'sisid', 'sisstudentid', 'localid', 'learnerid', 'id', 'number', 'no'],
  },
  registrationNumber: {
    label: 'Registration number', max: 40,
    synonyms: ['registrationnumber', 'registrationno', 'regno', 'regnumber', 'matricno', 'matricnumber', 'matriculationnumber', 'matricula', 'examnumber', 'examno', 'jambno'],
  },
  fullName: {
    label: 'Full name (to be split)', max: 300,
    synonyms: ['fullname', 'studentname', 'nameofstudent', 'studentfullname', 'nameofpupil', 'pupilname', 'names', 'name', 'nameinfull', 'displayname', 'candidatename'],
  },
  surname: {
    label: 'Surname', max: 100,
    synonyms: ['surname', 'lastsurname', 'lastname', 'familyname', 'lname', 'secondname', 'nom'],
  },
  firstName: {
    label: 'First name', max: 100,
    synonyms: ['firstname', 'givenname', 'forename', 'fname', 'christianname', 'givennames', 'forenames', 'othernames', 'othername', 'prenom'],
  },
  middleName: {
    label: 'Middle name', max: 100,
    synonyms: ['middlename', 'middlenames', 'secondgivenname', 'mname', 'middleinitial', 'othernames', 'othername', 'additionalname'],
  },
  gender: { label: 'Gender', synonyms: ['gender', 'sex', 'sexe', 'gendercode'] },
  birthDate: {
    label: 'Date of birth',
    synonyms: ['dateofbirth', 'birthdate', 'dob', 'birthday', 'born', 'bornon', 'bday', 'datenaissance'],
  },
  batch: {
    label: 'Batch',
    synonyms: ['batch', 'batchname', 'classarm', 'currentbatch', 'class', 'classname', 'currentclass', 'presentclass', 'classgroup', 'homeroom', 'form', 'grade', 'gradelevel', 'level', 'currentlevel'],
  },
  arm: { label: 'Arm of the class', synonyms: ['arm', 'classarmname', 'stream', 'armname', 'section', 'division'] },
  status: { label: 'Status', synonyms: ['status', 'studentstatus', 'enrolmentstatus', 'enrollmentstatus', 'state'] },
  admissionDate: {
    label: 'Admission date',
    synonyms: ['admissiondate', 'dateofadmission', 'dateadmitted', 'admittedon', 'enrolmentdate', 'enrollmentdate', 'entrydate', 'dateofentry', 'datejoined', 'joindate', 'startdate', 'dateenrolled'],
  },
  phone: {
    label: 'Phone', max: 40,
    synonyms: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'gsm', 'gsmnumber', 'gsmno', 'phoneno', 'mobileno', 'telephone', 'telephonenumber', 'tel', 'contactnumber', 'cellphone', 'whatsapp'],
  },
  email: {
    label: 'E-mail', max: 200,
    synonyms: ['email', 'emailaddress', 'mail', 'personalemail', 'primaryemail', 'secondaryemail', 'schoolemail', 'emailid'],
  },
  country: { label: 'Country', synonyms: ['country', 'nationality', 'countryoforigin', 'nation', 'countryname', 'countrycode'] },
  state: { label: 'State of origin', synonyms: ['stateoforigin', 'state', 'origin', 'statename', 'homestate', 'province', 'region', 'stateid'] },
  lga: {
    label: 'LGA',
    synonyms: ['lga', 'localgovernmentarea', 'localgovernment', 'lgaoforigin', 'localgovt', 'localgovtarea', 'lgaorigin', 'lganame'],
  },
  city: { label: 'City', max: 100, synonyms: ['city', 'town', 'citytown', 'towncity', 'hometown'] },
  community: { label: 'Community', max: 100, synonyms: ['community', 'village', 'ward', 'autonomouscommunity'] },
  address: {
    label: 'Address', max: 300,
    synonyms: ['address', 'homeaddress', 'residentialaddress', 'contactaddress', 'streetaddress', 'houseaddress', 'permanentaddress', 'addressline1', 'street'],
  },
  religion: { label: 'Religion', max: 60, synonyms: ['religion', 'faith', 'denomination'] },
  language: { label: 'Language', max: 60, synonyms: ['language', 'mothertongue', 'firstlanguage', 'homelanguage', 'nativelanguage'] },
  bloodGroup: { label: 'Blood group', synonyms: ['bloodgroup', 'bloodtype'] },
} as const satisfies Record<string, Field>;

export type FieldKey = keyof typeof fields;
export const fieldKeys = Object.keys(fields) as [FieldKey, ...FieldKey[]];
export const dateFields = ['birthDate', 'admissionDate'] as const satisfies FieldKey[];
export type DateFieldKey = (typeof dateFields)[number];
