/**
 * What is wrong with one text of the interface by itself: its language, its words, its marks, notes that were left in
 * it; and figures that its other language does not have.
 */
import { traditionalIn } from '../../app/content/check/contradictions.ts'
import { daysThatAreNone } from '../../app/content/check/days-that-are-none.ts'
import { foreignWords, languageProblem } from '../../app/content/check/language-of-text.ts'
import { leftoverInWords } from '../../app/content/check/leftovers.ts'
import { slipsIn } from '../../app/content/check/slips-of-the-hand.ts'
import { typedSiteValues } from '../../app/content/check/site-values.ts'
import { termProblems } from '../../app/content/check/writing-style.ts'
import { plain } from '../../app/content/typography.ts'
import { valueDoubts } from './interface-word-values.ts'
import { unprintableInWords } from './unprintable-characters.ts'
import { SIGNATURE } from '../../server/messages/sms/sms-templates.ts'
import { problem } from '../../lib/content/content-tree.ts'
import { otherLang, type Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

interface TextOfWord {
  file: string
  /** Before the colon of a key: `messages:login_code.text`. */
  namespace: string
  /** Asked only where there is something to say: it takes a parser. */
  line: () => number
  key: string
  lang: Lang
  text: string
  /** The same text in the other language, where there is one. */
  twin: string | undefined
  /** The values that it is given, where they are known. */
  values?: readonly string[] | undefined
  /** What it begins with, where carriers ask for it. */
  signature?: string | undefined
  /** Whether English words have it in lower case: then it is no name. */
  common: (word: string) => boolean
}

export const textProblems = (word: TextOfWord): SourceProblem[] => [
  ...languageProblems(word),
  ...markProblems(word),
  ...noteProblems(word),
  ...styleProblems(word),
  ...figureProblems(word),
  ...siteProblems(word),
  ...formProblems(word),
  ...unsignedProblems(word),
  ...noDayProblems(word),
  ...slips(word),
  ...valueDoubts(word),
  ...unprintable(word),
]

const noDayProblems = ({ file, line, key, text }: TextOfWord): SourceProblem[] =>
  daysThatAreNone(text).map(({ found, why, example }) =>
    problem(file, line(), key, 'no_day', `has “${found}”, which ${why}`, example),
  )

const unprintable = ({ file, line, key, namespace, text }: TextOfWord): SourceProblem[] =>
  unprintableInWords(namespace, text).map(({ found, why, example }) =>
    problem(file, line(), key, 'unprintable', `has “${found}”, which ${why}`, example),
  )

const slips = ({ file, line, key, text, twin, lang }: TextOfWord): SourceProblem[] => {
  // A Japanese document has its own name in both languages.
  const [strange] = lang === 'cn' && !key.endsWith('.ja') ? traditionalIn(text).filter((it) => !twin?.includes(it)) : []
  return [
    ...slipsIn(text, lang),
    ...(strange === undefined
      ? []
      : [{ found: strange, why: 'is a traditional character: this site writes simplified ones.', example: '简体字' }]),
  ].map(({ found, why, example }) => problem(file, line(), key, 'slip', `has “${found}”, which ${why}`, example))
}

/** Printed documents have no `text-autospace`: there a filled-in value is separated by a space. */
const styleProblems = ({ file, line, key, namespace, text, lang }: TextOfWord): SourceProblem[] =>
  termProblems({ file, line, field: key, text: plain(text) }, `${namespace}:${key}`, lang).filter(
    ({ message }) => !(namespace === 'policydocuments' && message.startsWith('has a typed space')),
  )

/** Figures as both languages write them: 10,000 and 1万, 00:00 and 0时, March and 3月. */
function figuresOf(text: string): string[] {
  const bare = withoutHoles(text)
    .replace(/https?:\S+/g, ' ')
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/(\d+(?:\.\d+)?)万/g, (_, count: string) => String(Number(count) * 10_000))
  return [...new Set((bare.match(/\d+/g) ?? []).map((it) => String(Number(it))))]
}

/**
 * A figure that was changed in one language alone: each language then has one that the other has not. Where only one
 * has, the other may say it in words (`at any hour`, 24小时). Told in the Chinese text.
 */
