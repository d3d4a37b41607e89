/** What the product never says (domain brief §1 "Never write", §8 tone), as patterns over words and content. */

export interface Ban {
  pattern: RegExp
  /** What to say instead, or why not. */
  instead: string
  /** Wordings that hold the pattern and are right. */
  unless?: RegExp
}

const ban = (pattern: RegExp, instead: string, unless?: RegExp): Ban => ({ pattern, instead, ...(unless && { unless }) })

export const NEVER_CN: readonly Ban[] = [
  ban(/保险政策/, '保单'),
  ban(/溢价/, '保费'),
  ban(/可?扣除额/, '免赔额'),
  ban(/共同保险|共保(?!障|留|存|护)(?!\d)/, '自付比例'),
  ban(/政策持有人|要保人/, '投保人'),
  ban(/被保人/, '被保险人'),
  ban(/受益者/, '受益人'),
  ban(/覆盖范围|承保范围|覆盖(的|各类|全部|所有)?(责任|疾病|费用|医疗|项目|风险)/, '保障范围'),
  ban(/提供者|供应商/, '医疗机构', /个人信息.{0,12}(提供者|供应商)|服务供应商/),
  ban(/预先存在/, '既往症'),
  ban(/医疗撤离|遗体遣返/, '医疗运送、遗体送返'),
  ban(/逐项账单/, '费用清单'),
  ban(/出院摘要/, '出院小结'),
  ban(/索赔被否认/, '不予赔付'),
  ban(/提交索赔/, '申请理赔'),
  ban(/收银员|结账台/, '收银台'),
  ban(/发票标题/, '发票抬头'),
  ban(/红色字母/, '红字发票'),
  ban(/冷静期/, '犹豫期'),
  ban(/电子政策/, '电子保单'),
  // A computer's file is 文件 in Chinese too; what a claim needs is 材料.
  ban(/(补充|补交|所需|所有需要的|理赔|申请|索赔|投保|相关|必要)文件|(提交|提供|准备|寄送|收到|核对|审核)(的|全部|以下|这些|相关)?文件|文件(不全|齐全|清单|不足|要求)/, '材料'),
  ban(/您的索赔正在处理/, '理赔审核中'),
  ban(/自动续保|承诺续保/, '不保证续保', /(不|无|没有|并非|也不|不会|禁止|未)[^，。；]{0,4}(自动续保|承诺续保)/),
  ban(/最(好|佳|优|强|全|专业|便宜|实惠|划算|受欢迎|值得|低价|权威|先进|安全|快|省心|贴心|放心)/, 'no superlatives (advertising law art. 9)'),
  ban(/第一(?![步次天页条项个年款章部行份封方顺程种组季]|阶段|学年|学期|医院|中学|大学|附属|人民|笔|张|句|名|位|周|晚|时|眼|日|夜)|第一时间/, 'no superlatives (advertising law art. 9)'),
  ban(/首选|国家级|顶级|极致|完美/, 'no superlatives (advertising law art. 9)'),
  ban(/[!！]/, 'no exclamation marks'),
  ban(/安心无忧|无忧|全面保障|放心保/, 'no promise beyond the terms'),
  ban(/(^|[。，])亲[，,～~]|～/, '您'),
  ban(/很抱歉|非常抱歉|遗憾地/, 'result, reason, next step'),
  ban(/被给予|进行一个|给予您/, 'plain wording'),
]

