/** What no reader should see and no language has: marks of an unfinished merge, garbled letters, notes to oneself. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { isEarlierVersion } from './content-files.ts'

/** What comes along when words are pasted: notes to colleagues, heads of mails, names of senders in a chat, comments. */
const WHO = '领导|上级|主管|经理|总监|老板|法务|合规|各位|同事'

const NOTES_TO_COLLEAGUES: readonly RegExp[] = [
  new RegExp(`待(?:${WHO}).{0,4}?(?:确认|审核|审批|批准|核实|审定)`),
  /[（([【]\s*待[^）)\]】]{0,8}?(?:审核|审批|批准|核实|审定)[^）)\]】]{0,6}[）)\]】]/,
  new RegExp(`请(?:${WHO})?(?:审核|审阅|审批|批示|过目)(?=$|[。；，、!！…）)\\]】])`),
  /[（([]\s*(?:draft |pending |awaiting |sent )?(?:for )?(?:your |my |internal |legal |final |management )*(?:approval|sign-off)[^（）()[\]]*[）)\]]/i,
  /^\s*(?:pending|awaiting|for) (?:your |internal |legal |final )?(?:approval|review|sign-off)[.:]?\s*$/i,
  /^(?:Hi|Hello|Hey|Dear) (?:all|team|[A-Z][a-z]+),? (?:please|can you|could you)\b/,
  /\bplease (?:put|publish|upload|post) (?:this|it|them) (?:online|today|on the (?:site|website))\b/i,
  /(?:麻烦|辛苦|请帮忙)(?:您|你)?(?:今天|明天|尽快|帮忙)?(?:上线|发布|上传|更新一下)/,
]

/** The commonest surnames; a day of the week begins with one of them. */
const SURNAMES =
  '王李张刘陈杨黄赵吴徐孙马朱胡郭何林罗郑梁谢宋唐许邓冯韩曹曾彭萧蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱侯邹熊孟秦薛尹段雷龙陶贺顾毛郝龚邵'
const FACES =
  '微笑|呲牙|强|抱拳|玫瑰|捂脸|偷笑|合十|爱心|鲜花|握手|愉快|憨笑|得意|鼓掌|胜利|OK|Smile|Grin|ThumbsUp|Rose|Facepalm|图片|表情|语音|视频|文件|Photo|Sticker'

const COPIED_WITH: readonly RegExp[] = [
  new RegExp(String.raw`^[\s>*-]*[${SURNAMES}]\p{Script=Han}{1,2} ?\d{1,2}:\d\d(?::\d\d)? ?(?:[：:]|$)`, 'u'),
  new RegExp(String.raw`\[(?:${FACES})\](?!\()`),
  /Commented \[[A-Z]{1,4}\d+\]|批注 ?[[［【][A-Z]{1,4}\d+[\]］】]/,
  /^[\s>]*On .{6,100} wrote:\s*$|^[\s>]*.{0,60}写道[：:]\s*$/,
  /-{3,} ?(?:Original Message|Forwarded message|原始邮件|转发邮件|邮件原件) ?-{3,}/i,
  /^[\s>*]*(?:发件人|收件人|发送时间|抄送)[：:]/,
]

interface Leftover {
  pattern: RegExp
  code: string
  message: string
  example: (found: string, line: string) => string
  /** The interface shows the same words as the state of something: `待确认`. */
  state?: true
}

/** UTF-8 that was read as Windows-1252, and UTF-8 or nothing at all read as GBK. */
const GARBLED = /[âÃ][€\u0080-\u00bf™œ˜“”‘’‚„†‡•…‰‹›žŸ¡-¿]|Â[\u00a0-\u00bf]|ï»¿|锟斤拷|锟絖|烫烫烫|屯屯屯|ä¸|å[œ›]|ã€/

const NOTE = {
  code: 'leftover',
  message: 'is a note to whoever writes, not for readers: write the words, or remove it.',
  example: () => 'the words themselves',
} as const
const COPIED = {
  code: 'leftover',
  message: 'was copied with the words from a mail, a chat or a commented document: remove it.',
  example: () => 'the words alone',
} as const
const OPEN = 'to be (?:confirmed|added|determined|decided|announced|supplied|translated|written)'
/** “Needs to be confirmed” says who has to act; “Fee to be confirmed” says that the text is not finished. */
const BEFORE_VERB =
  'has|have|had|having|need|needs|needed|is|are|was|were|be|been|must|ought|going|wait|waiting|still|yet|not|only|want|wants|expected|likely|due'
const END = String.raw`[。；，、!！?？…）)】\]”"’'\s|]`