function figureProblems({ file, line, key, text, twin, lang }: TextOfWord): SourceProblem[] {
  if (lang !== 'cn' || twin === undefined || !/\d/.test(text) || !/\d/.test(twin)) return []
  const [here, there] = [figuresOf(text), figuresOf(twin)]
  const [ours] = here.filter((it) => !there.includes(it))
  const [theirs] = there.filter((it) => !here.includes(it))
  if (ours === undefined || theirs === undefined) return []
  const why = `says ${ours} here, and ${theirs} in English. One of them was not changed: which is right?`
  return [problem(file, line(), key, 'twin_figure', why, theirs)]
}

/** How each language's readers are told of the other language: in its own words, because they look for those. */
const OTHER_NAME: Readonly<Record<Lang, string>> = { en: '中文', cn: 'English' }

/** The name of a language, or what leads to it: `阅读中文版` in English and `Read this in English` in Chinese. */
const leadsToOther = ({ text, twin = '', lang }: TextOfWord): boolean =>
  text === OTHER_NAME[lang] ||
  (text.includes(OTHER_NAME[lang]) && twin.includes(OTHER_NAME[otherLang(lang)]) && !SENTENCE.test(text + twin))
const SENTENCE = /[。，；：.,;:]/

const HAN = /\p{Script=Han}/u
const LETTERS = /[A-Za-z]{2,}/
/** No name is written without a capital: `iPhone` and the end of a file's name are no such words. */
const LOWER_CASE = /(?:^|\s)[a-z]{2,}(?=$|[\s,.;:!?])/
/** Longer than the units of a number: `km`, `min`. */
const LOWER_CASE_ALONE = /(?:^|\s)[a-z]{4,}(?=$|[\s,.;:!?])/

/**
 * Labels are shorter than the sentences of content. So Chinese without an English word is Chinese at any length, and
 * words are English when one is in lower case. A single word with a capital may be a name (`Edge`): it is English where
 * the English text is Chinese, because then the two were swapped, or where it is a copy of the English text and other
 * English words have it in lower case (`Claims`).
 */
function inOtherLanguage({ text, twin, lang, common }: TextOfWord): boolean {
  const words = withoutHoles(text)
  if (words.split('\n').some((line) => foreignWords(line, lang) !== '')) return true
  if (lang === 'en') return HAN.test(words) && !LETTERS.test(words)
  if (HAN.test(words) || !LETTERS.test(words)) return false
  const lower = /\S\s+\S/.test(words.trim()) ? LOWER_CASE : LOWER_CASE_ALONE
  return lower.test(words) || HAN.test(twin ?? '') || (text === twin && allCommon(words, common))
}

/** Abbreviations are names: `VISA`, `PDF`. */
const allCommon = (words: string, common: TextOfWord['common']): boolean =>
  (words.match(/[A-Za-z]+/g) ?? []).every((it) => /^[A-Za-z][a-z]+$/.test(it) && common(it.toLowerCase()))

/** Of English texts. */
export const wordsInLowerCase = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => withoutHoles(text).match(/\b[a-z]+\b/g) ?? []))

/** Names of values and marks are the same in both languages. */
const withoutHoles = (text: string): string => text.replace(/\{\{[^}]*\}\}|\{\w+\}|<\/?\w+>/g, ' ')

const languageProblems = (word: TextOfWord): SourceProblem[] =>
  inOtherLanguage(word) && !leadsToOther(word) ? [languageProblem(word.file, word.line(), word.key, word.lang)] : []

const MARK = /<(\/?)([A-Za-z]\w*)(>?)/g