export const NEVER_EN: readonly Ban[] = [
  ban(/\binsurant/i, 'insured person'),
  ban(/\bapplicants?\b/i, 'policyholder', /visa applicant|applicants? for (a |the )?(visa|job|school|university)/i),
  ban(/insurance liability/i, 'What is covered'),
  ban(/liability exemption/i, 'What is not covered'),
  ban(/\b(report the case|file a case)\b/i, 'Report a claim, Registered'),
  ban(/supplementary (materials?|documents?)/i, 'the document by its name'),
  ban(/compensation ratio/i, 'we pay 80%'),
  ban(/hesitation period/i, 'cooling-off period'),
  ban(/cash value/i, 'refund value', /[^.]*refund[^.]*/i),
  ban(/electronic bill/i, 'e-invoice'),
  ban(/outpatient emergency treatment/i, 'outpatient and emergency'),
  ban(/third-party responsibility/i, 'personal liability'),
  ban(/insurance period/i, 'cover period'),
  ban(/\bguarantee[sd]?\b/i, 'cover', /guarantees? of payment|ask (the \w+ )?for a guarantee|payment guarantee|not (be )?guaranteed|no guarantee|not guarantee|deposit or (a )?guarantee|without guarantee|guarantee (letter|to the hospital)|never guarantee|cannot guarantee/i),
  ban(/successful payment|payment (was )?successful/i, 'Payment received'),
  ban(/clinic-hospitali[sz]ation/i, 'outpatient and inpatient'),
  ban(/\bpapers\b/i, 'documents'),
  ban(/\b(best value|best price|cheapest|unbeatable|number one|no\. ?1 )\b/i, 'no praise'),
  ban(/\bdiscounts?\b|\bspecial offer\b/i, 'no discounts', /[^.;:]*\b(no|not|never|without)\b[^.;:]*discount|network price|student discount|give a discount, a coupon/i),
  ban(/worry-free|peace of mind|full cover\b/i, 'no promise beyond the terms'),
  ban(/\b(kindly|unfortunately|oops|please be advised)\b/i, 'result, reason, next step'),
  ban(/!(?!\[|=)/, 'no exclamation marks'),
]

/** Text without what is not language: links, code, holes, marks, references like 62.14(b), addresses. */
export const plain = (text: string): string =>
  text
    .replace(/`[^`]*`|\s*\{#[^}]*\}/g, '')
    .replace(/!?(\[[^\]]*\])\([^)]*\)/g, '$1')
    .replace(/\{\{[^}]*\}\}|\{[^}]*\}/g, '0')
    .replace(/<\/?[\w-]+[^>]*>/g, '')
    .replace(/\d\([a-z]\)/g, '0')
    .replace(/\b(?:https?:\/\/|\/)[\w./?=&#%-]+/g, '')

export interface Found {
  /** The wording as it stands. */
  found: string
  instead: string
}

/** Banned wordings in a line that is `plain` already. */
export function findBanned(text: string, bans: readonly Ban[]): Found[] {
  return bans.flatMap(({ pattern, instead, unless }) => {
    if (!pattern.test(text)) return []
    // What is right is taken out before looking, so that one right use does not excuse a wrong one beside it.
    const rest = unless ? text.replace(new RegExp(unless.source, `${unless.flags}g`), ' ') : text
    const found = pattern.exec(rest)
    return found ? [{ found: found[0], instead }] : []
  })
}

/** The same as `wording → instead`. */
export const banned = (line: string, bans: readonly Ban[]): string[] => findBanned(plain(line), bans).map(({ found, instead }) => `${found} → ${instead}`)

/** Bans with one pattern for all: most texts hold none of them, and are looked at once. */
export interface BanList {
  bans: readonly Ban[]
  /** False: nothing of the list stands in the text, which is `plain` already. */
  may: (text: string) => boolean
}

function banList(bans: readonly Ban[], flags: string): BanList {
  const all = new RegExp(bans.map(({ pattern }) => `(?:${pattern.source})`).join('|'), flags)
  return { bans, may: (text) => all.test(text) }
}
export const BANNED_EN = banList(NEVER_EN, 'im')
export const BANNED_CN = banList(NEVER_CN, 'm')

const HAN = '[\\u3400-\\u9fff\\u{20000}-\\u{3134f}]'
const HALF_WIDTH = new RegExp(`${HAN}\\s?[,;:!?()]|[,;!?()]\\s?${HAN}|${HAN}\\.(?:\\s|$)`, 'u')
const HAND_SPACE = new RegExp(`${HAN} +[A-Za-z0-9]|[A-Za-z0-9%] +${HAN}`, 'u')
const STRAIGHT_QUOTE = new RegExp(`["']${HAN}|${HAN}["']`, 'u')

const FAULTS = [
  { fault: 'half-width punctuation', pattern: HALF_WIDTH, example: '保单，条款。' },
  { fault: 'a space by hand', pattern: HAND_SPACE, example: '下载PDF，共3页' },
  { fault: 'a straight quotation mark', pattern: STRAIGHT_QUOTE, example: '“保单”' },
] as const

/** What is wrong with the typography of a Chinese line that is `plain` already: full-width punctuation, no spaces by hand, Chinese quotation marks. */
export function chineseFaults(text: string): { fault: string; found: string; example: string }[] {
  return FAULTS.flatMap(({ fault, pattern, example }) => {
    const found = pattern.exec(text)
    return found ? [{ fault, found: text.slice(Math.max(0, found.index - 6), found.index + 8), example }] : []
  })
}
/** One look at a whole text that is `plain` already, before its lines are looked at one by one. */
export const maybeBadChinese = (text: string): boolean => FAULTS.some(({ pattern }) => pattern.test(text))

/** The same as lines of words. */
export const badChinese = (line: string): string[] => chineseFaults(plain(line)).map(({ fault, found }) => `${fault}: “${found}”`)

/** American spellings that have a British one; names of institutions stand outside interface words. */
export const AMERICAN = /\b(color|center|favorite|canceled|canceling|enrollment|authoriz\w*|hospitaliz\w*|itemiz\w*|organiz\w*|recogniz\w*|apologiz\w*|licens(?=ed? (no|number)))/i
