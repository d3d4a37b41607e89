/**
 * Names and small words of a paragraph in both languages: a country, city, day of the week, plan or insurer in the
 * place of another; before for after, at least for at most, rising for falling, yes for no. Warnings.
 */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { otherRole } from './twin-marks.ts'
import { twinPath } from './translations.ts'

/** English and Chinese patterns of one name. */
type Name = readonly [en: RegExp, cn: RegExp]

const named = (list: string, flags = ''): Name[] =>
  list.split(/, */).map((pair): Name => {
    const [en = '', cn = ''] = pair.split('=')
    return [new RegExp(String.raw`\b(?:${en})\b`, flags), new RegExp(cn)]
  })

const COUNTRIES = named(
  'Australian?s?=澳大利亚|澳洲|澳方|[在赴]澳(?!大利亚|洲|门), Austrian?s?=奥地利, (?<!Northern )Ireland|Irish=(?<!北)爱尔兰, Iceland=冰岛, ' +
    'Switzerland|Swiss=瑞士, Sweden|Swedish=瑞典, New Zealand=新西兰, Netherlands|Dutch=荷兰, Japan|Japanese=日本|日语|日元, ' +
    'Korean?s?=韩国|韩语|韩元|朝鲜, German|Germany=德国|德语|赴德, French|France=法国|法语, Spain|Spanish=西班牙, Italy|Italian=意大利, ' +
    'Canada|Canadian=加拿大|加方, Singapore=新加坡, Malaysian?=马来西亚, Hong Kong=香港|港, Denmark|Danish=丹麦, Norway|Norwegian=挪威, ' +
    'Finland|Finnish=芬兰, Poland|Polish=波兰, Belgium|Belgian=比利时, United Kingdom|UK|British|England=英国|英格兰|在英|赴英, ' +
    'United States|US|USA|American=美国|美方|在美|赴美',
)
/** English and Chinese patterns of each. */
export const CITIES = named(
  'Beijing=北京, Shanghai=上海, Hangzhou=杭州, Guangzhou=广州, Shenzhen=深圳, London=伦敦, Manchester=曼彻斯特, Edinburgh=爱丁堡, ' +
    'Paris=巴黎, Berlin=(?<!都)柏林, Dublin=都柏林, Munich=慕尼黑, Frankfurt=法兰克福, Tokyo=东京, Osaka=大阪, Kyoto=京都, Seoul=首尔, Sydney=悉尼, ' +
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
/** Each line is a kind: one of it stands where another is meant. */
const THINGS = [
  'students=学生|同学|学员, teachers|staff members?=教师|老师|员工',
  'spouse=配偶|夫妻|妻子|丈夫, parents?=父母|家长|父亲|母亲|监护人, child(?:ren)?=子女|孩子|未成年|儿童|小孩',
  'passports?=护照, student cards?=学生证, ID cards?=身份证, driving licences?=驾照|驾驶证, insurance cards?=保险卡',
  '[Bb]y email=邮件|邮箱, [Bb]y (?:text message|SMS)=短信, [Bb]y post=邮寄|寄|邮件',
  'north (?:gate|side|entrance)=北[门侧], south (?:gate|side|entrance)=南[门侧], east (?:gate|side|entrance)=东[门侧], west (?:gate|side|entrance)=西[门侧]',
  'invoices?=发票, receipts?=收据|小票|回执|凭证|凭据',
  'morning=上午|早上|早晨|早, afternoon=下午, evening=晚上|晚间|傍晚|晚',
  'weekdays=工作日|平日|周一至周五|周一到周五, weekends?=周末|周六|双休日',
  'Insurance Law=保险法, Civil Code=民法典, PIPL|Personal Information Protection Law=个人信息保护法, Consumer Rights=消费者权益',
  'half(?! a (?:year|day|month|yuan))=半|二分之一, (?:one|a) third(?!-)=三分之一|三成, two thirds=三分之二, (?:one|a) quarter=四分之一|季|刻',
  'a month|one month=(?:一个|1个|每个?|单|整|当)月|月付|月缴|按月, a year|one year=一年|1年|每年|全年|12个月|年度|每学年|按年|年付|满年',
].map((list) => named(list, 'i'))
const KINDS = [COUNTRIES, CITIES, WEEKDAYS, MONTHS, ORDINALS, ...THINGS]
/** What a button or link does, at its beginning. */
const ACTS = named(
  '^Sign in=登录, ^Sign up|^Register=注册, ^Sign out=退出, ^Save=保存|存, ^Send|^Submit=发送|提交|寄|获取, ^Cancel=取消|退保|放弃, ' +
    '^Delete|^Remove=删|移除|解除, ^Close=关闭|收起|注销, ^Open(?! now)=打开|展开|开, ^Download=下载, ^Print=打印, ^Copy=复制|抄, ' +
    '^Continue=继续|下一步|去, ^Back=返回|上一步, ^Pay(?! another)=支付|付款|缴|付, ^Upload=上传, ^Search=搜索|查找, ^Add=添加|新增|加|上传',
).map(([en, cn]): Name => [en, new RegExp(`^[请去立即现在点击]*(?:${cn.source})`)])

type Pair = readonly [en: RegExp, cn: RegExp, why: string]
const DAY_EN = String.raw`\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)`
/** No word that says no, or sets a limit. */
const ASSERTS =
  /^(?!.*(?:\b(?:not?|non|never|nor|none|neither|nothing|nobody|cannot|without|unless|only|except|fails?|failed|few|little|before|until|instead|rather|refus|stop|void|lose|lost|lack|miss|outside|free|end|out of|too|any)|n’t\b|\b(?:un|in|im|ir|dis|ex)[a-z]{3,}|[a-z]less\b)).{12,}/i
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
  [/\b(?:is|are) open\b/, /关闭|休息|闭馆/, 'open'],
  [/\b(?:is|are) closed\b/, /开放|营业|照常/, 'closed'],
  [/\b(?:not (?:stay|remain|be) |not |no longer )valid\b/, /(?:继续|仍然?|保持|一直)有效/, 'not valid'],
  [/(?<!not )\b(?:stay|remain)s? valid\b|\bstill valid\b/, /无效|失效|作废/, 'valid'],
  [/\bOnly\b[^.]*\bcan\b/, /不可以|不能/, 'only'],
  [/\bmidnight\b/, /(?<!\d)12:00/, 'midnight'],
  [
    /\b(?:is|are) free\b(?! (?:to|of (?!charge)))|\bfree of charge\b/,
    /(?<![不免未另])收费(?!标准|明细|员|处)|须付费/,
    'free',
  ],
]
/** Of sentences. */
const LONG_ONLY: readonly Pair[] = [
  [
    /\bcannot\b|\bmust not\b|\bnever\b/,
    /^[^不没未无非勿别免禁止拒停除外仅只]*(?:可以|(?<!才)能|会)[^不没未无非勿别免禁止拒停除外仅只]*$/,
    'not',
  ],
  [/\?["”']?$/, /^(?:(?!是否|能否|什么|怎么|如何|哪|多少|问)[^？])*[。；]$/, '?'],
  [/^[^?.]*\.$/, /^[^。？]*？$/, '.'],
  [ASSERTS, /(?:不会|不能|不得|不可以|不予|从不|决不|绝不)/, 'no negation'],
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
  open: /开放|开门|营业|照常|未关闭/,
  closed: /关闭|休息|暂停|放假|闭馆|停止/,
  'not valid': /无效|失效|作废|不再有效/,
  valid: /有效/,
  only: /仅|只|除|其他/,
  free: /免费|不收费|不另收|无需付费/,
}

/** What an item of a list or a row is about. */
const SUBJECTS = named(
  'boarding pass|tickets?=登机牌|车票|机票, police=警方|警察|报警|报案, invoices?=发票, receipts?=收据|小票|凭证|凭据, passports?=护照, ' +
    'prescriptions?=处方, diagnos[ei]s=诊断, discharge=出院, photos?=照片, visas?=签证, banks?=银行, schools?=学校|院校, hospitals?=医院, ' +
    'ambulances?=救护车, landlords?=房东, luggage|baggage=行李, cash=现金, flights?=航班, deposits?=押金, dental|dentist=牙, ' +
    'pharmac(?:y|ies)=药房|药店, doctors?=医生|大夫, contracts?=合同, [Dd]eath=身故|死亡, keys?=钥匙',
  'i',
)

/** Two neighbours, each of which says in Chinese what the other one says in English. */
function exchangedItems(
  en: readonly Part[],
  cn: readonly Part[],
): [line: number, typed: string, other: string, there: number][] {
  return cn.slice(1).flatMap((second, i): [number, string, string, number][] => {
    const [first, one, two] = [cn[i], en[i], en[i + 1]]
    if (!first || !one || !two || first.kind !== second.kind || first.kind === 'field') return []
    const [here, after] = [
      movedWord(one.words, two.words, first.words, second.words),
      movedWord(two.words, one.words, second.words, first.words),
    ]
    return here && after ? [[first.line, after[1], here[0], one.line]] : []
  })
}
/** A word of the first English item alone whose Chinese is in the second item alone. */
function movedWord(one: string, two: string, first: string, second: string): [en: string, cn: string] | undefined {
  for (const [english, chinese] of SUBJECTS) {
    const [there, here] = [english.exec(one)?.[0], chinese.exec(second)?.[0]]
    if (there !== undefined && here !== undefined && !english.test(two) && !chinese.test(first)) return [there, here]
  }
  return undefined
}

export const twinNameDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] => {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  const own = ownNames(texts)
  return texts.flatMap((cn) => {
    const en = cn.lang === 'cn' && !isEarlierVersion(cn.path) ? byPath.get(twinPath(cn.path)) : undefined
    if (!en) return []
    const [here, there] = [partsOf(cn), partsOf(en)]
    if (here.length !== there.length) return []
    const say = (line: number, typed: string, other: string, at: number): SourceProblem => {
      const why = `is in the place of “${other}” in ${en.file}:${at}. Both languages say the same: correct the one that is wrong.`
      return problem(cn.file, line, typed, 'twin_names', why, `the same as “${other}”`)
    }
    const moved = exchangedItems(there, here).map((told) => say(...told))
    const inParts = here.flatMap((part, i) => {
      const twin = there[i] ?? part
      const found = [...differingIn(twin.words, part.words), ...replacedIn(bare(twin.words), bare(part.words), own)]
      return found.map(([typed, other]) => say(part.line, typed, other, twin.line))
    })
    return [...moved, ...inParts]
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

/** Values by name are compared elsewhere. */
const bare = (words: string): string => words.replace(/\{\{[^}]*\}\}/g, ' ')

const replacedIn = (english: string, words: string, kinds: readonly (readonly Name[])[]): [string, string][] =>
  kinds.flatMap((names): [string, string][] => {
    const there = names.map(([en]) => en.exec(english)?.[0])
    if (there.every((it) => it === undefined)) return []
    const here = names.map(([, cn]) => cn.exec(words)?.[0])
    const other = there.find((it, i) => it !== undefined && here[i] === undefined)
    const typed = here.find((it, i) => it !== undefined && there[i] === undefined)
    return other === undefined || typed === undefined ? [] : [[typed, other]]
  })

/** Names that every text has in common, of a paragraph. */
const differingIn = oncePerText((en: string, cn: string): [string, string][] => [
  ...differingWords(en, cn),
  ...contraryIn(bare(en), bare(cn), LONG_ONLY),
])

/** The same of a word of the interface, where a short text says yes and no in other ways. */
export const differingWords = oncePerText((en: string, cn: string): [string, string][] => {
  const [english, words] = [bare(en), bare(cn)]
  const role = otherRole(english, words)
  return [
    ...replacedIn(english, words, KINDS),
    ...(role ? [role] : []),
    ...contraryIn(english, words, CONTRARY),
    ...turnedRound(en, cn),
    ...otherCount(english, words),
  ]
})

const contraryIn = (english: string, words: string, pairs: readonly Pair[]): [string, string][] =>
  pairs.flatMap(([inEnglish, inChinese, name]): [string, string][] => {
    const [other] = inEnglish.exec(english) ?? []
    const [typed] = (other !== undefined && inChinese.exec(words)) || []
    const right = ALSO[name]?.test(words.replace(typed ?? '', ' ')) ?? false
    return other === undefined || typed === undefined || right ? [] : [[shown(typed), shown(other)]]
  })

/** Of a button, a link or a title: what one does with it. */
export const differingActs = (en: string, cn: string): [string, string][] => replacedIn(en, cn, [ACTS])

const shown = (words: string): string =>
  words
    .replace(/^\w+: "?/, '')
    .trim()
    .replace(/^(.{60}).+$/, '$1…')

/** From 120 to 130, and from 130 to 120; and values that are filled in. */
function turnedRound(en: string, cn: string): [string, string][] {
  const there = TURNED.en.exec(en)
  const here = TURNED.cn.exec(cn)
  const [first, second] = [there?.[1] ?? there?.[3], there?.[2] ?? there?.[4]]
  return there && here && first !== second && first === here[2] && second === here[1] ? [[here[0], there[0]]] : []
}
const SUM = String.raw`(?:[A-Z]{3} )?([\d,]+|\{\{\w+\}\})%?`
const TURNED: Readonly<Record<Lang, RegExp>> = {
  en: new RegExp(String.raw`\bfrom ${SUM} to ${SUM}|${SUM} (?:was|is) replaced by ${SUM}`),
  cn: /[由从]([\d,]+|\{\{\w+\}\})[元%]?[^，。；\d]{0,4}[至到为]([\d,]+|\{\{\w+\}\})/,
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
