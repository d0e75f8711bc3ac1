/** Alternative text of each drawing. */
export const altTexts: Record<string, string> = {
  assembly:
    'Pupils in white and green stand in rows before a two-storey school block; behind it rises the grey rock of Abeokuta, and the flag flies.',
  choir: 'Twelve singers in green gowns stand on a stage with open song books; a conductor lifts both arms.',
  classroom:
    'A teacher in blue adire points to a curve on the board; pupils sit at their desks and two of them raise a hand.',
  computers: 'Four pupils work at screens in the computer room while a teacher explains the lines on the wall.',
  culturalDay:
    'Two women in adire and tall head-ties dance between a drummer and a man in a striped agbada at sunset, under bunting.',
  dyeing:
    'A dyer, a girl and a boy stand among clay pots of indigo; five pieces of patterned blue cloth hang on a line behind them.',
  farm: 'Three pupils on the school farm: one carries a basket of tomatoes, one waters, one leans on a hoe between rows of maize.',
  football:
    'A player in green shoots while two opponents in yellow run towards him; the goalkeeper waits before a full stand.',
  laboratory:
    'Two pupils and their teacher in white coats work with flasks, test tubes and microscopes at a long bench.',
  library:
    'Two pupils read at a table between tall shelves and a third takes down a book; the window looks out on the rock.',
  office:
    'The Principal in indigo and a golden head-tie sits at her desk before a bookshelf and a picture of the rock.',
  campus:
    'Students walk and talk on the lawn of a three-storey college building; behind it stands one huge, streaked stone.',
  fair: 'Three market stalls with striped roofs sell fruit, folded cloth and jars; students buy and sell under bunting.',
  graduation:
    'Graduates in plum-coloured gowns throw their caps and lift their scrolls at dusk, in front of the great stone.',
  lecture:
    'A lecturer in plum adire shows bars and a curve on a screen to rows of students, one of whom raises a hand.',
  programming: 'Four students write programs at screens while a lecturer in a cap explains code on the wall.',
  relay: 'Three runners with batons race on a red track; spectators cheer from the grass before the great stone.',
  shade: 'Three students study with a laptop and books at a table under a flame tree, with the great stone far behind.',
  workshop:
    'Three students in blue coats repair a circuit board and an open computer at a bench under a wall of tools.',
  mother: 'Portrait of a smiling woman in indigo adire with a tall head-tie.',
  father: 'Portrait of a smiling man in a cream agbada and a red cap.',
  girl: 'Portrait of a smiling girl in school uniform with cornrows.',
  boy: 'Portrait of a smiling boy in school uniform.',
  alumna: 'Portrait of a smiling woman with glasses and round natural hair.',
  graduate: 'Portrait of a smiling graduate in a plum gown and cap.',
  programmer: 'Portrait of a smiling young woman in a plum headscarf.',
  trader: 'Portrait of a smiling young man in a green patterned shirt.',
  parent: 'Portrait of a smiling man in a cream kaftan and a blue cap.',
  employer: 'Portrait of a smiling grey-haired woman with glasses and a dark jacket.',
};
