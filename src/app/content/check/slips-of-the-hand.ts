/**
 * Letters, marks and words that no text of this site has on purpose: misspellings, signs of another input method, forms
 * of days and sums that it does not use. Asked of texts, where they are warnings, and of words of the interface.
 */
import type { Lang } from '../../../lib/locale.ts'

interface Slip {
  /** Both languages, unless it names one. */
  lang?: Lang
  pattern: RegExp
  why: string
  example: string
}

/** Stems, each with what is meant: the rest of the word does not matter. */
const MISSPELT: Readonly<Record<Lang, readonly (readonly [string, string])[]>> = {
  en: (
    'reciev receiv|reciept receipt|seperat separat|occured occurred|accomod accommod|insurenc insuranc|insurace insurance|' +
    'reimbursment reimbursement|paymnet payment|payement payment|adress address|untill until|definat definit|' +
    'goverment government|hosptial hospital|hopsital hospital|hospitial hospital|neccessar necessar|necesar necessar|' +
    'begining beginning|beleiv believ|docuemnt document|emergancy emergency|medecin medicin|perscri prescri|' +
    'refered referred|cancellaton cancellation|teh the|adn and|thier their|becuase because|wich which|' +
    'studens students|coverd covered|Youfeng Youfang|Yufang Youfang|Yofang Youfang'
  )
    .split('|')
    .map((pair): readonly [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
  cn: (
    '帐号 账号|帐户 账户|帐单 账单|帐款 账款|其它 其他|理陪 理赔|陪付 赔付|陪偿 赔偿|赔尝 赔偿|免陪 免赔|兔赔 免赔|' +
    '被保险入 被保险人|投保入 投保人|受益入 受益人|保脸 保险|报消 报销|诊段 诊断|处房 处方|住园 住院|既住症 既往症|' +
    '做为 作为|友方 有方'
  )
    .split('|')
    .map((pair): readonly [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
}

const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'

const SLIPS: readonly Slip[] = [
  // A storm makes landfall.
  {
    lang: 'cn',
    pattern: /(?<!台风|飓风|风暴|气旋)登陆/,
    why: 'is what a storm does: is it signing in?',
    example: '登录',
  },
  {
    lang: 'en',
    pattern: /[\x21-\x7e“”’][，。；：！？、]|[，。；：！？、][ A-Za-z]/,
    why: 'has a full-width mark: type it with the English keyboard.',
    example: 'word, word.',
  },
  {
    pattern: /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/,
    why: 'is typed full-width: switch the keyboard, and type it again.',
    example: '10:30',
  },
  {
    lang: 'cn',
    pattern: /\p{Script=Han}[\u00a0 ]\p{Script=Han}|\p{Script=Han}\u00a0|\u00a0\p{Script=Han}/u,
    why: 'has a space that was pasted: delete it.',
    example: '已备好',
  },
  { lang: 'cn', pattern: /\p{Script=Han} +[。，；：]/u, why: 'has a space before the mark.', example: '开放。' },
  { lang: 'en', pattern: /[a-z] +[.,;](?=\s|$)/, why: 'has a space before the mark.', example: 'open.' },
  { pattern: /\p{Emoji_Presentation}/u, why: 'is a picture sign: this site writes words.', example: 'the words alone' },
  { pattern: /[，。、；：]{2,}/, why: 'is two marks for one.', example: '。' },
  { pattern: /(?<!\.)\.{2,3}(?!\.)/, why: 'is typed as dots: end the sentence, or write one sign.', example: '…' },
  {
    pattern: /^[^“”]*”/,
    why: 'closes a quotation that nothing opens: are the marks the wrong way round?',
    example: '“…”',
  },
  { pattern: /(?<!^[^“]*”.*)“[^”]*$/, why: 'opens a quotation that nothing closes.', example: '“…”' },
  {
    lang: 'cn',
    pattern: /\d{1,2}月\d{1,2}号/,
    why: 'is how one speaks: a day is written with 日.',
    example: '12月5日',
  },
  {
    lang: 'cn',
    pattern: /(?<![\d.])20\d\d[./]\d{1,2}[./]\d{1,2}(?![\d.])/,
    why: 'is a day in another form than this site’s.',
    example: '2026年12月5日',
  },
  {
    lang: 'en',
    pattern: new RegExp(
      `\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? 20\\d\\d\\b|\\b\\d{1,2}(?:st|nd|rd|th) (?:of )?${MONTH}\\b`,
    ),
    why: 'is a day in another form than this site’s.',
    example: '5 December 2026',
  },
  {
    pattern: /(?<![\d:.])(?:(?:2[5-9]|[3-9]\d):[0-5]\d|24:(?:0[1-9]|[1-5]\d)|[01]?\d:[6-9]\d|2[0-4]:[6-9]\d)(?![\d:])/,
    why: 'is a time that no clock shows.',
    example: '15:00',
  },
  { pattern: /RMB ?(?=\d)|￥/, why: 'is not how this site writes yuan.', example: 'CNY 100, 100元' },
  { pattern: /(?<![A-Za-z])\$ ?\d/, why: 'is money of several countries: name the currency.', example: 'USD 100' },
  {
    pattern: /(?<![\d,])\d{1,3},\d{4}(?!\d)/,
    why: 'has a comma in the wrong place, or a digit too many.',
    example: '50,000',
  },
  {
    pattern: /@[\w.-]+\.(?:con|cmo|ocm|comm|nett|ogr|exmaple|exampel)\b/,
    why: 'ends in no address: are its letters exchanged?',
    example: 'service@company.example',
  },
  {
    pattern: /\[[A-Z]{2,3}\d{1,2}\](?!\()|[[［【]批注 ?\d*[\]］】]/,
    why: 'is the mark of a comment in Word: remove it.',
    example: 'the words alone',
  },
  {
    lang: 'cn',
    pattern: /\}\}(?:天天|日日)|\d(?:天天|元元|个月个月|小时小时)/,
    why: 'has its unit twice.',
    example: '3天',
  },
  {
    lang: 'cn',
    pattern: /\{\{limits\.\w*(?:Days|Hours|Minutes|Months|Years)\}\}(?=[内前后。，；])/,
    why: 'is a bare number, and its unit does not stand behind it.',
    example: '{{limits.decisionDays}}日',
  },
]

const WRONG: Readonly<Record<Lang, RegExp>> = {
  en: new RegExp(
    String.raw`\b(?:${MISSPELT.en.map(([wrong]) => wrong + (wrong.length > 4 ? String.raw`\w*` : '')).join('|')})\b`,
    'i',
  ),
  cn: new RegExp(MISSPELT.cn.map(([wrong]) => wrong).join('|')),
}

export interface FoundSlip {
  found: string
  why: string
  example: string
}

/** Of one paragraph, field or word of the interface: each kind once. */
export function slipsIn(text: string, lang: Lang): FoundSlip[] {
  const words = text.replace(/https?:\S+|\]\([^)]*\)/g, ' ')
  const [misspelt] = WRONG[lang].exec(words.replace(/\{\{[^}]*\}\}/g, ' ')) ?? []
  const pair = MISSPELT[lang].find(([wrong]) => misspelt?.toLowerCase().startsWith(wrong.toLowerCase()))
  return [
    ...(misspelt !== undefined && pair
      ? [{ found: misspelt, why: 'is misspelt.', example: pair[1] + misspelt.slice(pair[0].length) }]
      : []),
    ...SLIPS.flatMap(({ lang: of, pattern, why, example }) => {
      const [found] = of === undefined || of === lang ? (pattern.exec(words) ?? []) : []
      return found === undefined
        ? []
        : [
            {
              found: found
                .trim()
                .replace(/^(“.{39}).*/s, '$1')
                .slice(-40),
              why,
              example,
            },
          ]
    }),
  ]
}
