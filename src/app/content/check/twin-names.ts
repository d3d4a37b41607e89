/**
 * Names and small words of a paragraph in both languages: a country, city, day of the week, plan or insurer in the
 * place of another; before for after, at least for at most, rising for falling, yes for no. Warnings.
 */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { twinPath } from './translations.ts'

/** English and Chinese patterns of one name. */
type Name = readonly [en: RegExp, cn: RegExp]

const named = (list: string): Name[] =>
  list.split(/, */).map((pair): Name => {
    const [en = '', cn = ''] = pair.split('=')
    return [new RegExp(String.raw`\b(?:${en})\b`), new RegExp(cn)]
  })

const COUNTRIES = named(
  'Australian?s?=澳大利亚|澳洲|澳方|[在赴]澳(?!大利亚|洲|门), Austrian?s?=奥地利, (?<!Northern )Ireland|Irish=(?<!北)爱尔兰, Iceland=冰岛, ' +
    'Switzerland|Swiss=瑞士, Sweden|Swedish=瑞典, New Zealand=新西兰, Netherlands|Dutch=荷兰, Japan|Japanese=日本|日语|日元, ' +
    'Korean?s?=韩国|韩语|韩元|朝鲜, German|Germany=德国|德语|赴德, French|France=法国|法语, Spain|Spanish=西班牙, Italy|Italian=意大利, ' +
    'Canada|Canadian=加拿大|加方, Singapore=新加坡, Malaysian?=马来西亚, Hong Kong=香港|港, Denmark|Danish=丹麦, Norway|Norwegian=挪威, ' +
    'Finland|Finnish=芬兰, Poland|Polish=波兰, Belgium|Belgian=比利时, United Kingdom|UK|British|England=英国|英格兰|在英|赴英, ' +
    'United States|US|USA|American=美国|美方|在美|赴美',
)
const CITIES = named(
  'Beijing=北京, Shanghai=上海, Hangzhou=杭州, Guangzhou=广州, Shenzhen=深圳, London=伦敦, Manchester=曼彻斯特, Edinburgh=爱丁堡, ' +
    'Paris=巴黎, Berlin=柏林, Munich=慕尼黑, Frankfurt=法兰克福, Tokyo=东京, Osaka=大阪, Kyoto=京都, Seoul=首尔, Sydney=悉尼, ' +
    'Melbourne=墨尔本, Brisbane=布里斯班, Auckland=奥克兰, New York=纽约, Boston=波士顿, Chicago=芝加哥, Los Angeles=洛杉矶, ' +
    'Toronto=多伦多, Vancouver=温哥华',
)
const WEEKDAYS = 'Mon Tues Wednes Thurs Fri Satur Sun'
  .split(' ')
  .map((day, i): Name => [
    new RegExp(String.raw`\b${day}days?\b`),
    new RegExp(`(?:周|星期|礼拜)(?:${'一二三四五六日'[i]}${i === 6 ? '|天' : ''})`),
  ])
const MONTHS = 'January February March April May June July August September October November December'
  .split(' ')
  .map((month, i): Name => [
    new RegExp(String.raw`(?<!\d )\b(?:[Ii]n|of|until|since|by|from|to|and|between) ${month}\b(?! \d{1,2}\b)`),
    new RegExp(
      `(?<![\\d十])(?:${i + 1}|${'一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' ')[i]})月(?![\\d日份额]*\\d日)`,
    ),
  ])
const ORDINALS = 'second third fourth fifth sixth'
  .split(' ')
  .map((word, i): Name => [
    new RegExp(String.raw`\bthe ${word}\b`),
    new RegExp(`第(?:${i + 2}|${'二三四五六'[i]})(?![\\d十])`),
  ])
const KINDS = [COUNTRIES, CITIES, WEEKDAYS, MONTHS, ORDINALS]

type Pair = readonly [en: RegExp, cn: RegExp, why: string]
const DAY_EN = String.raw`\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)`
/** What each language says where the other says the contrary. */
const CONTRARY: readonly Pair[] = [
  [new RegExp(String.raw`\bbefore ${DAY_EN}`), /月\d{1,2}日(?:之后|以后|后)/, 'before'],
  [new RegExp(String.raw`\bafter ${DAY_EN}`), /月\d{1,2}日(?:之前|以前|前)/, 'after'],
  [/\bat least \d/, /(?:最多|至多|不超过)[^，。；\d]{0,4}\d/, 'at least'],
  [/\bat most \d|\bup to \d/, /(?:至少|最少|不少于)[^，。；\d]{0,4}\d/, 'at most'],
  [/\b(?:rises?|increases?|goes up)\b/, /下降|下调|降低|减少/, 'rises'],
  [/\b(?:falls|decreases?|goes down)\b/, /上涨|上调|上升|提高/, 'falls'],
  [/\d ?%/, /\d ?‰/, '%'],
  [/\btwice a\b/, /每[天日周月年][^，。]{0,6}(?:[3-9三四五六]次)/, 'twice'],
  [/\bhalf a year\b/, /(?:三|3|四|4|九|9)个月/, 'half a year'],
  [/^(?:answer: )?"?Yes\b/, /^(?:answer: )?"?(?:不[^同限论管分仅]|没有|否[，。])/, 'Yes'],
  [/^(?:answer: )?"?No\b[,.]/, /^(?:answer: )?"?(?:可以|能[。，]|会[。，]|是[。，的]|有[。，])/, 'No'],
  [
    /\bcannot\b|\bmust not\b|\bnever\b/,
    /^[^不没未无非勿别免禁止拒停除外仅只]*(?:可以|能|会)[^不没未无非勿别免禁止拒停除外仅只]*$/,
    'not',
  ],
  [/\bmidnight\b/, /(?<!\d)12:00/, 'midnight'],
]
const ALSO: Readonly<Record<string, RegExp>> = {
  before: /(?:之前|以前|前)/,
  after: /(?:之后|以后|后|起)/,
  'at least': /至少|最少|不少于|不低于|满/,
  'at most': /最多|至多|不超过|以内/,
  rises: /上涨|上调|上升|提高|增加/,
  falls: /下降|下调|降低|减少/,
  '%': /%/,
  twice: /两次|2次/,
  'half a year': /半年|6个月|六个月/,
  not: /不/,
  Yes: /^(?:answer: )?"?(?:可以|能|会|是|有)/,
  No: /^(?:answer: )?"?(?:不|没有|否)/,
  midnight: /24(?:时|:00)|(?<!\d)0(?:时|:00)|午夜|零点/,
}

