/** Matches given names of one person: short forms, and names that members sign with but that the list of members lacks. */

/** Common American short forms, one family of names per line. A name may be in several lines. */
const FAMILIES = `
abraham abe
albert al bert
alexander alex al
alfred al fred
alan allan allen al
allison ally
amanda mandy
andrew andy drew
angela angie
anthony tony
antonio tony
arthur art
barbara barb
benjamin ben benny
bernard bernie
bernardo bernie
bradley brad
carolyn carol
catherine katherine kathryn cathy kathy kate katie cat
charles charlie chuck
christina christine chris tina
christopher chris
clifford cliff
cynthia cindy
daniel dan danny
david dave
deborah debra debbie deb
dennis denny
donald don donnie
dorothy dot dottie
douglas doug
edward ed eddie ted ned
eleanor ellie
elizabeth liz lizzie beth betsy betty eliza
emanuel manny
eugene gene
francis frank
franklin frank
frederick fred rick
frederica freddie
gabriel gabe
gerald jerry gerry
geoffrey jeffrey jeffry jeff
gilbert gil
gregory greg
gwendolyn gwen
harold hal harry
henry hank harry
herbert herb
howard howie
jacob jake
jacqueline jacklyn jackie jacky
james jim jimmy jamie
janice jan
jennifer jen jenny
jerome jerry
jerrold jerry
jessica jess
john johnny jack jon
jonathan jon john
joseph joe joey
joshua josh
judith judy
kathleen kathy kate
kenneth ken kenny
kimberly kim
lawrence larry
leonard len lenny leo
leslie les
linda lynda
louis lou
lucille lucy
luis louis
margaret maggie meg peggy marge
martin marty
matthew matt
maximilian max
maxwell max
melissa missy
michael mike mick mickey
mitchell mitch
nancy nan
nathaniel nathan nate
nicholas nick
nicole nikki
norman norm
pamela pam
patricia pat patty trish
patrick pat
peter pete
philip phillip phil
randall randolph randal randy rand
raymond ray
rebecca becky
richard rich rick dick ricky
robert rob bob bobby robbie
roderick rod
rodney rod
ronald ron ronnie
ruben reuben
russell russ
samuel sam
sandra sandy
sanford sandy
sara sarah
sidney sid
stephanie steph
stephen steven steve
stewart stuart stu
susan suzanne sue susie
sylvester syl
tamara tammy
terrance terence terry
theodore ted teddy
theresa teresa terri terry
thomas tom tommy thom
timothy tim
valerie val
vernon vern
victor vic
victoria vicky
vincent vince
virginia ginny
walter walt
wesley wes
william will bill billy willie
zachary zach zack
`;

const familiesOf = new Map<string, Set<number>>();
for (const [family, line] of FAMILIES.trim().split("\n").entries()) {
  for (const name of line.split(" ")) {
    const families = familiesOf.get(name) ?? new Set();
    familiesOf.set(name, families.add(family));
  }
}

/**
 * Given names at birth, by Bioguide id. A member may sign with these names, but the list of members (as of 2026) does not have
 * them. Source: the members' official biographies.
 */
export const FURTHER_GIVEN_NAMES: Readonly<Record<string, readonly string[]>> = {
  A000360: ["andrew"], // Lamar Alexander
  C000286: ["clarence"], // Saxby Chambliss
  C000567: ["william"], // Thad Cochran
  C000705: ["gaylord"], // Kent Conrad
  C001098: ["rafael", "edward"], // Ted Cruz
  D000622: ["ladda"], // Tammy Duckworth
  H001049: ["janet"], // Kay Hagan
  M000355: ["addison"], // Mitch McConnell
  R000605: ["marion", "michael"], // Mike Rounds
  R000615: ["willard"], // Mitt Romney
  R000618: ["john", "peter"], // Pete Ricketts
  T000464: ["raymond"], // Jon Tester
  T000479: ["nicholas"], // Van Taylor
};

/** Scores two given names: 3 same name, 2 short form, 1 initial, 0 different. Both must be folded to lower-case letters. */
export function scoreGivenNames(one: string, other: string): 0 | 1 | 2 | 3 {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter === "") return 0;
  if (shorter === longer) return shorter.length > 1 ? 3 : 1;
  if (shorter.length === 1) return longer.startsWith(shorter) ? 1 : 0;
  return longer.startsWith(shorter) || areFormsOfOneName(shorter, longer) ? 2 : 0;
}

/** True if two given names are forms of the same name: `joe` and `joseph`. Both must be folded to lower-case letters. */
export function areFormsOfOneName(one: string, other: string): boolean {
  const families = familiesOf.get(one);
  if (families === undefined) return false;
  return [...(familiesOf.get(other) ?? [])].some((family) => families.has(family));
}
