-- Countries (ISO 3166-1), the subdivisions of Nigeria and her neighbours (ISO 3166-2), and Nigeria's 774 local
-- government areas. This file is where these facts live: the database serves them to pages and imports, and a
-- correction is a later migration. Only spellings people use for the same place stand in the code
-- (src/features/geography/spellings.ts).

insert into countries (id, name) values
  ('AD', 'Andorra'), ('AE', 'United Arab Emirates'), ('AF', 'Afghanistan'), ('AG', 'Antigua and Barbuda'),
  ('AI', 'Anguilla'), ('AL', 'Albania'), ('AM', 'Armenia'), ('AO', 'Angola'), ('AQ', 'Antarctica'), ('AR', 'Argentina'),
  ('AS', 'American Samoa'), ('AT', 'Austria'), ('AU', 'Australia'), ('AW', 'Aruba'), ('AX', 'Åland Islands'),
  ('AZ', 'Azerbaijan'), ('BA', 'Bosnia and Herzegovina'), ('BB', 'Barbados'), ('BD', 'Bangladesh'), ('BE', 'Belgium'),
  ('BF', 'Burkina Faso'), ('BG', 'Bulgaria'), ('BH', 'Bahrain'), ('BI', 'Burundi'), ('BJ', 'Benin'),
  ('BL', 'Saint Barthélemy'), ('BM', 'Bermuda'), ('BN', 'Brunei'), ('BO', 'Bolivia'),
  ('BQ', 'Bonaire, Sint Eustatius and Saba'), ('BR', 'Brazil'), ('BS', 'Bahamas'), ('BT', 'Bhutan'),
  ('BV', 'Bouvet Island'), ('BW', 'Botswana'), ('BY', 'Belarus'), ('BZ', 'Belize'), ('CA', 'Canada'),
  ('CC', 'Cocos (Keeling) Islands'), ('CD', 'Congo, Democratic Republic of the'), ('CF', 'Central African Republic'),
  ('CG', 'Congo, Republic of the'), ('CH', 'Switzerland'), ('CI', 'Côte d''Ivoire'), ('CK', 'Cook Islands'),
  ('CL', 'Chile'), ('CM', 'Cameroon'), ('CN', 'China'), ('CO', 'Colombia'), ('CR', 'Costa Rica'), ('CU', 'Cuba'),
  ('CV', 'Cabo Verde'), ('CW', 'Curaçao'), ('CX', 'Christmas Island'), ('CY', 'Cyprus'), ('CZ', 'Czechia'),
  ('DE', 'Germany'), ('DJ', 'Djibouti'), ('DK', 'Denmark'), ('DM', 'Dominica'), ('DO', 'Dominican Republic'),
  ('DZ', 'Algeria'), ('EC', 'Ecuador'), ('EE', 'Estonia'), ('EG', 'Egypt'), ('EH', 'Western Sahara'), ('ER', 'Eritrea'),
  ('ES', 'Spain'), ('ET', 'Ethiopia'), ('FI', 'Finland'), ('FJ', 'Fiji'), ('FK', 'Falkland Islands'),
  ('FM', 'Micronesia'), ('FO', 'Faroe Islands'), ('FR', 'France'), ('GA', 'Gabon'), ('GB', 'United Kingdom'),
  ('GD', 'Grenada'), ('GE', 'Georgia'), ('GF', 'French Guiana'), ('GG', 'Guernsey'), ('GH', 'Ghana'),
  ('GI', 'Gibraltar'), ('GL', 'Greenland'), ('GM', 'Gambia'), ('GN', 'Guinea'), ('GP', 'Guadeloupe'),
  ('GQ', 'Equatorial Guinea'), ('GR', 'Greece'), ('GS', 'South Georgia and the South Sandwich Islands'),
  ('GT', 'Guatemala'), ('GU', 'Guam'), ('GW', 'Guinea-Bissau'), ('GY', 'Guyana'), ('HK', 'Hong Kong'),
  ('HM', 'Heard Island and McDonald Islands'), ('HN', 'Honduras'), ('HR', 'Croatia'), ('HT', 'Haiti'), ('HU', 'Hungary'),
  ('ID', 'Indonesia'), ('IE', 'Ireland'), ('IL', 'Israel'), ('IM', 'Isle of Man'), ('IN', 'India'),
  ('IO', 'British Indian Ocean Territory'), ('IQ', 'Iraq'), ('IR', 'Iran'), ('IS', 'Iceland'), ('IT', 'Italy'),
  ('JE', 'Jersey'), ('JM', 'Jamaica'), ('JO', 'Jordan'), ('JP', 'Japan'), ('KE', 'Kenya'), ('KG', 'Kyrgyzstan'),
  ('KH', 'Cambodia'), ('KI', 'Kiribati'), ('KM', 'Comoros'), ('KN', 'Saint Kitts and Nevis'), ('KP', 'North Korea'),
  ('KR', 'South Korea'), ('KW', 'Kuwait'), ('KY', 'Cayman Islands'), ('KZ', 'Kazakhstan'), ('LA', 'Laos'),
  ('LB', 'Lebanon'), ('LC', 'Saint Lucia'), ('LI', 'Liechtenstein'), ('LK', 'Sri Lanka'), ('LR', 'Liberia'),
  ('LS', 'Lesotho'), ('LT', 'Lithuania'), ('LU', 'Luxembourg'), ('LV', 'Latvia'), ('LY', 'Libya'), ('MA', 'Morocco'),
  ('MC', 'Monaco'), ('MD', 'Moldova'), ('ME', 'Montenegro'), ('MF', 'Saint Martin (French part)'), ('MG', 'Madagascar'),
  ('MH', 'Marshall Islands'), ('MK', 'North Macedonia'), ('ML', 'Mali'), ('MM', 'Myanmar'), ('MN', 'Mongolia'),
  ('MO', 'Macao'), ('MP', 'Northern Mariana Islands'), ('MQ', 'Martinique'), ('MR', 'Mauritania'), ('MS', 'Montserrat'),
  ('MT', 'Malta'), ('MU', 'Mauritius'), ('MV', 'Maldives'), ('MW', 'Malawi'), ('MX', 'Mexico'), ('MY', 'Malaysia'),
  ('MZ', 'Mozambique'), ('NA', 'Namibia'), ('NC', 'New Caledonia'), ('NE', 'Niger'), ('NF', 'Norfolk Island'),
  ('NG', 'Nigeria'), ('NI', 'Nicaragua'), ('NL', 'Netherlands'), ('NO', 'Norway'), ('NP', 'Nepal'), ('NR', 'Nauru'),
  ('NU', 'Niue'), ('NZ', 'New Zealand'), ('OM', 'Oman'), ('PA', 'Panama'), ('PE', 'Peru'), ('PF', 'French Polynesia'),
  ('PG', 'Papua New Guinea'), ('PH', 'Philippines'), ('PK', 'Pakistan'), ('PL', 'Poland'),
  ('PM', 'Saint Pierre and Miquelon'), ('PN', 'Pitcairn'), ('PR', 'Puerto Rico'), ('PS', 'Palestine'),
  ('PT', 'Portugal'), ('PW', 'Palau'), ('PY', 'Paraguay'), ('QA', 'Qatar'), ('RE', 'Réunion'), ('RO', 'Romania'),
  ('RS', 'Serbia'), ('RU', 'Russia'), ('RW', 'Rwanda'), ('SA', 'Saudi Arabia'), ('SB', 'Solomon Islands'),
  ('SC', 'Seychelles'), ('SD', 'Sudan'), ('SE', 'Sweden'), ('SG', 'Singapore'),
  ('SH', 'Saint Helena, Ascension and Tristan da Cunha'), ('SI', 'Slovenia'), ('SJ', 'Svalbard and Jan Mayen'),
  ('SK', 'Slovakia'), ('SL', 'Sierra Leone'), ('SM', 'San Marino'), ('SN', 'Senegal'), ('SO', 'Somalia'),
  ('SR', 'Suriname'), ('SS', 'South Sudan'), ('ST', 'São Tomé and Príncipe'), ('SV', 'El Salvador'),
  ('SX', 'Sint Maarten (Dutch part)'), ('SY', 'Syria'), ('SZ', 'Eswatini'), ('TC', 'Turks and Caicos Islands'),
  ('TD', 'Chad'), ('TF', 'French Southern Territories'), ('TG', 'Togo'), ('TH', 'Thailand'), ('TJ', 'Tajikistan'),
  ('TK', 'Tokelau'), ('TL', 'Timor-Leste'), ('TM', 'Turkmenistan'), ('TN', 'Tunisia'), ('TO', 'Tonga'), ('TR', 'Türkiye'),
  ('TT', 'Trinidad and Tobago'), ('TV', 'Tuvalu'), ('TW', 'Taiwan'), ('TZ', 'Tanzania'), ('UA', 'Ukraine'),
  ('UG', 'Uganda'), ('UM', 'United States Minor Outlying Islands'), ('US', 'United States'), ('UY', 'Uruguay'),
  ('UZ', 'Uzbekistan'), ('VA', 'Vatican City'), ('VC', 'Saint Vincent and the Grenadines'), ('VE', 'Venezuela'),
  ('VG', 'British Virgin Islands'), ('VI', 'U.S. Virgin Islands'), ('VN', 'Vietnam'), ('VU', 'Vanuatu'),
  ('WF', 'Wallis and Futuna'), ('WS', 'Samoa'), ('YE', 'Yemen'), ('YT', 'Mayotte'), ('ZA', 'South Africa'),
  ('ZM', 'Zambia'), ('ZW', 'Zimbabwe');

insert into states (id, country_id, name) select id, split_part(id, '-', 1), name from (values
  ('NG-AB', 'Abia'), ('NG-AD', 'Adamawa'), ('NG-AK', 'Akwa Ibom'), ('NG-AN', 'Anambra'), ('NG-BA', 'Bauchi'),
  ('NG-BE', 'Benue'), ('NG-BO', 'Borno'), ('NG-BY', 'Bayelsa'), ('NG-CR', 'Cross River'), ('NG-DE', 'Delta'),
  ('NG-EB', 'Ebonyi'), ('NG-ED', 'Edo'), ('NG-EK', 'Ekiti'), ('NG-EN', 'Enugu'), ('NG-FC', 'Federal Capital Territory'),
  ('NG-GO', 'Gombe'), ('NG-IM', 'Imo'), ('NG-JI', 'Jigawa'), ('NG-KD', 'Kaduna'), ('NG-KE', 'Kebbi'), ('NG-KN', 'Kano'),
  ('NG-KO', 'Kogi'), ('NG-KT', 'Katsina'), ('NG-KW', 'Kwara'), ('NG-LA', 'Lagos'), ('NG-NA', 'Nasarawa'),
  ('NG-NI', 'Niger'), ('NG-OG', 'Ogun'), ('NG-ON', 'Ondo'), ('NG-OS', 'Osun'), ('NG-OY', 'Oyo'), ('NG-PL', 'Plateau'),
  ('NG-RI', 'Rivers'), ('NG-SO', 'Sokoto'), ('NG-TA', 'Taraba'), ('NG-YO', 'Yobe'), ('NG-ZA', 'Zamfara'),

  ('BJ-AK', 'Atacora'), ('BJ-AL', 'Alibori'), ('BJ-AQ', 'Atlantique'), ('BJ-BO', 'Borgou'), ('BJ-CO', 'Collines'),
  ('BJ-DO', 'Donga'), ('BJ-KO', 'Couffo'), ('BJ-LI', 'Littoral'), ('BJ-MO', 'Mono'), ('BJ-OU', 'Ouémé'),
  ('BJ-PL', 'Plateau'), ('BJ-ZO', 'Zou'),

  ('CM-AD', 'Adamawa'), ('CM-CE', 'Centre'), ('CM-EN', 'Far North'), ('CM-ES', 'East'), ('CM-LT', 'Littoral'),
  ('CM-NO', 'North'), ('CM-NW', 'North-West'), ('CM-OU', 'West'), ('CM-SU', 'South'), ('CM-SW', 'South-West'),

  ('GH-AA', 'Greater Accra'), ('GH-AF', 'Ahafo'), ('GH-AH', 'Ashanti'), ('GH-BE', 'Bono East'), ('GH-BO', 'Bono'),
  ('GH-CP', 'Central'), ('GH-EP', 'Eastern'), ('GH-NE', 'North East'), ('GH-NP', 'Northern'), ('GH-OT', 'Oti'),
  ('GH-SV', 'Savannah'), ('GH-TV', 'Volta'), ('GH-UE', 'Upper East'), ('GH-UW', 'Upper West'),
  ('GH-WN', 'Western North'), ('GH-WP', 'Western'),

  ('NE-1', 'Agadez'), ('NE-2', 'Diffa'), ('NE-3', 'Dosso'), ('NE-4', 'Maradi'), ('NE-5', 'Tahoua'),
  ('NE-6', 'Tillabéri'), ('NE-7', 'Zinder'), ('NE-8', 'Niamey'),

  ('TG-C', 'Centrale'), ('TG-K', 'Kara'), ('TG-M', 'Maritime'), ('TG-P', 'Plateaux'), ('TG-S', 'Savanes')
) as subdivision (id, name);

