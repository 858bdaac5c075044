import { messages } from '#contract/basics/messages.ts'
import { invalidField } from '../errors.ts'

/**
 * Frequent words in lists of stolen passwords, in lower case and plain letters. A password that is such a word with
 * capitals, look-alike characters and a short tail satisfies the rule of the specification and is guessed first.
 */
const COMMON_WORDS = new Set(
  `
  password passwort passwd pass pwd passphrase motdepasse contrasena senha parola wachtwoord haslo losenord salasana
  admin administrator root sysadmin superuser master user username login signin guest demo test tester testing temp
  temporary default changeme change letmein letmeinnow open opensesame access secret secure security private welcome
  willkommen bienvenue hello helloworld hallo hola ciao qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf
  asdfgh asdfghjkl zxcvbn zxcvbnm zaqwsx zaqxsw qazwsx qazwsxedc qwaszx qwer qwert asd zxc abc abcd abcde abcdef abcdefg abcdefgh aaa aaaa xxx
  iloveyou ilovegod iloveme love lovely lover loveyou forever always babygirl baby angel angels princess prince queen king
  sunshine sunny rainbow butterfly flower flowers rose daisy cookie chocolate candy sweet sweety honey sugar cherry orange
  apple banana peach pepper ginger cheese coffee pizza monkey dragon tiger lion panda eagle falcon wolf shadow bear horse
  dolphin chicken kitty cat dog doggy puppy buster charlie max buddy bailey tigger snoopy simba rocky football soccer
  baseball basketball hockey golf tennis rugby cricket liverpool chelsea arsenal barcelona realmadrid juventus bayern
  yankees cowboys lakers steelers eagles superman batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite
  matrix trustno trustnoone hunter ranger killer ninja warrior phoenix thunder lightning hammer silver gold golden diamond
  purple yellow blue red green black white summer winter spring autumn sommer fruhling herbst monday tuesday wednesday
  thursday friday saturday sunday january february march april may june july august september october november december
  michael michelle jennifer jessica ashley amanda daniel andrew joshua matthew anthony robert thomas william jordan james
  john joseph david george martin peter paul mark alex alexander nicole samantha hannah sarah laura maria anna marina
  computer internet google facebook instagram twitter linkedin microsoft windows office apple samsung android iphone
  server system network oracle cisco mysql postgres database company business office work school student teacher
  america usa england london paris berlin germany france india china canada mexico brazil australia family mother father
  mommy daddy freedom lucky money jesus god blessed heaven whatever nothing something awesome amazing cool super hottie
  sexy fuckyou fuckoff fuck asshole bitch shit ferrari porsche mercedes mustang corvette harley yamaha honda toyota bmw
  music guitar drummer metallica nirvana slipknot eminem hiphop dance disney marvel harrypotter gandalf merlin
  teleforge televison television shop buyer customer
  `
    .trim()
    .split(/\s+/),
)

const LOOK_ALIKES: Record<string, string> = { '@': 'a', 4: 'a', 0: 'o', 1: 'i', '!': 'i', 3: 'e', 5: 's', $: 's', 7: 't', '+': 't', 8: 'b' }
/** Digit sequences without strength: 123 and the like, and repeated digits. */
const EASY_DIGITS = /1234567890|123456789|12345678|1234567|123456|12345|1234|123|4321|321|(\d)\1\1+/g
/** Maximum digits and signs around or within a word that leave it easy to guess. */
const FEW = 6
/** Maximum length of the rest of a password that leaves it easy to guess, when all its digits were easy. */
const NEXT_TO_NOTHING = 4

/**
 * Refuses what attackers try first, such as 'P@ssw0rd1' or 'Welcome2026!'. Makes no network request. The schema has already
 * checked the rule of the specification.
 * @throws ShopError INVALID_INPUT on `field`.
 */
export function refuseCommonPassword(field: string, password: string): void {
  if (isCommon(password.toLowerCase())) throw invalidField(field, messages.passwordCommon)
}

function isCommon(password: string): boolean {
  const text = password.replace(EASY_DIGITS, '')
  if (text.length <= NEXT_TO_NOTHING) return true
  return [lettersOf(text), ...coresOf(text)].some((core) => COMMON_WORDS.has(core) || isRepeated(core))
}

/** Only the letters, as in '1qaz@WSX'; none when there is much else. */
function lettersOf(text: string): string {
  const letters = text.replace(/[^a-z]/g, '')
  return text.length - letters.length <= FEW ? letters : ''
}

/** The possible words in the middle, with look-alikes read as letters. */
function coresOf(text: string): string[] {
  const before = Math.min(/^[^a-z]*/.exec(text)![0].length, FEW) // matches every text, at least with an empty match
  const after = Math.min(/[^a-z]*$/.exec(text)![0].length, FEW)
  const cores: string[] = []
  for (let start = 0; start <= before; start++) {
    for (let cut = 0; cut <= after && start + cut <= FEW; cut++) {
      cores.push(Array.from(text.slice(start, text.length - cut), (sign) => LOOK_ALIKES[sign] ?? sign).join(''))
    }
  }
  return cores
}

const isRepeated = (core: string) => /^(.{1,4})\1+$/.test(core) && core.length > NEXT_TO_NOTHING