export const twinNameDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] => {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  const kinds = [...KINDS, ...ownNames(texts)]
  return texts.flatMap((cn) => {
    const en = cn.lang === 'cn' && !isEarlierVersion(cn.path) ? byPath.get(twinPath(cn.path)) : undefined
    if (!en) return []
    const [here, there] = [partsOf(cn), partsOf(en)]
    if (here.length !== there.length) return []
    return here.flatMap((part, i) => {
      const twin = there[i] ?? part
      return differing(twin, part, kinds).map(([typed, other]) =>
        problem(
          cn.file,
          part.line,
          typed,
          'twin_names',
          `is in the place of “${other}” in ${en.file}:${twin.line}. Both languages say the same: correct the one that is wrong.`,
          `the same as “${other}”`,
        ),
      )
    })
  })
}

/** Names of plans and insurers: a file of each language. Without “(sample)”. */
function ownNames(texts: readonly MarkdownFile[]): Name[][] {
  const nameOf = (path: string): string | undefined =>
    /^name: "?(.+?)"?$/m.exec(texts.find((it) => it.path === path)?.head ?? '')?.[1]?.replace(/ ?[(（].*$/, '')
  return ['plans', 'insurers'].map((folder) =>
    texts.flatMap(({ path }): Name[] => {
      const [, id = ''] = new RegExp(`^${folder}/en/([^/.]+)\\.md$`).exec(path) ?? []
      const [en, cn] = [nameOf(`${folder}/en/${id}.md`), nameOf(`${folder}/cn/${id}.md`)]
      if (en === undefined || cn === undefined) return []
      return [[new RegExp(String.raw`\b${RegExp.escape(en)}`), new RegExp(RegExp.escape(cn))]]
    }),
  )
}

function differing(en: Part, cn: Part, kinds: readonly (readonly Name[])[]): [string, string][] {
  const words = cn.words.replace(/\{\{[^}]*\}\}/g, ' ')
  const english = en.words.replace(/\{\{[^}]*\}\}/g, ' ')
  const replaced = kinds.flatMap((names): [string, string][] => {
    const found = names.map(([inEnglish, inChinese]) => ({
      en: inEnglish.exec(english)?.[0],
      cn: inChinese.exec(words)?.[0],
    }))
    const other = found.find((it) => it.en !== undefined && it.cn === undefined)?.en
    const typed = found.find((it) => it.cn !== undefined && it.en === undefined)?.cn
    return other === undefined || typed === undefined ? [] : [[typed, other]]
  })
  const contrary = CONTRARY.flatMap(([inEnglish, inChinese, name]): [string, string][] => {
    const [other] = inEnglish.exec(english) ?? []
    const [typed] = inChinese.exec(words) ?? []
    const right = ALSO[name]?.test(words.replace(typed ?? '', ' ')) ?? false
    return other === undefined || typed === undefined || right ? [] : [[shown(typed), shown(other)]]
  })
  return [...replaced, ...contrary, ...turnedRound(english, words), ...otherCount(english, words)]
}
const shown = (words: string): string => words.replace(/^answer: "?/, '').trim()

/** From 120 to 130, and from 130 to 120. */
function turnedRound(en: string, cn: string): [string, string][] {
  const there = /\bfrom (?:[A-Z]{3} )?([\d,]+)%? to (?:[A-Z]{3} )?([\d,]+)/.exec(en)
  const here = /[由从]([\d,]+)[元%]?[^，。；\d]{0,4}[至到为]([\d,]+)/.exec(cn)
  return there && here && there[1] !== there[2] && there[1] === here[2] && there[2] === here[1]
    ? [[here[0], there[0]]]
    : []
}

const COUNTS_EN = 'two three four five six seven eight nine ten'.split(' ')
const COUNTS_CN = '二三四五六七八九十'
const COUNTED =
  '(?:documents?|copies|items?|questions?|steps?|people|persons?|photos?|pages?|forms?|plans?|tiers?|languages?)'
/** “Three documents”, and 四份材料: one such number in each. */
function otherCount(en: string, cn: string): [string, string][] {
  const [there, ...moreThere] = en.matchAll(new RegExp(String.raw`\b(${COUNTS_EN.join('|')}|[2-9]) ${COUNTED}\b`, 'gi'))
  const [here, ...moreHere] = cn.matchAll(/(?<![第\d十])([两二三四五六七八九十2-9])[份项个张页步位人名种类道]/g)
  if (!there || !here || moreThere.length + moreHere.length > 0) return []
  const count = (word = '', words: string | string[] = ''): number =>
    Number(word) || words.indexOf(word.toLowerCase()) + 2
  const [theirs, ours] = [count(there[1], COUNTS_EN), here[1] === '两' ? 2 : count(here[1], COUNTS_CN)]
  return theirs === ours ? [] : [[here[0], there[0]]]
}