-- An area's id is its state's id and its name in small letters: six names occur in two states.
insert into lgas (id, state_id, name)
select state_id || '-' || lower(regexp_replace(replace(name, '''', ''), '[^A-Za-z0-9]+', '-', 'g')), state_id, name
from (values
  ('NG-AB', 'Aba North, Aba South, Arochukwu, Bende, Ikwuano, Isiala Ngwa North, Isiala Ngwa South, Isuikwuato, Obi Ngwa, Ohafia, Osisioma, Ugwunagbo, Ukwa East, Ukwa West, Umuahia North, Umuahia South, Umu Nneochi'),
  ('NG-AD', 'Demsa, Fufore, Ganye, Girei, Gombi, Guyuk, Hong, Jada, Lamurde, Madagali, Maiha, Mayo Belwa, Michika, Mubi North, Mubi South, Numan, Shelleng, Song, Toungo, Yola North, Yola South'),
  ('NG-AK', 'Abak, Eastern Obolo, Eket, Esit Eket, Essien Udim, Etim Ekpo, Etinan, Ibeno, Ibesikpo Asutan, Ibiono Ibom, Ika, Ikono, Ikot Abasi, Ikot Ekpene, Ini, Itu, Mbo, Mkpat Enin, Nsit Atai, Nsit Ibom, Nsit Ubium, Obot Akara, Okobo, Onna, Oron, Oruk Anam, Udung Uko, Ukanafun, Uruan, Urue-Offong/Oruko, Uyo'),
  ('NG-AN', 'Aguata, Anambra East, Anambra West, Anaocha, Awka North, Awka South, Ayamelum, Dunukofia, Ekwusigo, Idemili North, Idemili South, Ihiala, Njikoka, Nnewi North, Nnewi South, Ogbaru, Onitsha North, Onitsha South, Orumba North, Orumba South, Oyi'),
  ('NG-BA', 'Alkaleri, Bauchi, Bogoro, Damban, Darazo, Dass, Gamawa, Ganjuwa, Giade, Itas/Gadau, Jama''are, Katagum, Kirfi, Misau, Ningi, Shira, Tafawa Balewa, Toro, Warji, Zaki'),
  ('NG-BE', 'Ado, Agatu, Apa, Buruku, Gboko, Guma, Gwer East, Gwer West, Katsina-Ala, Konshisha, Kwande, Logo, Makurdi, Obi, Ogbadibo, Ohimini, Oju, Okpokwu, Otukpo, Tarka, Ukum, Ushongo, Vandeikya'),
  ('NG-BO', 'Abadam, Askira/Uba, Bama, Bayo, Biu, Chibok, Damboa, Dikwa, Gubio, Guzamala, Gwoza, Hawul, Jere, Kaga, Kala/Balge, Konduga, Kukawa, Kwaya Kusar, Mafa, Magumeri, Maiduguri, Marte, Mobbar, Monguno, Ngala, Nganzai, Shani'),
  ('NG-BY', 'Brass, Ekeremor, Kolokuma/Opokuma, Nembe, Ogbia, Sagbama, Southern Ijaw, Yenagoa'),
  ('NG-CR', 'Abi, Akamkpa, Akpabuyo, Bakassi, Bekwarra, Biase, Boki, Calabar Municipal, Calabar South, Etung, Ikom, Obanliku, Obubra, Obudu, Odukpani, Ogoja, Yakurr, Yala'),
  ('NG-DE', 'Aniocha North, Aniocha South, Bomadi, Burutu, Ethiope East, Ethiope West, Ika North East, Ika South, Isoko North, Isoko South, Ndokwa East, Ndokwa West, Okpe, Oshimili North, Oshimili South, Patani, Sapele, Udu, Ughelli North, Ughelli South, Ukwuani, Uvwie, Warri North, Warri South, Warri South West'),
  ('NG-EB', 'Abakaliki, Afikpo North, Afikpo South, Ebonyi, Ezza North, Ezza South, Ikwo, Ishielu, Ivo, Izzi, Ohaozara, Ohaukwu, Onicha'),
  ('NG-ED', 'Akoko Edo, Egor, Esan Central, Esan North East, Esan South East, Esan West, Etsako Central, Etsako East, Etsako West, Igueben, Ikpoba Okha, Oredo, Orhionmwon, Ovia North East, Ovia South West, Owan East, Owan West, Uhunmwonde'),
  ('NG-EK', 'Ado Ekiti, Efon, Ekiti East, Ekiti South West, Ekiti West, Emure, Gbonyin, Ido Osi, Ijero, Ikere, Ikole, Ilejemeje, Irepodun/Ifelodun, Ise/Orun, Moba, Oye'),
  ('NG-EN', 'Aninri, Awgu, Enugu East, Enugu North, Enugu South, Ezeagu, Igbo Etiti, Igbo Eze North, Igbo Eze South, Isi Uzo, Nkanu East, Nkanu West, Nsukka, Oji River, Udenu, Udi, Uzo Uwani'),
  ('NG-FC', 'Abaji, Abuja Municipal, Bwari, Gwagwalada, Kuje, Kwali'),
  ('NG-GO', 'Akko, Balanga, Billiri, Dukku, Funakaye, Gombe, Kaltungo, Kwami, Nafada, Shongom, Yamaltu/Deba'),
  ('NG-IM', 'Aboh Mbaise, Ahiazu Mbaise, Ehime Mbano, Ezinihitte Mbaise, Ideato North, Ideato South, Ihitte/Uboma, Ikeduru, Isiala Mbano, Isu, Mbaitoli, Ngor Okpala, Njaba, Nkwerre, Nwangele, Obowo, Oguta, Ohaji/Egbema, Okigwe, Onuimo, Orlu, Orsu, Oru East, Oru West, Owerri Municipal, Owerri North, Owerri West'),
  ('NG-JI', 'Auyo, Babura, Biriniwa, Birnin Kudu, Buji, Dutse, Gagarawa, Garki, Gumel, Guri, Gwaram, Gwiwa, Hadejia, Jahun, Kafin Hausa, Kaugama, Kazaure, Kiri Kasama, Kiyawa, Maigatari, Malam Madori, Miga, Ringim, Roni, Sule Tankarkar, Taura, Yankwashi'),
  ('NG-KD', 'Birnin Gwari, Chikun, Giwa, Igabi, Ikara, Jaba, Jema''a, Kachia, Kaduna North, Kaduna South, Kagarko, Kajuru, Kaura, Kauru, Kubau, Kudan, Lere, Makarfi, Sabon Gari, Sanga, Soba, Zangon Kataf, Zaria'),
  ('NG-KE', 'Aliero, Arewa Dandi, Argungu, Augie, Bagudo, Birnin Kebbi, Bunza, Dandi, Danko/Wasagu, Fakai, Gwandu, Jega, Kalgo, Koko/Besse, Maiyama, Ngaski, Sakaba, Shanga, Suru, Yauri, Zuru'),
  ('NG-KN', 'Ajingi, Albasu, Bagwai, Bebeji, Bichi, Bunkure, Dala, Dambatta, Dawakin Kudu, Dawakin Tofa, Doguwa, Fagge, Gabasawa, Garko, Garun Mallam, Gaya, Gezawa, Gwale, Gwarzo, Kabo, Kano Municipal, Karaye, Kibiya, Kiru, Kumbotso, Kunchi, Kura, Madobi, Makoda, Minjibir, Nasarawa, Rano, Rimin Gado, Rogo, Shanono, Sumaila, Takai, Tarauni, Tofa, Tsanyawa, Tudun Wada, Ungogo, Warawa, Wudil'),
  ('NG-KO', 'Adavi, Ajaokuta, Ankpa, Bassa, Dekina, Ibaji, Idah, Igalamela Odolu, Ijumu, Kabba/Bunu, Kogi, Lokoja, Mopa Muro, Ofu, Ogori/Magongo, Okehi, Okene, Olamaboro, Omala, Yagba East, Yagba West'),
  ('NG-KT', 'Bakori, Batagarawa, Batsari, Baure, Bindawa, Charanchi, Dandume, Danja, Dan Musa, Daura, Dutsi, Dutsin Ma, Faskari, Funtua, Ingawa, Jibia, Kafur, Kaita, Kankara, Kankia, Katsina, Kurfi, Kusada, Mai''Adua, Malumfashi, Mani, Mashi, Matazu, Musawa, Rimi, Sabuwa, Safana, Sandamu, Zango'),
  ('NG-KW', 'Asa, Baruten, Edu, Ekiti, Ifelodun, Ilorin East, Ilorin South, Ilorin West, Irepodun, Isin, Kaiama, Moro, Offa, Oke Ero, Oyun, Pategi'),
  ('NG-LA', 'Agege, Ajeromi-Ifelodun, Alimosho, Amuwo-Odofin, Apapa, Badagry, Epe, Eti-Osa, Ibeju-Lekki, Ifako-Ijaiye, Ikeja, Ikorodu, Kosofe, Lagos Island, Lagos Mainland, Mushin, Ojo, Oshodi-Isolo, Shomolu, Surulere'),
  ('NG-NA', 'Akwanga, Awe, Doma, Karu, Keana, Keffi, Kokona, Lafia, Nasarawa, Nasarawa Egon, Obi, Toto, Wamba'),
  ('NG-NI', 'Agaie, Agwara, Bida, Borgu, Bosso, Chanchaga, Edati, Gbako, Gurara, Katcha, Kontagora, Lapai, Lavun, Magama, Mariga, Mashegu, Mokwa, Munya, Paikoro, Rafi, Rijau, Shiroro, Suleja, Tafa, Wushishi'),
  ('NG-OG', 'Abeokuta North, Abeokuta South, Ado-Odo/Ota, Ewekoro, Ifo, Ijebu East, Ijebu North, Ijebu North East, Ijebu Ode, Ikenne, Imeko Afon, Ipokia, Obafemi Owode, Odeda, Odogbolu, Ogun Waterside, Remo North, Sagamu, Yewa North, Yewa South'),
  ('NG-ON', 'Akoko North East, Akoko North West, Akoko South East, Akoko South West, Akure North, Akure South, Ese Odo, Idanre, Ifedore, Ilaje, Ile Oluji/Okeigbo, Irele, Odigbo, Okitipupa, Ondo East, Ondo West, Ose, Owo'),
  ('NG-OS', 'Aiyedaade, Aiyedire, Atakunmosa East, Atakunmosa West, Boluwaduro, Boripe, Ede North, Ede South, Egbedore, Ejigbo, Ife Central, Ifedayo, Ife East, Ifelodun, Ife North, Ife South, Ila, Ilesa East, Ilesa West, Irepodun, Irewole, Isokan, Iwo, Obokun, Odo Otin, Ola Oluwa, Olorunda, Oriade, Orolu, Osogbo'),
  ('NG-OY', 'Afijio, Akinyele, Atiba, Atisbo, Egbeda, Ibadan North, Ibadan North East, Ibadan North West, Ibadan South East, Ibadan South West, Ibarapa Central, Ibarapa East, Ibarapa North, Ido, Irepo, Iseyin, Itesiwaju, Iwajowa, Kajola, Lagelu, Ogbomosho North, Ogbomosho South, Ogo Oluwa, Olorunsogo, Oluyole, Ona Ara, Orelope, Ori Ire, Oyo East, Oyo West, Saki East, Saki West, Surulere'),
  ('NG-PL', 'Barkin Ladi, Bassa, Bokkos, Jos East, Jos North, Jos South, Kanam, Kanke, Langtang North, Langtang South, Mangu, Mikang, Pankshin, Qua''an Pan, Riyom, Shendam, Wase'),
  ('NG-RI', 'Abua/Odual, Ahoada East, Ahoada West, Akuku Toru, Andoni, Asari Toru, Bonny, Degema, Eleme, Emohua, Etche, Gokana, Ikwerre, Khana, Obio/Akpor, Ogba/Egbema/Ndoni, Ogu/Bolo, Okrika, Omuma, Opobo/Nkoro, Oyigbo, Port Harcourt, Tai'),
  ('NG-SO', 'Binji, Bodinga, Dange Shuni, Gada, Goronyo, Gudu, Gwadabawa, Illela, Isa, Kebbe, Kware, Rabah, Sabon Birni, Shagari, Silame, Sokoto North, Sokoto South, Tambuwal, Tangaza, Tureta, Wamako, Wurno, Yabo'),
  ('NG-TA', 'Ardo Kola, Bali, Donga, Gashaka, Gassol, Ibi, Jalingo, Karim Lamido, Kurmi, Lau, Sardauna, Takum, Ussa, Wukari, Yorro, Zing'),
  ('NG-YO', 'Bade, Bursari, Damaturu, Fika, Fune, Geidam, Gujba, Gulani, Jakusko, Karasuwa, Machina, Nangere, Nguru, Potiskum, Tarmuwa, Yunusari, Yusufari'),
  ('NG-ZA', 'Anka, Bakura, Birnin Magaji/Kiyaw, Bukkuyum, Bungudu, Gummi, Gusau, Kaura Namoda, Maradun, Maru, Shinkafi, Talata Mafara, Tsafe, Zurmi')
) as areas (state_id, names), unnest(string_to_array(names, ', ')) as name;

-- The top-level subdivisions of every other country that has some: 3548 of 194 countries. Nigeria and five neighbours
-- are in 0002 already. From ISO 3166-2 as of the npm package iso-3166, version 4.4.0 (MIT), which collects it from
-- Wikipedia; under their English or common names, as 0002 has the countries.
--
-- That source puts a few entries directly below the country which ISO places lower, groups otherwise or has withdrawn.
-- Not taken: the districts of the United Kingdom's nations and its groupings (Great Britain …), municipalities of
-- Estonia and Iceland, Denmark's former counties, Luxembourg's former districts; where regions only group the provinces
-- that people name (Belgium without Brussels, Indonesia, Equatorial Guinea), the provinces stand here and not both.
-- 49 countries have none, such as Aruba and Bermuda; there the state is written (people's state_name).

insert into states (id, country_id, name)
select country_id || '-' || split_part(entry, '=', 1), country_id, split_part(entry, '=', 2)
from (values
  ('AD', '02=Canillo; 03=Encamp; 04=La Massana; 05=Ordino; 06=Sant Julià de Lòria; 07=Andorra la Vella; '
    '08=Escaldes-Engordany'),
  ('AE', 'AJ=Ajman; AZ=Abu Dhabi; DU=Dubai; FU=Fujairah; RK=Ras Al Khaimah; SH=Sharjah; UQ=Umm Al Quwain'),
  ('AF', 'BAL=Balkh; BAM=Bamyan; BDG=Badghis; BDS=Badakhshan; BGL=Baghlan; DAY=Daykundi; FRA=Farah; FYB=Faryab; '
    'GHA=Ghazni; GHO=Ghor; HEL=Helmand; HER=Herat; JOW=Jowzjan; KAB=Kabul; KAN=Kandahar; KAP=Kapisa; KDZ=Kunduz; '
    'KHO=Khost; KNR=Kunar; LAG=Laghman; LOG=Logar; NAN=Nangarhar; NIM=Nimroz; NUR=Nuristan; PAN=Panjshayr; '
    'PAR=Parwan; PIA=Paktiya; PKA=Paktika; SAM=Samangan; SAR=Sar-e Pul; TAK=Takhar; URU=Uruzgan; WAR=Wardak; '
    'ZAB=Zabul'),
  ('AG', '03=Saint George; 04=Saint John; 05=Saint Mary; 06=Saint Paul; 07=Saint Peter; 08=Saint Philip; '
    '10=Barbuda; 11=Redonda'),
  ('AL', '01=Berat; 02=Durrës; 03=Elbasan; 04=Fier; 05=Gjirokastër; 06=Korçë; 07=Kukës; 08=Lezhë; 09=Dibër; '
    '10=Shkodër; 11=Tirana; 12=Vlorë'),
  ('AM', 'AG=Aragatsotn; AR=Ararat; AV=Armavir; ER=Yerevan; GR=Gegharkunik; KT=Kotayk; LO=Lori; SH=Shirak; '
    'SU=Syunik; TV=Tavush; VD=Vayots Dzor'),
  ('AO', 'BGO=Bengo; BGU=Benguela; BIE=Bié; CAB=Cabinda; CCU=Cuando Cubango; CNN=Cunene; CNO=Cuanza Norte; '
    'CUS=Cuanza Sul; HUA=Huambo; HUI=Huíla; LNO=Lunda Norte; LSU=Lunda Sul; LUA=Luanda; MAL=Malange; MOX=Moxico; '
    'NAM=Namibe; UIG=Uíge; ZAI=Zaire'),
  ('AR', 'A=Salta; B=Buenos Aires; C=Buenos Aires City; D=San Luis; E=Entre Ríos; F=La Rioja; '
    'G=Santiago del Estero; H=Chaco; J=San Juan; K=Catamarca; L=La Pampa; M=Mendoza; N=Misiones; P=Formosa; '
    'Q=Neuquén; R=Río Negro; S=Santa Fe; T=Tucumán; U=Chubut; V=Tierra del Fuego; W=Corrientes; X=Córdoba; '
    'Y=Jujuy; Z=Santa Cruz'),
  ('AT', '1=Burgenland; 2=Carinthia; 3=Lower Austria; 4=Upper Austria; 5=Salzburg; 6=Styria; 7=Tyrol; '
    '8=Vorarlberg; 9=Vienna'),
  ('AU', 'ACT=Australian Capital Territory; NSW=New South Wales; NT=Northern Territory; QLD=Queensland; '
    'SA=South Australia; TAS=Tasmania; VIC=Victoria; WA=Western Australia'),
  ('AZ', 'ABS=Abşeron; AGA=Ağstafa; AGC=Ağcabədi; AGM=Ağdam; AGS=Ağdaş; AGU=Ağsu; AST=Astara; BA=Baku; '
    'BAL=Balakən; BAR=Bərdə; BEY=Beyləqan; BIL=Biləsuvar; CAB=Cəbrayıl; CAL=Cəlilabad; DAS=Daşkəsən; FUZ=Füzuli; '
    'GA=Ganja; GAD=Gədəbəy; GOR=Goranboy; GOY=Göyçay; GYG=Göygöl; HAC=Hacıqabul; IMI=İmişli; ISM=İsmayıllı; '
    'KAL=Kəlbəcər; KUR=Kürdəmir; LA=Lankaran (city); LAC=Laçın; LAN=Lankaran; LER=Lerik; MAS=Masallı; '
    'MI=Mingachevir; NA=Naftalan; NEF=Neftçala; NX=Nakhchivan; OGU=Oğuz; QAB=Qəbələ; QAX=Qax; QAZ=Qazax; QBA=Quba; '
    'QBI=Qubadlı; QOB=Qobustan; QUS=Qusar; SA=Shaki (city); SAB=Sabirabad; SAK=Shaki; SAL=Salyan; SAT=Saatlı; '
    'SBN=Şabran; SIY=Siyəzən; SKR=Şəmkir; SM=Sumqayit; SMI=Şamaxı; SMX=Samux; SR=Shirvan; SUS=Shusha; TAR=Tərtər; '
    'TOV=Tovuz; UCA=Ucar; XA=Khankendi; XAC=Xaçmaz; XCI=Xocalı; XIZ=Xızı; XVD=Xocavənd; YAR=Yardımlı; '
    'YE=Yevlakh (city); YEV=Yevlakh; ZAN=Zəngilan; ZAQ=Zaqatala; ZAR=Zərdab'),
  ('BA', 'BIH=Federation of Bosnia and Herzegovina; BRC=Brčko District; SRP=Republika Srpska'),
  ('BB', '01=Christ Church; 02=Saint Andrew; 03=Saint George; 04=Saint James; 05=Saint John; 06=Saint Joseph; '
    '07=Saint Lucy; 08=Saint Michael; 09=Saint Peter; 10=Saint Philip; 11=Saint Thomas'),
  ('BD', 'A=Barishal; B=Chattogram; C=Dhaka; D=Khulna; E=Rajshahi; F=Rangpur; G=Sylhet; H=Mymensingh'),
  ('BE', 'BRU=Brussels; VAN=Antwerp; VBR=Flemish Brabant; VLI=Limburg; VOV=East Flanders; VWV=West Flanders; '
    'WBR=Walloon Brabant; WHT=Hainaut; WLG=Liège; WLX=Luxembourg; WNA=Namur'),
  ('BF', '01=Boucle du Mouhoun; 02=Cascades; 03=Centre; 04=Centre-Est; 05=Centre-Nord; 06=Centre-Ouest; '
    '07=Centre-Sud; 08=Est; 09=Hauts-Bassins; 10=Nord; 11=Plateau-Central; 12=Sahel; 13=Sud-Ouest'),
  ('BG', '01=Blagoevgrad; 02=Burgas; 03=Varna; 04=Veliko Tarnovo; 05=Vidin; 06=Vratsa; 07=Gabrovo; 08=Dobrich; '
    '09=Kardzhali; 10=Kyustendil; 11=Lovech; 12=Montana; 13=Pazardzhik; 14=Pernik; 15=Pleven; 16=Plovdiv; '
    '17=Razgrad; 18=Ruse; 19=Silistra; 20=Sliven; 21=Smolyan; 22=Sofia City; 23=Sofia; 24=Stara Zagora; '
    '25=Targovishte; 26=Haskovo; 27=Shumen; 28=Yambol'),
  ('BH', '13=Capital; 14=Southern; 15=Muharraq; 17=Northern'),
  ('BI', 'BB=Bubanza; BL=Bujumbura Rural; BM=Bujumbura Mairie; BR=Bururi; CA=Cankuzo; CI=Cibitoke; GI=Gitega; '
    'KI=Kirundo; KR=Karuzi; KY=Kayanza; MA=Makamba; MU=Muramvya; MW=Mwaro; MY=Muyinga; NG=Ngozi; RM=Rumonge; '
    'RT=Rutana; RY=Ruyigi'),
  ('BN', 'BE=Belait; BM=Brunei-Muara; TE=Temburong; TU=Tutong'),
  ('BO', 'B=Beni; C=Cochabamba; H=Chuquisaca; L=La Paz; N=Pando; O=Oruro; P=Potosí; S=Santa Cruz; T=Tarija'),
  ('BQ', 'BO=Bonaire; SA=Saba; SE=Sint Eustatius'),
  ('BR', 'AC=Acre; AL=Alagoas; AM=Amazonas; AP=Amapá; BA=Bahia; CE=Ceará; DF=Federal District; ES=Espírito Santo; '
    'GO=Goiás; MA=Maranhão; MG=Minas Gerais; MS=Mato Grosso do Sul; MT=Mato Grosso; PA=Pará; PB=Paraíba; '
    'PE=Pernambuco; PI=Piauí; PR=Paraná; RJ=Rio de Janeiro; RN=Rio Grande do Norte; RO=Rondônia; RR=Roraima; '
    'RS=Rio Grande do Sul; SC=Santa Catarina; SE=Sergipe; SP=São Paulo; TO=Tocantins'),
  ('BS', 'AK=Acklins; BI=Bimini; BP=Black Point; BY=Berry Islands; CE=Central Eleuthera; CI=Cat Island; '
    'CK=Crooked Island and Long Cay; CO=Central Abaco; CS=Central Andros; EG=East Grand Bahama; EX=Exuma; '
    'FP=City of Freeport; GC=Grand Cay; HI=Harbour Island; HT=Hope Town; IN=Inagua; LI=Long Island; '
    'MC=Mangrove Cay; MG=Mayaguana; MI=Moore''s Island; NE=North Eleuthera; NO=North Abaco; NP=New Providence; '
    'NS=North Andros; RC=Rum Cay; RI=Ragged Island; SA=South Andros; SE=South Eleuthera; SO=South Abaco; '
    'SS=San Salvador; SW=Spanish Wells; WG=West Grand Bahama'),
  ('BT', '11=Paro; 12=Chhukha; 13=Haa; 14=Samtse; 15=Thimphu; 21=Tsirang; 22=Dagana; 23=Punakha; '
    '24=Wangdue Phodrang; 31=Sarpang; 32=Trongsa; 33=Bumthang; 34=Zhemgang; 41=Trashigang; 42=Monggar; '
    '43=Pema Gatshel; 44=Lhuentse; 45=Samdrup Jongkhar; GA=Gasa; TY=Trashi Yangtse'),
  ('BW', 'CE=Central; CH=Chobe; FR=Francistown; GA=Gaborone; GH=Ghanzi; JW=Jwaneng; KG=Kgalagadi; KL=Kgatleng; '
    'KW=Kweneng; LO=Lobatse; NE=North East; NW=North West; SE=South East; SO=Southern; SP=Selibe Phikwe; '
    'ST=Sowa Town'),
  ('BY', 'BR=Brest; HM=Minsk City; HO=Gomel; HR=Grodno; MA=Mogilev; MI=Minsk; VI=Vitebsk'),
  ('BZ', 'BZ=Belize; CY=Cayo; CZL=Corozal; OW=Orange Walk; SC=Stann Creek; TOL=Toledo'),
  ('CA', 'AB=Alberta; BC=British Columbia; MB=Manitoba; NB=New Brunswick; NL=Newfoundland and Labrador; '
    'NS=Nova Scotia; NT=Northwest Territories; NU=Nunavut; ON=Ontario; PE=Prince Edward Island; QC=Quebec; '
    'SK=Saskatchewan; YT=Yukon'),
  ('CD', 'BC=Kongo Central; BU=Bas-Uélé; EQ=Équateur; HK=Haut-Katanga; HL=Haut-Lomami; HU=Haut-Uélé; IT=Ituri; '
    'KC=Kasaï Central; KE=Kasaï Oriental; KG=Kwango; KL=Kwilu; KN=Kinshasa; KS=Kasaï; LO=Lomami; LU=Lualaba; '
    'MA=Maniema; MN=Mai-Ndombe; MO=Mongala; NK=North Kivu; NU=North Ubangi; SA=Sankuru; SK=South Kivu; '
    'SU=South Ubangi; TA=Tanganyika; TO=Tshopo; TU=Tshuapa'),
  ('CF', 'AC=Ouham; BB=Bamingui-Bangoran; BGF=Bangui; BK=Basse-Kotto; HK=Haute-Kotto; HM=Haut-Mbomou; '
    'HS=Mambéré-Kadéï; KB=Nana-Grébizi; KG=Kémo; LB=Lobaye; MB=Mbomou; MP=Ombella-Mpoko; NM=Nana-Mambéré; '
    'OP=Ouham-Pendé; SE=Sangha-Mbaéré; UK=Ouaka; VK=Vakaga'),
  ('CG', '11=Bouenza; 12=Pool; 13=Sangha; 14=Plateaux; 15=Cuvette-Ouest; 16=Pointe-Noire; 2=Lékoumou; 5=Kouilou; '
    '7=Likouala; 8=Cuvette; 9=Niari; BZV=Brazzaville'),
  ('CH', 'AG=Aargau; AI=Appenzell Innerrhoden; AR=Appenzell Ausserrhoden; BE=Bern; BL=Basel-Landschaft; '
    'BS=Basel-Stadt; FR=Fribourg; GE=Geneva; GL=Glarus; GR=Grisons; JU=Jura; LU=Lucerne; NE=Neuchâtel; '
    'NW=Nidwalden; OW=Obwalden; SG=St. Gallen; SH=Schaffhausen; SO=Solothurn; SZ=Schwyz; TG=Thurgau; TI=Ticino; '
    'UR=Uri; VD=Vaud; VS=Valais; ZG=Zug; ZH=Zurich'),
  ('CI', 'AB=Abidjan; BS=Bas-Sassandra; CM=Comoé; DN=Denguélé; GD=Gôh-Djiboua; LC=Lacs; LG=Lagunes; MG=Montagnes; '
    'SM=Sassandra-Marahoué; SV=Savanes; VB=Vallée du Bandama; WR=Woroba; YM=Yamoussoukro; ZZ=Zanzan'),
  ('CL', 'AI=Aysén; AN=Antofagasta; AP=Arica and Parinacota; AR=Araucanía; AT=Atacama; BI=Biobío; CO=Coquimbo; '
    'LI=O''Higgins; LL=Los Lagos; LR=Los Ríos; MA=Magallanes; ML=Maule; NB=Ñuble; RM=Santiago Metropolitan; '
    'TA=Tarapacá; VS=Valparaíso'),
  ('CN', 'AH=Anhui; BJ=Beijing; CQ=Chongqing; FJ=Fujian; GD=Guangdong; GS=Gansu; GX=Guangxi; GZ=Guizhou; HA=Henan; '
    'HB=Hubei; HE=Hebei; HI=Hainan; HK=Hong Kong; HL=Heilongjiang; HN=Hunan; JL=Jilin; JS=Jiangsu; JX=Jiangxi; '
    'LN=Liaoning; MO=Macao; NM=Inner Mongolia; NX=Ningxia; QH=Qinghai; SC=Sichuan; SD=Shandong; SH=Shanghai; '
    'SN=Shaanxi; SX=Shanxi; TJ=Tianjin; TW=Taiwan; XJ=Xinjiang; XZ=Tibet; YN=Yunnan; ZJ=Zhejiang'),
  ('CO', 'AMA=Amazonas; ANT=Antioquia; ARA=Arauca; ATL=Atlántico; BOL=Bolívar; BOY=Boyacá; CAL=Caldas; '
    'CAQ=Caquetá; CAS=Casanare; CAU=Cauca; CES=Cesar; CHO=Chocó; COR=Córdoba; CUN=Cundinamarca; DC=Bogotá; '
    'GUA=Guainía; GUV=Guaviare; HUI=Huila; LAG=La Guajira; MAG=Magdalena; MET=Meta; NAR=Nariño; '
    'NSA=Norte de Santander; PUT=Putumayo; QUI=Quindío; RIS=Risaralda; SAN=Santander; '
    'SAP=San Andrés and Providencia; SUC=Sucre; TOL=Tolima; VAC=Valle del Cauca; VAU=Vaupés; VID=Vichada'),
  ('CR', 'A=Alajuela; C=Cartago; G=Guanacaste; H=Heredia; L=Limón; P=Puntarenas; SJ=San José'),
  ('CU', '01=Pinar del Río; 03=Havana; 04=Matanzas; 05=Villa Clara; 06=Cienfuegos; 07=Sancti Spíritus; '
    '08=Ciego de Ávila; 09=Camagüey; 10=Las Tunas; 11=Holguín; 12=Granma; 13=Santiago de Cuba; 14=Guantánamo; '
    '15=Artemisa; 16=Mayabeque; 99=Isle of Youth'),
  ('CV', 'B=Barlavento Islands; S=Sotavento Islands'),
  ('CY', '01=Nicosia; 02=Limassol; 03=Larnaca; 04=Famagusta; 05=Paphos; 06=Kyrenia'),
  ('CZ', '10=Prague; 20=Central Bohemian; 31=South Bohemian; 32=Plzeň; 41=Karlovy Vary; 42=Ústí nad Labem; '
    '51=Liberec; 52=Hradec Králové; 53=Pardubice; 63=Vysočina; 64=South Moravian; 71=Olomouc; 72=Zlín; '
    '80=Moravian-Silesian'),
  ('DE', 'BB=Brandenburg; BE=Berlin; BW=Baden-Württemberg; BY=Bavaria; HB=Bremen; HE=Hesse; HH=Hamburg; '
    'MV=Mecklenburg-Western Pomerania; NI=Lower Saxony; NW=North Rhine-Westphalia; RP=Rhineland-Palatinate; '
    'SH=Schleswig-Holstein; SL=Saarland; SN=Saxony; ST=Saxony-Anhalt; TH=Thuringia'),
  ('DJ', 'AR=Arta; AS=Ali Sabieh; DI=Dikhil; DJ=Djibouti; OB=Obock; TA=Tadjourah'),
  ('DK', '81=North Denmark; 82=Central Denmark; 83=Southern Denmark; 84=Capital Region; 85=Zealand'),
  ('DM', '02=Saint Andrew; 03=Saint David; 04=Saint George; 05=Saint John; 06=Saint Joseph; 07=Saint Luke; '
    '08=Saint Mark; 09=Saint Patrick; 10=Saint Paul; 11=Saint Peter'),
  ('DO', '33=Cibao Northeast; 34=Cibao Northwest; 35=Cibao North; 36=Cibao South; 37=El Valle; 38=Enriquillo; '
    '39=Higuamo; 40=Ozama; 41=Valdesia; 42=Yuma'),
  ('DZ', '01=Adrar; 02=Chlef; 03=Laghouat; 04=Oum el Bouaghi; 05=Batna; 06=Béjaïa; 07=Biskra; 08=Béchar; 09=Blida; '
    '10=Bouira; 11=Tamanrasset; 12=Tébessa; 13=Tlemcen; 14=Tiaret; 15=Tizi Ouzou; 16=Algiers; 17=Djelfa; 18=Jijel; '
    '19=Sétif; 20=Saïda; 21=Skikda; 22=Sidi Bel Abbès; 23=Annaba; 24=Guelma; 25=Constantine; 26=Médéa; '
    '27=Mostaganem; 28=M''sila; 29=Mascara; 30=Ouargla; 31=Oran; 32=El Bayadh; 33=Illizi; 34=Bordj Bou Arréridj; '
    '35=Boumerdès; 36=El Tarf; 37=Tindouf; 38=Tissemsilt; 39=El Oued; 40=Khenchela; 41=Souk Ahras; 42=Tipaza; '
    '43=Mila; 44=Aïn Defla; 45=Naama; 46=Aïn Témouchent; 47=Ghardaïa; 48=Relizane; 49=Timimoun; '
    '50=Bordj Badji Mokhtar; 51=Ouled Djellal; 52=Béni Abbès; 53=In Salah; 54=In Guezzam; 55=Touggourt; 56=Djanet; '
    '57=El Meghaier; 58=El Meniaa'),
  ('EC', 'A=Azuay; B=Bolívar; C=Carchi; D=Orellana; E=Esmeraldas; F=Cañar; G=Guayas; H=Chimborazo; I=Imbabura; '
    'L=Loja; M=Manabí; N=Napo; O=El Oro; P=Pichincha; R=Los Ríos; S=Morona Santiago; '
    'SD=Santo Domingo de los Tsáchilas; SE=Santa Elena; T=Tungurahua; U=Sucumbíos; W=Galápagos; X=Cotopaxi; '
    'Y=Pastaza; Z=Zamora Chinchipe'),
  ('EE', '37=Harju; 39=Hiiu; 45=Ida-Viru; 50=Jõgeva; 52=Järva; 56=Lääne; 60=Lääne-Viru; 64=Põlva; 68=Pärnu; '
    '71=Rapla; 74=Saare; 79=Tartu; 81=Valga; 84=Viljandi; 87=Võru'),
  ('EG', 'ALX=Alexandria; ASN=Aswan; AST=Asyut; BA=Red Sea; BH=Beheira; BNS=Beni Suef; C=Cairo; DK=Dakahlia; '
    'DT=Damietta; FYM=Faiyum; GH=Gharbia; GZ=Giza; IS=Ismailia; JS=South Sinai; KB=Qalyubia; KFS=Kafr El Sheikh; '
    'KN=Qena; LX=Luxor; MN=Minya; MNF=Monufia; MT=Matrouh; PTS=Port Said; SHG=Sohag; SHR=Sharqia; SIN=North Sinai; '
    'SUZ=Suez; WAD=New Valley'),
  ('ER', 'AN=Anseba; DK=Southern Red Sea; DU=Southern; GB=Gash-Barka; MA=Central; SK=Northern Red Sea'),
  ('ES', 'AN=Andalusia; AR=Aragon; AS=Asturias; CB=Cantabria; CE=Ceuta; CL=Castile and León; CM=Castile-La Mancha; '
    'CN=Canary Islands; CT=Catalonia; EX=Extremadura; GA=Galicia; IB=Balearic Islands; MC=Murcia; MD=Madrid; '
    'ML=Melilla; NC=Navarre; PV=Basque Country; RI=La Rioja; VC=Valencia'),
  ('ET', 'AA=Addis Ababa; AF=Afar; AM=Amhara; BE=Benishangul-Gumuz; DD=Dire Dawa; GA=Gambela; HA=Harari; '
    'OR=Oromia; SI=Sidama; SN=Southern Nations, Nationalities and Peoples; SO=Somali; SW=South West Ethiopia; '
    'TI=Tigray'),
  ('FI', '01=Åland; 02=South Karelia; 03=South Ostrobothnia; 04=South Savo; 05=Kainuu; 06=Kanta-Häme; '
    '07=Central Ostrobothnia; 08=Central Finland; 09=Kymenlaakso; 10=Lapland; 11=Pirkanmaa; 12=Ostrobothnia; '
    '13=North Karelia; 14=North Ostrobothnia; 15=North Savo; 16=Päijät-Häme; 17=Satakunta; 18=Uusimaa; '
    '19=Southwest Finland'),
  ('FJ', 'C=Central; E=Eastern; N=Northern; R=Rotuma; W=Western'),
  ('FM', 'KSA=Kosrae; PNI=Pohnpei; TRK=Chuuk; YAP=Yap'),
  ('FR', '20R=Corsica; 971=Guadeloupe; 972=Martinique; 973=French Guiana; 974=Réunion; 976=Mayotte; '
    'ARA=Auvergne-Rhône-Alpes; BFC=Bourgogne-Franche-Comté; BL=Saint Barthélemy; BRE=Brittany; '
    'CP=Clipperton Island; CVL=Centre-Val de Loire; GES=Grand Est; HDF=Hauts-de-France; IDF=Île-de-France; '
    'MF=Saint Martin; NAQ=Nouvelle-Aquitaine; NC=New Caledonia; NOR=Normandy; OCC=Occitanie; '
    'PAC=Provence-Alpes-Côte d''Azur; PDL=Pays de la Loire; PF=French Polynesia; PM=Saint Pierre and Miquelon; '
    'TF=French Southern Territories; WF=Wallis and Futuna'),
  ('GA', '1=Estuaire; 2=Haut-Ogooué; 3=Moyen-Ogooué; 4=Ngounié; 5=Nyanga; 6=Ogooué-Ivindo; 7=Ogooué-Lolo; '
    '8=Ogooué-Maritime; 9=Woleu-Ntem'),
  ('GB', 'ENG=England; NIR=Northern Ireland; SCT=Scotland; WLS=Wales'),
  ('GD', '01=Saint Andrew; 02=Saint David; 03=Saint George; 04=Saint John; 05=Saint Mark; 06=Saint Patrick; '
    '10=Southern Grenadine Islands'),
  ('GE', 'AB=Abkhazia; AJ=Adjara; GU=Guria; IM=Imereti; KA=Kakheti; KK=Kvemo Kartli; MM=Mtskheta-Mtianeti; '
    'RL=Racha-Lechkhumi and Kvemo Svaneti; SJ=Samtskhe-Javakheti; SK=Shida Kartli; SZ=Samegrelo-Upper Svaneti; '
    'TB=Tbilisi'),
  ('GL', 'AV=Avannaata; KU=Kujalleq; QE=Qeqqata; QT=Qeqertalik; SM=Sermersooq'),
  ('GM', 'B=Banjul; L=Lower River; M=Central River; N=North Bank; U=Upper River; W=Western'),
  ('GN', 'B=Boké; C=Conakry; D=Kindia; F=Faranah; K=Kankan; L=Labé; M=Mamou; N=Nzérékoré'),
  ('GQ', 'AN=Annobón; BN=Bioko Norte; BS=Bioko Sur; CS=Centro Sur; DJ=Djibloho; KN=Kié-Ntem; LI=Litoral; '
    'WN=Wele-Nzas'),
  ('GR', '69=Mount Athos; A=Eastern Macedonia and Thrace; B=Central Macedonia; C=Western Macedonia; D=Epirus; '
    'E=Thessaly; F=Ionian Islands; G=Western Greece; H=Central Greece; I=Attica; J=Peloponnese; K=North Aegean; '
    'L=South Aegean; M=Crete'),
  ('GT', '01=Guatemala; 02=El Progreso; 03=Sacatepéquez; 04=Chimaltenango; 05=Escuintla; 06=Santa Rosa; 07=Sololá; '
    '08=Totonicapán; 09=Quetzaltenango; 10=Suchitepéquez; 11=Retalhuleu; 12=San Marcos; 13=Huehuetenango; '
    '14=Quiché; 15=Baja Verapaz; 16=Alta Verapaz; 17=Petén; 18=Izabal; 19=Zacapa; 20=Chiquimula; 21=Jalapa; '
    '22=Jutiapa'),
  ('GW', 'BS=Bissau; L=Leste; N=Norte; S=Sul'),
  ('GY', 'BA=Barima-Waini; CU=Cuyuni-Mazaruni; DE=Demerara-Mahaica; EB=East Berbice-Corentyne; '
    'ES=Essequibo Islands-West Demerara; MA=Mahaica-Berbice; PM=Pomeroon-Supenaam; PT=Potaro-Siparuni; '
    'UD=Upper Demerara-Berbice; UT=Upper Takutu-Upper Essequibo'),
  ('HN', 'AT=Atlántida; CH=Choluteca; CL=Colón; CM=Comayagua; CP=Copán; CR=Cortés; EP=El Paraíso; '
    'FM=Francisco Morazán; GD=Gracias a Dios; IB=Bay Islands; IN=Intibucá; LE=Lempira; LP=La Paz; OC=Ocotepeque; '
    'OL=Olancho; SB=Santa Bárbara; VA=Valle; YO=Yoro'),
  ('HR', '01=Zagreb County; 02=Krapina-Zagorje; 03=Sisak-Moslavina; 04=Karlovac; 05=Varaždin; '
    '06=Koprivnica-Križevci; 07=Bjelovar-Bilogora; 08=Primorje-Gorski Kotar; 09=Lika-Senj; '
    '10=Virovitica-Podravina; 11=Požega-Slavonia; 12=Brod-Posavina; 13=Zadar; 14=Osijek-Baranja; 15=Šibenik-Knin; '
    '16=Vukovar-Srijem; 17=Split-Dalmatia; 18=Istria; 19=Dubrovnik-Neretva; 20=Međimurje; 21=Zagreb'),
  ('HT', 'AR=Artibonite; CE=Centre; GA=Grand''Anse; ND=Nord; NE=Nord-Est; NI=Nippes; NO=Nord-Ouest; OU=Ouest; '
    'SD=Sud; SE=Sud-Est'),
  ('HU', 'BA=Baranya; BC=Békéscsaba; BE=Békés; BK=Bács-Kiskun; BU=Budapest; BZ=Borsod-Abaúj-Zemplén; '
    'CS=Csongrád-Csanád; DE=Debrecen; DU=Dunaújváros; EG=Eger; ER=Érd; FE=Fejér; GS=Győr-Moson-Sopron; GY=Győr; '
    'HB=Hajdú-Bihar; HE=Heves; HV=Hódmezővásárhely; JN=Jász-Nagykun-Szolnok; KE=Komárom-Esztergom; KM=Kecskemét; '
    'KV=Kaposvár; MI=Miskolc; NK=Nagykanizsa; NO=Nógrád; NY=Nyíregyháza; PE=Pest; PS=Pécs; SD=Szeged; '
    'SF=Székesfehérvár; SH=Szombathely; SK=Szolnok; SN=Sopron; SO=Somogy; SS=Szekszárd; ST=Salgótarján; '
    'SZ=Szabolcs-Szatmár-Bereg; TB=Tatabánya; TO=Tolna; VA=Vas; VE=Veszprém; VM=Veszprém (city); ZA=Zala; '
    'ZE=Zalaegerszeg'),
  ('ID', 'AC=Aceh; BA=Bali; BB=Bangka Belitung Islands; BE=Bengkulu; BT=Banten; GO=Gorontalo; JA=Jambi; '
    'JB=West Java; JI=East Java; JK=Jakarta; JT=Central Java; KB=West Kalimantan; KI=East Kalimantan; '
    'KR=Riau Islands; KS=South Kalimantan; KT=Central Kalimantan; KU=North Kalimantan; LA=Lampung; MA=Maluku; '
    'MU=North Maluku; NB=West Nusa Tenggara; NT=East Nusa Tenggara; PA=Papua; PB=West Papua; PD=Southwest Papua; '
    'PE=Highland Papua; PS=South Papua; PT=Central Papua; RI=Riau; SA=North Sulawesi; SB=West Sumatra; '
    'SG=Southeast Sulawesi; SN=South Sulawesi; SR=West Sulawesi; SS=South Sumatra; ST=Central Sulawesi; '
    'SU=North Sumatra; YO=Yogyakarta'),
  ('IE', 'C=Connacht; L=Leinster; M=Munster; U=Ulster'),
  ('IL', 'D=Southern; HA=Haifa; JM=Jerusalem; M=Central; TA=Tel Aviv; Z=Northern'),
  ('IN', 'AN=Andaman and Nicobar Islands; AP=Andhra Pradesh; AR=Arunachal Pradesh; AS=Assam; BR=Bihar; '
    'CG=Chhattisgarh; CH=Chandigarh; DH=Dadra and Nagar Haveli and Daman and Diu; DL=Delhi; GA=Goa; GJ=Gujarat; '
    'HP=Himachal Pradesh; HR=Haryana; JH=Jharkhand; JK=Jammu and Kashmir; KA=Karnataka; KL=Kerala; LA=Ladakh; '
    'LD=Lakshadweep; MH=Maharashtra; ML=Meghalaya; MN=Manipur; MP=Madhya Pradesh; MZ=Mizoram; NL=Nagaland; '
    'OD=Odisha; PB=Punjab; PY=Puducherry; RJ=Rajasthan; SK=Sikkim; TN=Tamil Nadu; TR=Tripura; TS=Telangana; '
    'UK=Uttarakhand; UP=Uttar Pradesh; WB=West Bengal'),
  ('IQ', 'AN=Anbar; BA=Basra; BB=Babylon; BG=Baghdad; DI=Diyala; DQ=Dhi Qar; KA=Karbala; KI=Kirkuk; '
    'KR=Kurdistan Region; MA=Maysan; MU=Muthanna; NA=Najaf; NI=Nineveh; QA=Qadisiyyah; SD=Saladin; WA=Wasit'),
  ('IR', '00=Markazi; 01=Gilan; 02=Mazandaran; 03=East Azerbaijan; 04=West Azerbaijan; 05=Kermanshah; '
    '06=Khuzestan; 07=Fars; 08=Kerman; 09=Razavi Khorasan; 10=Isfahan; 11=Sistan and Baluchestan; 12=Kurdistan; '
    '13=Hamadan; 14=Chaharmahal and Bakhtiari; 15=Lorestan; 16=Ilam; 17=Kohgiluyeh and Boyer-Ahmad; 18=Bushehr; '
    '19=Zanjan; 20=Semnan; 21=Yazd; 22=Hormozgan; 23=Tehran; 24=Ardabil; 25=Qom; 26=Qazvin; 27=Golestan; '
    '28=North Khorasan; 29=South Khorasan; 30=Alborz'),
  ('IS', '1=Capital Region; 2=Southern Peninsula; 3=Western Region; 4=Westfjords; 5=Northwestern Region; '
    '6=Northeastern Region; 7=Eastern Region; 8=Southern Region'),
  ('IT', '21=Piedmont; 23=Aosta Valley; 25=Lombardy; 32=Trentino-South Tyrol; 34=Veneto; 36=Friuli Venezia Giulia; '
    '42=Liguria; 45=Emilia-Romagna; 52=Tuscany; 55=Umbria; 57=Marche; 62=Lazio; 65=Abruzzo; 67=Molise; '
    '72=Campania; 75=Apulia; 77=Basilicata; 78=Calabria; 82=Sicily; 88=Sardinia'),
  ('JM', '01=Kingston; 02=Saint Andrew; 03=Saint Thomas; 04=Portland; 05=Saint Mary; 06=Saint Ann; 07=Trelawny; '
    '08=Saint James; 09=Hanover; 10=Westmoreland; 11=Saint Elizabeth; 12=Manchester; 13=Clarendon; '
    '14=Saint Catherine'),
  ('JO', 'AJ=Ajloun; AM=Amman; AQ=Aqaba; AT=Tafilah; AZ=Zarqa; BA=Balqa; IR=Irbid; JA=Jerash; KA=Karak; MA=Mafraq; '
    'MD=Madaba; MN=Ma''an'),
  ('JP', '01=Hokkaido; 02=Aomori; 03=Iwate; 04=Miyagi; 05=Akita; 06=Yamagata; 07=Fukushima; 08=Ibaraki; '
    '09=Tochigi; 10=Gunma; 11=Saitama; 12=Chiba; 13=Tokyo; 14=Kanagawa; 15=Niigata; 16=Toyama; 17=Ishikawa; '
    '18=Fukui; 19=Yamanashi; 20=Nagano; 21=Gifu; 22=Shizuoka; 23=Aichi; 24=Mie; 25=Shiga; 26=Kyoto; 27=Osaka; '
    '28=Hyogo; 29=Nara; 30=Wakayama; 31=Tottori; 32=Shimane; 33=Okayama; 34=Hiroshima; 35=Yamaguchi; 36=Tokushima; '
    '37=Kagawa; 38=Ehime; 39=Kochi; 40=Fukuoka; 41=Saga; 42=Nagasaki; 43=Kumamoto; 44=Oita; 45=Miyazaki; '
    '46=Kagoshima; 47=Okinawa'),
  ('KE', '01=Baringo; 02=Bomet; 03=Bungoma; 04=Busia; 05=Elgeyo-Marakwet; 06=Embu; 07=Garissa; 08=Homa Bay; '
    '09=Isiolo; 10=Kajiado; 11=Kakamega; 12=Kericho; 13=Kiambu; 14=Kilifi; 15=Kirinyaga; 16=Kisii; 17=Kisumu; '
    '18=Kitui; 19=Kwale; 20=Laikipia; 21=Lamu; 22=Machakos; 23=Makueni; 24=Mandera; 25=Marsabit; 26=Meru; '
    '27=Migori; 28=Mombasa; 29=Murang''a; 30=Nairobi; 31=Nakuru; 32=Nandi; 33=Narok; 34=Nyamira; 35=Nyandarua; '
    '36=Nyeri; 37=Samburu; 38=Siaya; 39=Taita-Taveta; 40=Tana River; 41=Tharaka-Nithi; 42=Trans Nzoia; 43=Turkana; '
    '44=Uasin Gishu; 45=Vihiga; 46=Wajir; 47=West Pokot'),
  ('KG', 'B=Batken; C=Chuy; GB=Bishkek; GO=Osh (city); J=Jalal-Abad; N=Naryn; O=Osh; T=Talas; Y=Issyk-Kul'),
  ('KH', '1=Banteay Meanchey; 10=Kratié; 11=Mondulkiri; 12=Phnom Penh; 13=Preah Vihear; 14=Prey Veng; 15=Pursat; '
    '16=Ratanakiri; 17=Siem Reap; 18=Preah Sihanouk; 19=Stung Treng; 2=Battambang; 20=Svay Rieng; 21=Takéo; '
    '22=Oddar Meanchey; 23=Kep; 24=Pailin; 25=Tboung Khmum; 3=Kampong Cham; 4=Kampong Chhnang; 5=Kampong Speu; '
    '6=Kampong Thom; 7=Kampot; 8=Kandal; 9=Koh Kong'),
  ('KI', 'G=Gilbert Islands; L=Line Islands; P=Phoenix Islands'),
  ('KM', 'A=Anjouan; G=Grande Comore; M=Mohéli'),
  ('KN', 'K=Saint Kitts; N=Nevis'),
  ('KP', '01=Pyongyang; 02=South Pyongan; 03=North Pyongan; 04=Chagang; 05=South Hwanghae; 06=North Hwanghae; '
    '07=Kangwon; 08=South Hamgyong; 09=North Hamgyong; 10=Ryanggang; 13=Rason; 14=Nampo; 15=Kaesong'),
  ('KR', '11=Seoul; 26=Busan; 27=Daegu; 28=Incheon; 29=Gwangju; 30=Daejeon; 31=Ulsan; 41=Gyeonggi; 42=Gangwon; '
    '43=North Chungcheong; 44=South Chungcheong; 45=North Jeolla; 46=South Jeolla; 47=North Gyeongsang; '
    '48=South Gyeongsang; 49=Jeju; 50=Sejong'),
  ('KW', 'AH=Ahmadi; FA=Farwaniya; HA=Hawalli; JA=Jahra; KU=Capital; MU=Mubarak Al-Kabeer'),
  ('KZ', '10=Abay; 11=Akmola; 15=Aktobe; 19=Almaty Region; 23=Atyrau; 27=West Kazakhstan; 31=Jambyl; 33=Jetisu; '
    '35=Karaganda; 39=Kostanay; 43=Kyzylorda; 47=Mangystau; 55=Pavlodar; 59=North Kazakhstan; 61=Turkistan; '
    '62=Ulytau; 63=East Kazakhstan; 71=Astana; 75=Almaty; 79=Shymkent'),
  ('LA', 'AT=Attapeu; BK=Bokeo; BL=Bolikhamsai; CH=Champasak; HO=Houaphanh; KH=Khammouane; LM=Luang Namtha; '
    'LP=Luang Prabang; OU=Oudomxay; PH=Phongsaly; SL=Salavan; SV=Savannakhet; VI=Vientiane Province; VT=Vientiane; '
    'XA=Sainyabuli; XE=Sekong; XI=Xiangkhouang; XS=Xaisomboun'),
  ('LB', 'AK=Akkar; AS=North; BA=Beirut; BH=Baalbek-Hermel; BI=Beqaa; JA=South; JL=Mount Lebanon; NA=Nabatieh'),
  ('LC', '01=Anse la Raye; 02=Castries; 03=Choiseul; 05=Dennery; 06=Gros Islet; 07=Laborie; 08=Micoud; '
    '10=Soufrière; 11=Vieux Fort; 12=Canaries'),
  ('LI', '01=Balzers; 02=Eschen; 03=Gamprin; 04=Mauren; 05=Planken; 06=Ruggell; 07=Schaan; 08=Schellenberg; '
    '09=Triesen; 10=Triesenberg; 11=Vaduz'),
  ('LK', '1=Western; 2=Central; 3=Southern; 4=Northern; 5=Eastern; 6=North Western; 7=North Central; 8=Uva; '
    '9=Sabaragamuwa'),
  ('LR', 'BG=Bong; BM=Bomi; CM=Grand Cape Mount; GB=Grand Bassa; GG=Grand Gedeh; GK=Grand Kru; GP=Gbarpolu; '
    'LO=Lofa; MG=Margibi; MO=Montserrado; MY=Maryland; NI=Nimba; RG=River Gee; RI=River Cess; SI=Sinoe'),
  ('LS', 'A=Maseru; B=Botha-Bothe; C=Leribe; D=Berea; E=Mafeteng; F=Mohale''s Hoek; G=Quthing; H=Qacha''s Nek; '
    'J=Mokhotlong; K=Thaba-Tseka'),
  ('LT', 'AL=Alytus; KL=Klaipėda; KU=Kaunas; MR=Marijampolė; PN=Panevėžys; SA=Šiauliai; TA=Tauragė; TE=Telšiai; '
    'UT=Utena; VL=Vilnius'),
  ('LU', 'CA=Capellen; CL=Clervaux; DI=Diekirch; EC=Echternach; ES=Esch-sur-Alzette; GR=Grevenmacher; '
    'LU=Luxembourg; ME=Mersch; RD=Redange; RM=Remich; VD=Vianden; WI=Wiltz'),
  ('LV', '002=Aizkraukle; 007=Alūksne; 011=Ādaži; 015=Balvi; 016=Bauska; 022=Cēsis; 026=Dobele; 033=Gulbene; '
    '041=Jelgava Municipality; 042=Jēkabpils; 047=Krāslava; 050=Kuldīga; 052=Ķekava; 054=Limbaži; 056=Līvāni; '
    '058=Ludza; 059=Madona; 062=Mārupe; 067=Ogre; 068=Olaine; 073=Preiļi; 077=Rēzekne Municipality; 080=Ropaži; '
    '087=Salaspils; 088=Saldus; 089=Saulkrasti; 091=Sigulda; 094=Smiltene; 097=Talsi; 099=Tukums; 101=Valka; '
    '102=Varakļāni; 106=Ventspils Municipality; 111=Augšdaugava; 112=South Kurzeme; 113=Valmiera; DGV=Daugavpils; '
    'JEL=Jelgava; JUR=Jūrmala; LPX=Liepāja; REZ=Rēzekne; RIX=Riga; VEN=Ventspils'),
  ('LY', 'BA=Benghazi; BU=Butnan; DR=Derna; GT=Ghat; JA=Jabal al Akhdar; JG=Jabal al Gharbi; JI=Jafara; JU=Jufra; '
    'KF=Kufra; MB=Murqub; MI=Misrata; MJ=Marj; MQ=Murzuq; NL=Nalut; NQ=Nuqat al Khams; SB=Sabha; SR=Sirte; '
    'TB=Tripoli; WA=Al Wahat; WD=Wadi al Hayaa; WS=Wadi al Shatii; ZA=Zawiya'),
  ('MA', '01=Tangier-Tetouan-Al Hoceima; 02=Oriental; 03=Fez-Meknes; 04=Rabat-Salé-Kénitra; '
    '05=Béni Mellal-Khénifra; 06=Casablanca-Settat; 07=Marrakesh-Safi; 08=Drâa-Tafilalet; 09=Souss-Massa; '
    '10=Guelmim-Oued Noun; 11=Laâyoune-Sakia El Hamra; 12=Dakhla-Oued Ed-Dahab'),
  ('MC', 'CL=La Colle; CO=La Condamine; FO=Fontvieille; GA=La Gare; JE=Jardin Exotique; LA=Larvotto; '
    'MA=Malbousquet; MC=Monte-Carlo; MG=Moneghetti; MO=Monaco-Ville; MU=Moulins; PH=Port-Hercule; '
    'SD=Sainte-Dévote; SO=La Source; SP=Spélugues; SR=Saint-Roman; VR=Vallon de la Rousse'),
  ('MD', 'AN=Anenii Noi; BA=Bălți; BD=Bender; BR=Briceni; BS=Basarabeasca; CA=Cahul; CL=Călărași; CM=Cimișlia; '
    'CR=Criuleni; CS=Căușeni; CT=Cantemir; CU=Chișinău; DO=Dondușeni; DR=Drochia; DU=Dubăsari; ED=Edineț; '
    'FA=Fălești; FL=Florești; GA=Gagauzia; GL=Glodeni; HI=Hîncești; IA=Ialoveni; LE=Leova; NI=Nisporeni; '
    'OC=Ocnița; OR=Orhei; RE=Rezina; RI=Rîșcani; SD=Șoldănești; SI=Sîngerei; SN=Transnistria; SO=Soroca; '
    'ST=Strășeni; SV=Ștefan Vodă; TA=Taraclia; TE=Telenești; UN=Ungheni'),
  ('ME', '01=Andrijevica; 02=Bar; 03=Berane; 04=Bijelo Polje; 05=Budva; 06=Cetinje; 07=Danilovgrad; '
    '08=Herceg-Novi; 09=Kolašin; 10=Kotor; 11=Mojkovac; 12=Nikšić; 13=Plav; 14=Pljevlja; 15=Plužine; 16=Podgorica; '
    '17=Rožaje; 18=Šavnik; 19=Tivat; 20=Ulcinj; 21=Žabljak; 22=Gusinje; 23=Petnjica; 24=Tuzi; 25=Zeta'),
  ('MG', 'A=Toamasina; D=Antsiranana; F=Fianarantsoa; M=Mahajanga; T=Antananarivo; U=Toliara'),
  ('MH', 'L=Ralik Chain; T=Ratak Chain'),
  ('MK', '101=Veles; 102=Gradsko; 103=Demir Kapija; 104=Kavadarci; 105=Lozovo; 106=Negotino; 107=Rosoman; '
    '108=Sveti Nikole; 109=Čaška; 201=Berovo; 202=Vinica; 203=Delčevo; 204=Zrnovci; 205=Karbinci; 206=Kočani; '
    '207=Makedonska Kamenica; 208=Pehčevo; 209=Probištip; 210=Češinovo-Obleševo; 211=Štip; 301=Vevčani; 303=Debar; '
    '304=Debrca; 307=Kičevo; 308=Makedonski Brod; 310=Ohrid; 311=Plasnica; 312=Struga; 313=Centar Župa; '
    '401=Bogdanci; 402=Bosilovo; 403=Valandovo; 404=Vasilevo; 405=Gevgelija; 406=Dojran; 407=Konče; 408=Novo Selo; '
    '409=Radoviš; 410=Strumica; 501=Bitola; 502=Demir Hisar; 503=Dolneni; 504=Krivogaštani; 505=Kruševo; '
    '506=Mogila; 507=Novaci; 508=Prilep; 509=Resen; 601=Bogovinje; 602=Brvenica; 603=Vrapčište; 604=Gostivar; '
    '605=Želino; 606=Jegunovce; 607=Mavrovo i Rostuše; 608=Tearce; 609=Tetovo; 701=Kratovo; 702=Kriva Palanka; '
    '703=Kumanovo; 704=Lipkovo; 705=Rankovce; 706=Staro Nagoričane; 801=Aerodrom; 802=Aračinovo; 803=Butel; '
    '804=Gazi Baba; 805=Gjorče Petrov; 806=Zelenikovo; 807=Ilinden; 808=Karpoš; 809=Kisela Voda; 810=Petrovec; '
    '811=Saraj; 812=Sopište; 813=Studeničani; 814=Centar; 815=Čair; 816=Čučer-Sandevo; 817=Šuto Orizari'),
  ('ML', '1=Kayes; 10=Taoudénit; 2=Koulikoro; 3=Sikasso; 4=Ségou; 5=Mopti; 6=Timbuktu; 7=Gao; 8=Kidal; 9=Ménaka; '
    'BKO=Bamako'),
  ('MM', '01=Sagaing; 02=Bago; 03=Magway; 04=Mandalay; 05=Tanintharyi; 06=Yangon; 07=Ayeyarwady; 11=Kachin; '
    '12=Kayah; 13=Kayin; 14=Chin; 15=Mon; 16=Rakhine; 17=Shan; 18=Nay Pyi Taw'),
  ('MN', '035=Orkhon; 037=Darkhan-Uul; 039=Khentii; 041=Khövsgöl; 043=Khovd; 046=Uvs; 047=Töv; 049=Selenge; '
    '051=Sükhbaatar; 053=Ömnögovi; 055=Övörkhangai; 057=Zavkhan; 059=Dundgovi; 061=Dornod; 063=Dornogovi; '
    '064=Govisümber; 065=Govi-Altai; 067=Bulgan; 069=Bayankhongor; 071=Bayan-Ölgii; 073=Arkhangai; 1=Ulaanbaatar'),
  ('MR', '01=Hodh Ech Chargui; 02=Hodh El Gharbi; 03=Assaba; 04=Gorgol; 05=Brakna; 06=Trarza; 07=Adrar; '
    '08=Dakhlet Nouâdhibou; 09=Tagant; 10=Guidimaka; 11=Tiris Zemmour; 12=Inchiri; 13=Nouakchott Ouest; '
    '14=Nouakchott Nord; 15=Nouakchott Sud'),
  ('MT', '01=Attard; 02=Balzan; 03=Birgu; 04=Birkirkara; 05=Birżebbuġa; 06=Bormla; 07=Dingli; 08=Fgura; '
    '09=Floriana; 10=Fontana; 11=Gudja; 12=Gżira; 13=Għajnsielem; 14=Għarb; 15=Għargħur; 16=Għasri; 17=Għaxaq; '
    '18=Ħamrun; 19=Iklin; 20=Isla; 21=Kalkara; 22=Kerċem; 23=Kirkop; 24=Lija; 25=Luqa; 26=Marsa; 27=Marsaskala; '
    '28=Marsaxlokk; 29=Mdina; 30=Mellieħa; 31=Mġarr; 32=Mosta; 33=Mqabba; 34=Msida; 35=Mtarfa; 36=Munxar; '
    '37=Nadur; 38=Naxxar; 39=Paola; 40=Pembroke; 41=Pietà; 42=Qala; 43=Qormi; 44=Qrendi; 45=Rabat Għawdex; '
    '46=Rabat Malta; 47=Safi; 48=San Ġiljan; 49=San Ġwann; 50=San Lawrenz; 51=San Pawl il-Baħar; 52=Sannat; '
    '53=Santa Luċija; 54=Santa Venera; 55=Siġġiewi; 56=Sliema; 57=Swieqi; 58=Ta'' Xbiex; 59=Tarxien; 60=Valletta; '
    '61=Xagħra; 62=Xewkija; 63=Xgħajra; 64=Żabbar; 65=Żebbuġ Għawdex; 66=Żebbuġ Malta; 67=Żejtun; 68=Żurrieq'),
  ('MU', 'AG=Agalega Islands; BL=Black River; CC=Cargados Carajos Shoals; FL=Flacq; GP=Grand Port; MO=Moka; '
    'PA=Pamplemousses; PL=Port Louis; PW=Plaines Wilhems; RO=Rodrigues Island; RR=Rivière du Rempart; SA=Savanne'),
  ('MV', '00=South Ari Atoll; 01=Addu City; 02=North Ari Atoll; 03=Lhaviyani Atoll; 04=Vaavu Atoll; '
    '05=Laamu Atoll; 07=Haa Alif Atoll; 08=Thaa Atoll; 12=Meemu Atoll; 13=Raa Atoll; 14=Faafu Atoll; '
    '17=Dhaalu Atoll; 20=Baa Atoll; 23=Haa Dhaalu Atoll; 24=Shaviyani Atoll; 25=Noonu Atoll; 26=Kaafu Atoll; '
    '27=Gaafu Alif Atoll; 28=Gaafu Dhaalu Atoll; 29=Fuvahmulah; MLE=Malé'),
  ('MW', 'C=Central; N=Northern; S=Southern'),
  ('MX', 'AGU=Aguascalientes; BCN=Baja California; BCS=Baja California Sur; CAM=Campeche; CHH=Chihuahua; '
    'CHP=Chiapas; CMX=Mexico City; COA=Coahuila; COL=Colima; DUR=Durango; GRO=Guerrero; GUA=Guanajuato; '
    'HID=Hidalgo; JAL=Jalisco; MEX=State of Mexico; MIC=Michoacán; MOR=Morelos; NAY=Nayarit; NLE=Nuevo León; '
    'OAX=Oaxaca; PUE=Puebla; QUE=Querétaro; ROO=Quintana Roo; SIN=Sinaloa; SLP=San Luis Potosí; SON=Sonora; '
    'TAB=Tabasco; TAM=Tamaulipas; TLA=Tlaxcala; VER=Veracruz; YUC=Yucatán; ZAC=Zacatecas'),
  ('MY', '01=Johor; 02=Kedah; 03=Kelantan; 04=Malacca; 05=Negeri Sembilan; 06=Pahang; 07=Penang; 08=Perak; '
    '09=Perlis; 10=Selangor; 11=Terengganu; 12=Sabah; 13=Sarawak; 14=Kuala Lumpur; 15=Labuan; 16=Putrajaya'),
  ('MZ', 'A=Niassa; B=Manica; G=Gaza; I=Inhambane; L=Maputo; MPM=Maputo City; N=Nampula; P=Cabo Delgado; '
    'Q=Zambézia; S=Sofala; T=Tete'),
  ('NA', 'CA=Zambezi; ER=Erongo; HA=Hardap; KA=ǁKaras; KE=Kavango East; KH=Khomas; KU=Kunene; KW=Kavango West; '
    'OD=Otjozondjupa; OH=Omaheke; ON=Oshana; OS=Omusati; OT=Oshikoto; OW=Ohangwena'),
  ('NI', 'AN=North Caribbean Coast; AS=South Caribbean Coast; BO=Boaco; CA=Carazo; CI=Chinandega; CO=Chontales; '
    'ES=Estelí; GR=Granada; JI=Jinotega; LE=León; MD=Madriz; MN=Managua; MS=Masaya; MT=Matagalpa; '
    'NS=Nueva Segovia; RI=Rivas; SJ=Río San Juan'),
  ('NL', 'AW=Aruba; BQ1=Bonaire; BQ2=Saba; BQ3=Sint Eustatius; CW=Curaçao; DR=Drenthe; FL=Flevoland; FR=Friesland; '
    'GE=Gelderland; GR=Groningen; LI=Limburg; NB=North Brabant; NH=North Holland; OV=Overijssel; SX=Sint Maarten; '
    'UT=Utrecht; ZE=Zeeland; ZH=South Holland'),
  ('NO', '03=Oslo; 11=Rogaland; 15=Møre og Romsdal; 18=Nordland; 21=Svalbard; 22=Jan Mayen; 30=Viken; '
    '34=Innlandet; 38=Vestfold og Telemark; 42=Agder; 46=Vestland; 50=Trøndelag; 54=Troms og Finnmark'),
  ('NP', 'P1=Koshi; P2=Madhesh; P3=Bagmati; P4=Gandaki; P5=Lumbini; P6=Karnali; P7=Sudurpashchim'),
  ('NR', '01=Aiwo; 02=Anabar; 03=Anetan; 04=Anibare; 05=Baitsi; 06=Boe; 07=Buada; 08=Denigomodu; 09=Ewa; 10=Ijuw; '
    '11=Meneng; 12=Nibok; 13=Uaboe; 14=Yaren'),
  ('NZ', 'AUK=Auckland; BOP=Bay of Plenty; CAN=Canterbury; CIT=Chatham Islands; GIS=Gisborne; HKB=Hawke''s Bay; '
    'MBH=Marlborough; MWT=Manawatū-Whanganui; NSN=Nelson; NTL=Northland; OTA=Otago; STL=Southland; TAS=Tasman; '
    'TKI=Taranaki; WGN=Wellington; WKO=Waikato; WTC=West Coast'),
  ('OM', 'BJ=South Batinah; BS=North Batinah; BU=Buraimi; DA=Dakhiliyah; MA=Muscat; MU=Musandam; '
    'SJ=South Sharqiyah; SS=North Sharqiyah; WU=Wusta; ZA=Dhahirah; ZU=Dhofar'),
  ('PA', '1=Bocas del Toro; 10=Panamá Oeste; 2=Coclé; 3=Colón; 4=Chiriquí; 5=Darién; 6=Herrera; 7=Los Santos; '
    '8=Panamá; 9=Veraguas; EM=Emberá; KY=Guna Yala; NB=Ngäbe-Buglé; NT=Naso Tjër Di'),
  ('PE', 'AMA=Amazonas; ANC=Ancash; APU=Apurímac; ARE=Arequipa; AYA=Ayacucho; CAJ=Cajamarca; CAL=Callao; '
    'CUS=Cusco; HUC=Huánuco; HUV=Huancavelica; ICA=Ica; JUN=Junín; LAL=La Libertad; LAM=Lambayeque; LIM=Lima; '
    'LMA=Lima Metropolitan Municipality; LOR=Loreto; MDD=Madre de Dios; MOQ=Moquegua; PAS=Pasco; PIU=Piura; '
    'PUN=Puno; SAM=San Martín; TAC=Tacna; TUM=Tumbes; UCA=Ucayali'),
  ('PG', 'CPK=Chimbu; CPM=Central; EBR=East New Britain; EHG=Eastern Highlands; EPW=Enga; ESW=East Sepik; '
    'GPK=Gulf; HLA=Hela; JWK=Jiwaka; MBA=Milne Bay; MPL=Morobe; MPM=Madang; MRL=Manus; '
    'NCD=National Capital District; NIK=New Ireland; NPP=Northern; NSB=Bougainville; SAN=West Sepik; '
    'SHM=Southern Highlands; WBK=West New Britain; WHM=Western Highlands; WPD=Western'),
  ('PH', '00=National Capital Region; 01=Ilocos; 02=Cagayan Valley; 03=Central Luzon; 05=Bicol; '
    '06=Western Visayas; 07=Central Visayas; 08=Eastern Visayas; 09=Zamboanga Peninsula; 10=Northern Mindanao; '
    '11=Davao; 12=Soccsksargen; 13=Caraga; 14=Bangsamoro; 15=Cordillera Administrative Region; 40=Calabarzon; '
    '41=Mimaropa'),
  ('PK', 'BA=Balochistan; GB=Gilgit-Baltistan; IS=Islamabad; JK=Azad Kashmir; KP=Khyber Pakhtunkhwa; PB=Punjab; '
    'SD=Sindh; TA=Federally Administered Tribal Areas'),
  ('PL', '02=Lower Silesia; 04=Kuyavia-Pomerania; 06=Lublin; 08=Lubusz; 10=Łódź; 12=Lesser Poland; 14=Masovia; '
    '16=Opole; 18=Subcarpathia; 20=Podlaskie; 22=Pomerania; 24=Silesia; 26=Świętokrzyskie; 28=Warmia-Masuria; '
    '30=Greater Poland; 32=West Pomerania'),
  ('PS', 'BTH=Bethlehem; DEB=Deir al-Balah; GZA=Gaza; HBN=Hebron; JEM=Jerusalem; JEN=Jenin; JRH=Jericho; '
    'KYS=Khan Yunis; NBS=Nablus; NGZ=North Gaza; QQA=Qalqilya; RBH=Ramallah; RFH=Rafah; SLT=Salfit; TBS=Tubas; '
    'TKM=Tulkarm'),
  ('PT', '01=Aveiro; 02=Beja; 03=Braga; 04=Bragança; 05=Castelo Branco; 06=Coimbra; 07=Évora; 08=Faro; 09=Guarda; '
    '10=Leiria; 11=Lisbon; 12=Portalegre; 13=Porto; 14=Santarém; 15=Setúbal; 16=Viana do Castelo; 17=Vila Real; '
    '18=Viseu; 20=Azores; 30=Madeira'),
  ('PW', '002=Aimeliik; 004=Airai; 010=Angaur; 050=Hatohobei; 100=Kayangel; 150=Koror; 212=Melekeok; 214=Ngaraard; '
    '218=Ngarchelong; 222=Ngardmau; 224=Ngatpang; 226=Ngchesar; 227=Ngeremlengui; 228=Ngiwal; 350=Peleliu; '
    '370=Sonsorol'),
  ('PY', '1=Concepción; 10=Alto Paraná; 11=Central; 12=Ñeembucú; 13=Amambay; 14=Canindeyú; 15=Presidente Hayes; '
    '16=Alto Paraguay; 19=Boquerón; 2=San Pedro; 3=Cordillera; 4=Guairá; 5=Caaguazú; 6=Caazapá; 7=Itapúa; '
    '8=Misiones; 9=Paraguarí; ASU=Asunción'),
  ('QA', 'DA=Doha; KH=Al Khor; MS=Al Shamal; RA=Al Rayyan; SH=Al Shahaniya; US=Umm Salal; WA=Al Wakrah; '
    'ZA=Al Daayen'),
  ('RO', 'AB=Alba; AG=Argeș; AR=Arad; B=Bucharest; BC=Bacău; BH=Bihor; BN=Bistrița-Năsăud; BR=Brăila; BT=Botoșani; '
    'BV=Brașov; BZ=Buzău; CJ=Cluj; CL=Călărași; CS=Caraș-Severin; CT=Constanța; CV=Covasna; DB=Dâmbovița; DJ=Dolj; '
    'GJ=Gorj; GL=Galați; GR=Giurgiu; HD=Hunedoara; HR=Harghita; IF=Ilfov; IL=Ialomița; IS=Iași; MH=Mehedinți; '
    'MM=Maramureș; MS=Mureș; NT=Neamț; OT=Olt; PH=Prahova; SB=Sibiu; SJ=Sălaj; SM=Satu Mare; SV=Suceava; '
    'TL=Tulcea; TM=Timiș; TR=Teleorman; VL=Vâlcea; VN=Vrancea; VS=Vaslui'),
  ('RS', '00=Belgrade; 08=Mačva; 09=Kolubara; 10=Podunavlje; 11=Braničevo; 12=Šumadija; 13=Pomoravlje; 14=Bor; '
    '15=Zaječar; 16=Zlatibor; 17=Moravica; 18=Raška; 19=Rasina; 20=Nišava; 21=Toplica; 22=Pirot; 23=Jablanica; '
    '24=Pčinja; KM=Kosovo-Metohija; VO=Vojvodina'),
  ('RU', 'AD=Adygea; AL=Altai Republic; ALT=Altai Krai; AMU=Amur; ARK=Arkhangelsk; AST=Astrakhan; '
    'BA=Bashkortostan; BEL=Belgorod; BRY=Bryansk; BU=Buryatia; CE=Chechnya; CHE=Chelyabinsk; CHU=Chukotka; '
    'CU=Chuvashia; DA=Dagestan; IN=Ingushetia; IRK=Irkutsk; IVA=Ivanovo; KAM=Kamchatka; KB=Kabardino-Balkaria; '
    'KC=Karachay-Cherkessia; KDA=Krasnodar; KEM=Kemerovo; KGD=Kaliningrad; KGN=Kurgan; KHA=Khabarovsk; '
    'KHM=Khanty-Mansi; KIR=Kirov; KK=Khakassia; KL=Kalmykia; KLU=Kaluga; KO=Komi; KOS=Kostroma; KR=Karelia; '
    'KRS=Kursk; KYA=Krasnoyarsk; LEN=Leningrad; LIP=Lipetsk; MAG=Magadan; ME=Mari El; MO=Mordovia; '
    'MOS=Moscow Oblast; MOW=Moscow; MUR=Murmansk; NEN=Nenets; NGR=Novgorod; NIZ=Nizhny Novgorod; NVS=Novosibirsk; '
    'OMS=Omsk; ORE=Orenburg; ORL=Oryol; PER=Perm; PNZ=Penza; PRI=Primorsky; PSK=Pskov; ROS=Rostov; RYA=Ryazan; '
    'SA=Sakha; SAK=Sakhalin; SAM=Samara; SAR=Saratov; SE=North Ossetia; SMO=Smolensk; SPE=Saint Petersburg; '
    'STA=Stavropol; SVE=Sverdlovsk; TA=Tatarstan; TAM=Tambov; TOM=Tomsk; TUL=Tula; TVE=Tver; TY=Tuva; TYU=Tyumen; '
    'UD=Udmurtia; ULY=Ulyanovsk; VGG=Volgograd; VLA=Vladimir; VLG=Vologda; VOR=Voronezh; YAN=Yamalo-Nenets; '
    'YAR=Yaroslavl; YEV=Jewish Autonomous Oblast; ZAB=Zabaykalsky'),
  ('RW', '01=Kigali; 02=Eastern; 03=Northern; 04=Western; 05=Southern'),
  ('SA', '01=Riyadh; 02=Makkah; 03=Madinah; 04=Eastern Province; 05=Qassim; 06=Hail; 07=Tabuk; '
    '08=Northern Borders; 09=Jazan; 10=Najran; 11=Al Bahah; 12=Al Jawf; 14=Asir'),
  ('SB', 'CE=Central; CH=Choiseul; CT=Honiara; GU=Guadalcanal; IS=Isabel; MK=Makira-Ulawa; ML=Malaita; '
    'RB=Rennell and Bellona; TE=Temotu; WE=Western'),
  ('SC', '01=Anse aux Pins; 02=Anse Boileau; 03=Anse Etoile; 04=Au Cap; 05=Anse Royale; 06=Baie Lazare; '
    '07=Baie Sainte Anne; 08=Beau Vallon; 09=Bel Air; 10=Bel Ombre; 11=Cascade; 12=Glacis; 13=Grand Anse Mahé; '
    '14=Grand Anse Praslin; 15=La Digue; 16=English River; 17=Mont Buxton; 18=Mont Fleuri; 19=Plaisance; '
    '20=Pointe Larue; 21=Port Glaud; 22=Saint Louis; 23=Takamaka; 24=Les Mamelles; 25=Roche Caiman; '
    '26=Île Persévérance I; 27=Île Persévérance II'),
  ('SD', 'DC=Central Darfur; DE=East Darfur; DN=North Darfur; DS=South Darfur; DW=West Darfur; GD=Gedaref; '
    'GK=West Kordofan; GZ=Gezira; KA=Kassala; KH=Khartoum; KN=North Kordofan; KS=South Kordofan; NB=Blue Nile; '
    'NO=Northern; NR=River Nile; NW=White Nile; RS=Red Sea; SI=Sennar'),
  ('SE', 'AB=Stockholm; AC=Västerbotten; BD=Norrbotten; C=Uppsala; D=Södermanland; E=Östergötland; F=Jönköping; '
    'G=Kronoberg; H=Kalmar; I=Gotland; K=Blekinge; M=Skåne; N=Halland; O=Västra Götaland; S=Värmland; T=Örebro; '
    'U=Västmanland; W=Dalarna; X=Gävleborg; Y=Västernorrland; Z=Jämtland'),
  ('SG', '01=Central Singapore; 02=North East; 03=North West; 04=South East; 05=South West'),
  ('SH', 'AC=Ascension; HL=Saint Helena; TA=Tristan da Cunha'),
  ('SI', '001=Ajdovščina; 002=Beltinci; 003=Bled; 004=Bohinj; 005=Borovnica; 006=Bovec; 007=Brda; 008=Brezovica; '
    '009=Brežice; 010=Tišina; 011=Celje; 012=Cerklje na Gorenjskem; 013=Cerknica; 014=Cerkno; 015=Črenšovci; '
    '016=Črna na Koroškem; 017=Črnomelj; 018=Destrnik; 019=Divača; 020=Dobrepolje; 021=Dobrova-Polhov Gradec; '
    '022=Dol pri Ljubljani; 023=Domžale; 024=Dornava; 025=Dravograd; 026=Duplek; 027=Gorenja vas-Poljane; '
    '028=Gorišnica; 029=Gornja Radgona; 030=Gornji Grad; 031=Gornji Petrovci; 032=Grosuplje; 033=Šalovci; '
    '034=Hrastnik; 035=Hrpelje-Kozina; 036=Idrija; 037=Ig; 038=Ilirska Bistrica; 039=Ivančna Gorica; 040=Izola; '
    '041=Jesenice; 042=Juršinci; 043=Kamnik; 044=Kanal ob Soči; 045=Kidričevo; 046=Kobarid; 047=Kobilje; '
    '048=Kočevje; 049=Komen; 050=Koper; 051=Kozje; 052=Kranj; 053=Kranjska Gora; 054=Krško; 055=Kungota; '
    '056=Kuzma; 057=Laško; 058=Lenart; 059=Lendava; 060=Litija; 061=Ljubljana; 062=Ljubno; 063=Ljutomer; '
    '064=Logatec; 065=Loška dolina; 066=Loški Potok; 067=Luče; 068=Lukovica; 069=Majšperk; 070=Maribor; '
    '071=Medvode; 072=Mengeš; 073=Metlika; 074=Mežica; 075=Miren-Kostanjevica; 076=Mislinja; 077=Moravče; '
    '078=Moravske Toplice; 079=Mozirje; 080=Murska Sobota; 081=Muta; 082=Naklo; 083=Nazarje; 084=Nova Gorica; '
    '085=Novo Mesto; 086=Odranci; 087=Ormož; 088=Osilnica; 089=Pesnica; 090=Piran; 091=Pivka; 092=Podčetrtek; '
    '093=Podvelka; 094=Postojna; 095=Preddvor; 096=Ptuj; 097=Puconci; 098=Rače-Fram; 099=Radeče; 100=Radenci; '
    '101=Radlje ob Dravi; 102=Radovljica; 103=Ravne na Koroškem; 104=Ribnica; 105=Rogašovci; 106=Rogaška Slatina; '
    '107=Rogatec; 108=Ruše; 109=Semič; 110=Sevnica; 111=Sežana; 112=Slovenj Gradec; 113=Slovenska Bistrica; '
    '114=Slovenske Konjice; 115=Starše; 116=Sveti Jurij ob Ščavnici; 117=Šenčur; 118=Šentilj; 119=Šentjernej; '
    '120=Šentjur; 121=Škocjan; 122=Škofja Loka; 123=Škofljica; 124=Šmarje pri Jelšah; 125=Šmartno ob Paki; '
    '126=Šoštanj; 127=Štore; 128=Tolmin; 129=Trbovlje; 130=Trebnje; 131=Tržič; 132=Turnišče; 133=Velenje; '
    '134=Velike Lašče; 135=Videm; 136=Vipava; 137=Vitanje; 138=Vodice; 139=Vojnik; 140=Vrhnika; 141=Vuzenica; '
    '142=Zagorje ob Savi; 143=Zavrč; 144=Zreče; 146=Železniki; 147=Žiri; 148=Benedikt; 149=Bistrica ob Sotli; '
    '150=Bloke; 151=Braslovče; 152=Cankova; 153=Cerkvenjak; 154=Dobje; 155=Dobrna; 156=Dobrovnik; '
    '157=Dolenjske Toplice; 158=Grad; 159=Hajdina; 160=Hoče-Slivnica; 161=Hodoš; 162=Horjul; 163=Jezersko; '
    '164=Komenda; 165=Kostel; 166=Križevci; 167=Lovrenc na Pohorju; 168=Markovci; 169=Miklavž na Dravskem polju; '
    '170=Mirna Peč; 171=Oplotnica; 172=Podlehnik; 173=Polzela; 174=Prebold; 175=Prevalje; 176=Razkrižje; '
    '177=Ribnica na Pohorju; 178=Selnica ob Dravi; 179=Sodražica; 180=Solčava; 181=Sveta Ana; '
    '182=Sveti Andraž v Slovenskih goricah; 183=Šempeter-Vrtojba; 184=Tabor; 185=Trnovska Vas; 186=Trzin; '
    '187=Velika Polana; 188=Veržej; 189=Vransko; 190=Žalec; 191=Žetale; 192=Žirovnica; 193=Žužemberk; '
    '194=Šmartno pri Litiji; 195=Apače; 196=Cirkulane; 197=Kostanjevica na Krki; 198=Makole; '
    '199=Mokronog-Trebelno; 200=Poljčane; 201=Renče-Vogrsko; 202=Središče ob Dravi; 203=Straža; '
    '204=Sveta Trojica v Slovenskih goricah; 205=Sveti Tomaž; 206=Šmarješke Toplice; 207=Gorje; 208=Log-Dragomer; '
    '209=Rečica ob Savinji; 210=Sveti Jurij v Slovenskih goricah; 211=Šentrupert; 212=Mirna; 213=Ankaran'),
  ('SK', 'BC=Banská Bystrica; BL=Bratislava; KI=Košice; NI=Nitra; PV=Prešov; TA=Trnava; TC=Trenčín; ZI=Žilina'),
  ('SL', 'E=Eastern; N=Northern; NW=North Western; S=Southern; W=Western Area'),
  ('SM', '01=Acquaviva; 02=Chiesanuova; 03=Domagnano; 04=Faetano; 05=Fiorentino; 06=Borgo Maggiore; '
    '07=City of San Marino; 08=Montegiardino; 09=Serravalle'),
  ('SN', 'DB=Diourbel; DK=Dakar; FK=Fatick; KA=Kaffrine; KD=Kolda; KE=Kédougou; KL=Kaolack; LG=Louga; MT=Matam; '
    'SE=Sédhiou; SL=Saint-Louis; TC=Tambacounda; TH=Thiès; ZG=Ziguinchor'),
  ('SO', 'AW=Awdal; BK=Bakool; BN=Banaadir; BR=Bari; BY=Bay; GA=Galguduud; GE=Gedo; HI=Hiran; JD=Middle Juba; '
    'JH=Lower Juba; MU=Mudug; NU=Nugal; SA=Sanaag; SD=Middle Shabelle; SH=Lower Shabelle; SO=Sool; TO=Togdheer; '
    'WO=Woqooyi Galbeed'),
  ('SR', 'BR=Brokopondo; CM=Commewijne; CR=Coronie; MA=Marowijne; NI=Nickerie; PM=Paramaribo; PR=Para; '
    'SA=Saramacca; SI=Sipaliwini; WA=Wanica'),
  ('SS', 'BN=Northern Bahr el Ghazal; BW=Western Bahr el Ghazal; EC=Central Equatoria; EE=Eastern Equatoria; '
    'EW=Western Equatoria; JG=Jonglei; LK=Lakes; NU=Upper Nile; UY=Unity; WR=Warrap'),
  ('ST', '01=Água Grande; 02=Cantagalo; 03=Caué; 04=Lembá; 05=Lobata; 06=Mé-Zóchi; P=Príncipe'),
  ('SV', 'AH=Ahuachapán; CA=Cabañas; CH=Chalatenango; CU=Cuscatlán; LI=La Libertad; MO=Morazán; PA=La Paz; '
    'SA=Santa Ana; SM=San Miguel; SO=Sonsonate; SS=San Salvador; SV=San Vicente; UN=La Unión; US=Usulután'),
  ('SY', 'DI=Damascus; DR=Daraa; DY=Deir ez-Zor; HA=Al-Hasakah; HI=Homs; HL=Aleppo; HM=Hama; ID=Idlib; LA=Latakia; '
    'QU=Quneitra; RA=Raqqa; RD=Rif Dimashq; SU=As-Suwayda; TA=Tartus'),
  ('SZ', 'HH=Hhohho; LU=Lubombo; MA=Manzini; SH=Shiselweni'),
  ('TD', 'BA=Batha; BG=Bahr el Gazel; BO=Borkou; CB=Chari-Baguirmi; EE=Ennedi-Est; EO=Ennedi-Ouest; GR=Guéra; '
    'HL=Hadjer-Lamis; KA=Kanem; LC=Lac; LO=Logone Occidental; LR=Logone Oriental; MA=Mandoul; MC=Moyen-Chari; '
    'ME=Mayo-Kebbi Est; MO=Mayo-Kebbi Ouest; ND=N''Djamena; OD=Ouaddaï; SA=Salamat; SI=Sila; TA=Tandjilé; '
    'TI=Tibesti; WF=Wadi Fira'),
  ('TH', '10=Bangkok; 11=Samut Prakan; 12=Nonthaburi; 13=Pathum Thani; 14=Phra Nakhon Si Ayutthaya; 15=Ang Thong; '
    '16=Lop Buri; 17=Sing Buri; 18=Chai Nat; 19=Saraburi; 20=Chon Buri; 21=Rayong; 22=Chanthaburi; 23=Trat; '
    '24=Chachoengsao; 25=Prachin Buri; 26=Nakhon Nayok; 27=Sa Kaeo; 30=Nakhon Ratchasima; 31=Buri Ram; 32=Surin; '
    '33=Si Sa Ket; 34=Ubon Ratchathani; 35=Yasothon; 36=Chaiyaphum; 37=Amnat Charoen; 38=Bueng Kan; '
    '39=Nong Bua Lam Phu; 40=Khon Kaen; 41=Udon Thani; 42=Loei; 43=Nong Khai; 44=Maha Sarakham; 45=Roi Et; '
    '46=Kalasin; 47=Sakon Nakhon; 48=Nakhon Phanom; 49=Mukdahan; 50=Chiang Mai; 51=Lamphun; 52=Lampang; '
    '53=Uttaradit; 54=Phrae; 55=Nan; 56=Phayao; 57=Chiang Rai; 58=Mae Hong Son; 60=Nakhon Sawan; 61=Uthai Thani; '
    '62=Kamphaeng Phet; 63=Tak; 64=Sukhothai; 65=Phitsanulok; 66=Phichit; 67=Phetchabun; 70=Ratchaburi; '
    '71=Kanchanaburi; 72=Suphan Buri; 73=Nakhon Pathom; 74=Samut Sakhon; 75=Samut Songkhram; 76=Phetchaburi; '
    '77=Prachuap Khiri Khan; 80=Nakhon Si Thammarat; 81=Krabi; 82=Phangnga; 83=Phuket; 84=Surat Thani; 85=Ranong; '
    '86=Chumphon; 90=Songkhla; 91=Satun; 92=Trang; 93=Phatthalung; 94=Pattani; 95=Yala; 96=Narathiwat; S=Pattaya'),
  ('TJ', 'DU=Dushanbe; GB=Gorno-Badakhshan; KT=Khatlon; RA=Districts of Republican Subordination; SU=Sughd'),
  ('TL', 'AL=Aileu; AN=Ainaro; BA=Baucau; BO=Bobonaro; CO=Cova Lima; DI=Dili; ER=Ermera; LA=Lautém; LI=Liquiça; '
    'MF=Manufahi; MT=Manatuto; OE=Oecusse; VI=Viqueque'),
  ('TM', 'A=Ahal; B=Balkan; D=Daşoguz; L=Lebap; M=Mary; S=Ashgabat'),
  ('TN', '11=Tunis; 12=Ariana; 13=Ben Arous; 14=Manouba; 21=Nabeul; 22=Zaghouan; 23=Bizerte; 31=Béja; 32=Jendouba; '
    '33=Kef; 34=Siliana; 41=Kairouan; 42=Kasserine; 43=Sidi Bouzid; 51=Sousse; 52=Monastir; 53=Mahdia; 61=Sfax; '
    '71=Gafsa; 72=Tozeur; 73=Kébili; 81=Gabès; 82=Médenine; 83=Tataouine'),
  ('TO', '01=''Eua; 02=Ha''apai; 03=Niuas; 04=Tongatapu; 05=Vava''u'),
  ('TR', '01=Adana; 02=Adıyaman; 03=Afyonkarahisar; 04=Ağrı; 05=Amasya; 06=Ankara; 07=Antalya; 08=Artvin; '
    '09=Aydın; 10=Balıkesir; 11=Bilecik; 12=Bingöl; 13=Bitlis; 14=Bolu; 15=Burdur; 16=Bursa; 17=Çanakkale; '
    '18=Çankırı; 19=Çorum; 20=Denizli; 21=Diyarbakır; 22=Edirne; 23=Elazığ; 24=Erzincan; 25=Erzurum; 26=Eskişehir; '
    '27=Gaziantep; 28=Giresun; 29=Gümüşhane; 30=Hakkari; 31=Hatay; 32=Isparta; 33=Mersin; 34=Istanbul; 35=Izmir; '
    '36=Kars; 37=Kastamonu; 38=Kayseri; 39=Kırklareli; 40=Kırşehir; 41=Kocaeli; 42=Konya; 43=Kütahya; 44=Malatya; '
    '45=Manisa; 46=Kahramanmaraş; 47=Mardin; 48=Muğla; 49=Muş; 50=Nevşehir; 51=Niğde; 52=Ordu; 53=Rize; '
    '54=Sakarya; 55=Samsun; 56=Siirt; 57=Sinop; 58=Sivas; 59=Tekirdağ; 60=Tokat; 61=Trabzon; 62=Tunceli; '
    '63=Şanlıurfa; 64=Uşak; 65=Van; 66=Yozgat; 67=Zonguldak; 68=Aksaray; 69=Bayburt; 70=Karaman; 71=Kırıkkale; '
    '72=Batman; 73=Şırnak; 74=Bartın; 75=Ardahan; 76=Iğdır; 77=Yalova; 78=Karabük; 79=Kilis; 80=Osmaniye; 81=Düzce'),
  ('TT', 'ARI=Arima; CHA=Chaguanas; CTT=Couva-Tabaquite-Talparo; DMN=Diego Martin; MRC=Mayaro-Rio Claro; '
    'PED=Penal-Debe; POS=Port of Spain; PRT=Princes Town; PTF=Point Fortin; SFO=San Fernando; SGE=Sangre Grande; '
    'SIP=Siparia; SJL=San Juan-Laventille; TOB=Tobago; TUP=Tunapuna-Piarco'),
  ('TV', 'FUN=Funafuti; NIT=Niutao; NKF=Nukufetau; NKL=Nukulaelae; NMA=Nanumea; NMG=Nanumaga; NUI=Nui; VAI=Vaitupu'),
  ('TW', 'CHA=Changhua; CYI=Chiayi City; CYQ=Chiayi County; HSQ=Hsinchu County; HSZ=Hsinchu City; HUA=Hualien; '
    'ILA=Yilan; KEE=Keelung; KHH=Kaohsiung; KIN=Kinmen; LIE=Lienchiang; MIA=Miaoli; NAN=Nantou; NWT=New Taipei; '
    'PEN=Penghu; PIF=Pingtung; TAO=Taoyuan; TNN=Tainan; TPE=Taipei; TTT=Taitung; TXG=Taichung; YUN=Yunlin'),
  ('TZ', '01=Arusha; 02=Dar es Salaam; 03=Dodoma; 04=Iringa; 05=Kagera; 06=Pemba North; 07=Zanzibar North; '
    '08=Kigoma; 09=Kilimanjaro; 10=Pemba South; 11=Zanzibar South; 12=Lindi; 13=Mara; 14=Mbeya; 15=Zanzibar West; '
    '16=Morogoro; 17=Mtwara; 18=Mwanza; 19=Pwani; 20=Rukwa; 21=Ruvuma; 22=Shinyanga; 23=Singida; 24=Tabora; '
    '25=Tanga; 26=Manyara; 27=Geita; 28=Katavi; 29=Njombe; 30=Simiyu; 31=Songwe'),
  ('UA', '05=Vinnytsia; 07=Volyn; 09=Luhansk; 12=Dnipropetrovsk; 14=Donetsk; 18=Zhytomyr; 21=Zakarpattia; '
    '23=Zaporizhzhia; 26=Ivano-Frankivsk; 30=Kyiv; 32=Kyiv Oblast; 35=Kirovohrad; 40=Sevastopol; 43=Crimea; '
    '46=Lviv; 48=Mykolaiv; 51=Odesa; 53=Poltava; 56=Rivne; 59=Sumy; 61=Ternopil; 63=Kharkiv; 65=Kherson; '
    '68=Khmelnytskyi; 71=Cherkasy; 74=Chernihiv; 77=Chernivtsi'),
  ('UG', 'C=Central; E=Eastern; N=Northern; W=Western'),
  ('UM', '67=Johnston Atoll; 71=Midway Islands; 76=Navassa Island; 79=Wake Island; 81=Baker Island; '
    '84=Howland Island; 86=Jarvis Island; 89=Kingman Reef; 95=Palmyra Atoll'),
  ('US', 'AK=Alaska; AL=Alabama; AR=Arkansas; AS=American Samoa; AZ=Arizona; CA=California; CO=Colorado; '
    'CT=Connecticut; DC=District of Columbia; DE=Delaware; FL=Florida; GA=Georgia; GU=Guam; HI=Hawaii; IA=Iowa; '
    'ID=Idaho; IL=Illinois; IN=Indiana; KS=Kansas; KY=Kentucky; LA=Louisiana; MA=Massachusetts; MD=Maryland; '
    'ME=Maine; MI=Michigan; MN=Minnesota; MO=Missouri; MP=Northern Mariana Islands; MS=Mississippi; MT=Montana; '
    'NC=North Carolina; ND=North Dakota; NE=Nebraska; NH=New Hampshire; NJ=New Jersey; NM=New Mexico; NV=Nevada; '
    'NY=New York; OH=Ohio; OK=Oklahoma; OR=Oregon; PA=Pennsylvania; PR=Puerto Rico; RI=Rhode Island; '
    'SC=South Carolina; SD=South Dakota; TN=Tennessee; TX=Texas; UM=U.S. Minor Outlying Islands; UT=Utah; '
    'VA=Virginia; VI=U.S. Virgin Islands; VT=Vermont; WA=Washington; WI=Wisconsin; WV=West Virginia; WY=Wyoming'),
  ('UY', 'AR=Artigas; CA=Canelones; CL=Cerro Largo; CO=Colonia; DU=Durazno; FD=Florida; FS=Flores; LA=Lavalleja; '
    'MA=Maldonado; MO=Montevideo; PA=Paysandú; RN=Río Negro; RO=Rocha; RV=Rivera; SA=Salto; SJ=San José; '
    'SO=Soriano; TA=Tacuarembó; TT=Treinta y Tres'),
  ('UZ', 'AN=Andijan; BU=Bukhara; FA=Fergana; JI=Jizzakh; NG=Namangan; NW=Navoi; QA=Kashkadarya; '
    'QR=Karakalpakstan; SA=Samarkand; SI=Syrdarya; SU=Surkhandarya; TK=Tashkent; TO=Tashkent Region; XO=Khorezm'),
  ('VC', '01=Charlotte; 02=Saint Andrew; 03=Saint David; 04=Saint George; 05=Saint Patrick; 06=Grenadines'),
  ('VE', 'A=Capital District; B=Anzoátegui; C=Apure; D=Aragua; E=Barinas; F=Bolívar; G=Carabobo; H=Cojedes; '
    'I=Falcón; J=Guárico; K=Lara; L=Mérida; M=Miranda; N=Monagas; O=Nueva Esparta; P=Portuguesa; R=Sucre; '
    'S=Táchira; T=Trujillo; U=Yaracuy; V=Zulia; W=Federal Dependencies; X=La Guaira; Y=Delta Amacuro; Z=Amazonas'),
  ('VN', '01=Lai Châu; 02=Lào Cai; 03=Hà Giang; 04=Cao Bằng; 05=Sơn La; 06=Yên Bái; 07=Tuyên Quang; 09=Lạng Sơn; '
    '13=Quảng Ninh; 14=Hòa Bình; 18=Ninh Bình; 20=Thái Bình; 21=Thanh Hóa; 22=Nghệ An; 23=Hà Tĩnh; 24=Quảng Bình; '
    '25=Quảng Trị; 26=Thừa Thiên-Huế; 27=Quảng Nam; 28=Kon Tum; 29=Quảng Ngãi; 30=Gia Lai; 31=Bình Định; '
    '32=Phú Yên; 33=Đắk Lắk; 34=Khánh Hòa; 35=Lâm Đồng; 36=Ninh Thuận; 37=Tây Ninh; 39=Đồng Nai; 40=Bình Thuận; '
    '41=Long An; 43=Bà Rịa - Vũng Tàu; 44=An Giang; 45=Đồng Tháp; 46=Tiền Giang; 47=Kiến Giang; 49=Vĩnh Long; '
    '50=Bến Tre; 51=Trà Vinh; 52=Sóc Trăng; 53=Bắc Kạn; 54=Bắc Giang; 55=Bạc Liêu; 56=Bắc Ninh; 57=Bình Dương; '
    '58=Bình Phước; 59=Cà Mau; 61=Hải Dương; 63=Hà Nam; 66=Hưng Yên; 67=Nam Định; 68=Phú Thọ; 69=Thái Nguyên; '
    '70=Vĩnh Phúc; 71=Điện Biên; 72=Đắk Nông; 73=Hậu Giang; CT=Cần Thơ; DN=Da Nang; HN=Hanoi; HP=Haiphong; '
    'SG=Ho Chi Minh City'),
  ('VU', 'MAP=Malampa; PAM=Pénama; SAM=Sanma; SEE=Shéfa; TAE=Taféa; TOB=Torba'),
  ('WF', 'AL=Alo; SG=Sigave; UV=Uvea'),
  ('WS', 'AA=A''ana; AL=Aiga-i-le-Tai; AT=Atua; FA=Fa''asaleleaga; GE=Gaga''emauga; GI=Gagaifomauga; PA=Palauli; '
    'SA=Satupa''itea; TU=Tuamasaga; VF=Va''a-o-Fonoti; VS=Vaisigano'),
  ('YE', 'AB=Abyan; AD=Aden; AM=Amran; BA=Al Bayda; DA=Dhale; DH=Dhamar; HD=Hadhramaut; HJ=Hajjah; HU=Hodeidah; '
    'IB=Ibb; JA=Al Jawf; LA=Lahij; MA=Marib; MR=Al Mahrah; MW=Al Mahwit; RA=Raymah; SA=Sanaa City; SD=Saada; '
    'SH=Shabwah; SN=Sanaa; SU=Socotra; TA=Taiz'),
  ('ZA', 'EC=Eastern Cape; FS=Free State; GP=Gauteng; KZN=KwaZulu-Natal; LP=Limpopo; MP=Mpumalanga; '
    'NC=Northern Cape; NW=North West; WC=Western Cape'),
  ('ZM', '01=Western; 02=Central; 03=Eastern; 04=Luapula; 05=Northern; 06=North-Western; 07=Southern; '
    '08=Copperbelt; 09=Lusaka; 10=Muchinga'),
  ('ZW', 'BU=Bulawayo; HA=Harare; MA=Manicaland; MC=Mashonaland Central; ME=Mashonaland East; MI=Midlands; '
    'MN=Matabeleland North; MS=Matabeleland South; MV=Masvingo; MW=Mashonaland West')
) as subdivisions (country_id, entries), unnest(string_to_array(entries, '; ')) as entry;