/** Marks are never nested (`rich-text.tsx`), and one that is not closed is shown as it is typed. */
function markProblems({ file, line, key, text }: TextOfWord): SourceProblem[] {
  const say = (why: string, example: string): SourceProblem => problem(file, line(), key, 'open_mark', why, example)
  const found: SourceProblem[] = []
  let open: string | undefined
  const closing = (name: string): SourceProblem =>
    say(`has <${name}>, which is not closed.`, `<${name}>words</${name}>`)
  for (const [whole, slash = '', name = '', end] of text.matchAll(MARK)) {
    if (end === '') found.push(say(`has ${whole} without > after it.`, `${whole}>`))
    if (slash === '') {
      if (open !== undefined) found.push(closing(open))
      open = name
    } else {
      if (open !== name) found.push(say(`has ${whole}, and no <${name}> before it.`, `<${name}>words</${name}>`))
      open = open === name ? undefined : open
    }
  }
  if (open !== undefined) found.push(closing(open))
  if (text.includes('http://'))
    found.push(say('has an address that begins with http://, which phones warn of.', 'https://www.who.int/'))
  if (text.includes('**'))
    found.push(say('has **, which is shown as stars: buttons, labels and messages have no bold words.', 'the words'))
  return found
}

function noteProblems({ file, line, key, text }: TextOfWord): SourceProblem[] {
  const left = leftoverInWords(text)
  return left ? [problem(file, line(), key, left.code, `has “${left.found}”, which ${left.message}`, left.example)] : []
}

/** Names under which texts are given what the site knows of the operator: `line` is the number with its hours. */
const OWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  phone: ['phone', 'line'],
  hours: ['line'],
  email: ['email'],
  privacyEmail: ['email'],
  complaintsEmail: ['email'],
  operator: ['operator'],
}

/** Which value a text is given is known of messages; of others, only when the other language has it. */
const siteProblems = ({ file, line, key, text, twin, values }: TextOfWord): SourceProblem[] =>
  typedSiteValues(withoutHoles(text)).map(({ field, found, what }) => {
    const given = values ?? [...(twin ?? '').matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name)
    const name = OWN_VALUES[field]?.find((it) => given.includes(it))
    const remedy =
      name === undefined
        ? 'Nothing fills it in here: leave it out, or ask an engineer for a value.'
        : `Write {{${name}}} in both languages.`
    const why = `has ${what} typed, ${found}, which stays when it changes. ${remedy}`
    return problem(file, line(), key, 'typed_site', why, name === undefined ? 'the sentence without it' : `{{${name}}}`)
  })

/** Characters of two parts of a text message, as carriers count them. */
const SMS_LENGTH: Readonly<Record<Lang, number>> = { en: 306, cn: 134 }

/** What a phone, a subject or a button shows otherwise than it was typed. */
function formProblems({ file, line, key, namespace, text, lang }: TextOfWord): SourceProblem[] {
  const say = (why: string, example: string): SourceProblem[] => [
    problem(file, line(), key, 'form_of_word', why, example),
  ]
  const found: SourceProblem[] = []
  const message = namespace === 'messages'
  if (/^\s|\s$| {2}/.test(text))
    found.push(...say('has spaces at its ends, or two in a row.', text.trim().replace(/ {2,}/g, ' ')))
  if (message && key.endsWith('.subject') && text.includes('\n'))
    found.push(...say('is a subject, which has one line.', text.replaceAll('\n', ' ')))
  const [joined] = (message && /\{\{url\}\}\S+/.exec(text)) || []
  if (joined !== undefined)
    found.push(...say(`has ${joined}, and phones take what stands behind an address for a part of it.`, '{{url}}'))
  if (message && key.endsWith('.sms')) {
    if (/\p{Extended_Pictographic}/u.test(text))
      found.push(...say('has a picture sign, which many phones show as a box.', 'the words alone'))
    if (text.length > SMS_LENGTH[lang])
      found.push(
        ...say(
          `has ${text.length} characters: more than two parts of a text message, ${SMS_LENGTH[lang]}.`,
          'a shorter sentence',
        ),
      )
  }
  return found
}

function unsignedProblems({ file, line, key, text, signature: sign }: TextOfWord): SourceProblem[] {
  if (sign === undefined || text.startsWith(sign)) return []
  const name = sign.endsWith(' ') ? `${sign.trim()} and a space` : sign
  const why = `does not begin with our name, ${name}: carriers deliver no text message that does not say who sends it.`
  return [problem(file, line(), key, 'unsigned', why, sign + text.replace(SIGNATURE, ''))]
}