const LEFTOVERS: readonly Leftover[] = [
  {
    // No heading is underlined here: one begins with # (`broken-markup.ts`). So the line between the versions is a mark.
    pattern: /^(?:(?:<{7}|>{7}|\|{7})(?: .*)?|={7}\s*)$/,
    code: 'conflict',
    message:
      'is a mark of two versions that git could not merge. Keep one of them, and remove the three lines of marks.',
    example: () => 'the version that is right, once',
  },
  {
    pattern: GARBLED,
    code: 'garbled',
    message: 'is a letter that was read in another encoding. Type it again, and save as UTF-8.',
    example: mended,
  },
  {
    // Not in an address: `/list?id=a`.
    pattern: /(?<![/=&]\S*)\p{L}+\?\p{Ll}+/u,
    code: 'garbled',
    message: 'has a letter that was lost when the file was saved. Type it again, and save as UTF-8.',
    example: () => 'Für',
  },
  {
    pattern:
      /\b(?:TO[D]O|TB[DCA]|tb[dca]|FIX[M]E|[Xx]{3,})\b|\b[Ll]orem[ ]ipsum\b|[【（([]\s*(?:待(?:定|补充|完善)|占位|示例文字|此处|(?:后续|稍后)补充)[^】）)\]]*[】）)\]]/,
    ...NOTE,
  },
  // A mail that was written elsewhere, with places for what its program fills in.
  { pattern: /\[(?:(?:FIRST |FULL |YOUR |CUSTOMER )?NAME|DATE|AMOUNT|LINK|NUMBER|INSERT [^\]]*)\](?!\()/, ...NOTE },
  // In a sentence somebody confirms something: “has to be confirmed by phone”. A note stands alone or in brackets.
  {
    pattern: new RegExp(
      [
        String.raw`(?<=^[\s>*#-]*|[:：|"“.;]\s*|\s[–—-]\s)${OPEN}(?=[.…]?\s*(?:$|[|"”*]))`,
        String.raw`[（([]\s*(?:still )?${OPEN}(?: by (?:the|our) [^()（）[\]]*)?\s*[）)\]]`,
        String.raw`(?<!\b(?:${BEFORE_VERB}) )\bto be confirmed(?=[.…]?\s*$)`,
      ].join('|'),
      'i',
    ),
    ...NOTE,
  },
  // “开学日期待定的” and “材料可后续补充” are sentences: these two are notes only where a value or a heading stands.
  {
    pattern: new RegExp(
      [
        String.raw`(?<!等)待(?:补充|完善|填写|确认)(?=$|[：:]|${END})`,
        String.raw`(?<=^[\s>*#-]*|[：:|"“，；]\s*)待定(?=$|${END})`,
        String.raw`(?<=^[\s>*#-]*|[：:|"“，；。]\s*|详情|说明|内容|金额|费用|日期|图片|链接|数据)(?:后续|稍后)补充(?=$|${END})`,
      ].join('|'),
    ),
    ...NOTE,
    state: true,
  },
  ...NOTES_TO_COLLEAGUES.map((pattern) => ({ pattern, ...NOTE })),
  ...COPIED_WITH.map((pattern) => ({ pattern, ...COPIED })),
]

const WINDOWS = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

/** The word as it was before its UTF-8 was read as Windows-1252; nothing can be said of other garbled words. */
function mended(found: string, line: string): string {
  const word = line.split(/\s+/).find((it) => it.includes(found)) ?? found
  const bytes = Array.from(word, (letter) => WINDOWS.indexOf(letter))
  if (bytes.includes(-1)) return 'the words, typed again'
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return 'the words, typed again'
  }
}

interface FoundLeftover {
  found: string
  code: string
  message: string
  example: string
}

/** The first of them in a line. */
function firstIn(line: string, patterns: readonly Leftover[]): FoundLeftover | undefined {
  for (const { pattern, code, message, example } of patterns) {
    const [found] = pattern.exec(line) ?? []
    if (found !== undefined) return { found: found.trim(), code, message, example: example(found, line) }
  }
  return undefined
}

const IN_WORDS = LEFTOVERS.filter(({ state }) => state !== true)
/** In a text of the interface. */
export const leftoverInWords = (text: string): FoundLeftover | undefined =>
  text
    .split('\n')
    .map((line) => firstIn(line, IN_WORDS))
    .find((it) => it !== undefined)

/** One problem for each line. */
export const leftoverProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) => leftIn(root, path, text))

const leftIn = oncePerText((root: string, path: string, text: string): SourceProblem[] => {
  const possible = LEFTOVERS.filter(
    ({ pattern, code }) =>
      !(code === NOTE.code && isEarlierVersion(path)) && new RegExp(pattern, `${pattern.flags}m`).test(text),
  )
  if (possible.length === 0) return []
  return text.split('\n').flatMap((line, i) => {
    const first = firstIn(line, possible)
    return first ? [problem(`${root}/${path}`, i + 1, first.found, first.code, first.message, first.example)] : []
  })
})
