/** A text that breaks off, titles that are none, links that say nothing: what shows when a page is read as a whole. */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { matchRoute } from '../../../routes.ts'
import { isEarlierVersion } from './content-files.ts'
import { childrenOf, lineOfNode, wordsOf, type MarkdownFile, type Node } from './markdown-blocks.ts'
import { slipsIn } from './slips-of-the-hand.ts'
import { partsOf, type Part } from './text-parts.ts'

type Told = [line: number, found: string, why: string, example: string]

export const shapeDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] =>
  texts.filter(({ path }) => !isEarlierVersion(path)).flatMap(shapeDoubtsOf)

const shapeDoubtsOf = oncePer((text: MarkdownFile): SourceProblem[] => {
  const parts = partsOf(text)
  return [
    ...parts.flatMap(({ line, words }) =>
      slipsIn(words, text.lang).map(({ found, why, example }): Told => [line, found, why, example]),
    ),
    ...parts.flatMap((part) => brokenOff(part, text.lang)),
    ...titleOf(parts, text.lang),
    ...linesOf(text),
    ...text.blocks.flatMap((block, i) => listDoubts(text, block, text.blocks[i - 1])),
    ...twiceSaid(text),
  ].map(([line, found, why, example]) => problem(text.file, line, found, 'doubtful_shape', why, example))
})

const OPEN_END: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:and|or|the|an|because)[.,]?["”']?$|,$/i,
  cn: /(?:[，、]|以及|并且|或者|[^平总调温共附谐柔饱暖缓]和)。?["”']?$/,
}

function brokenOff({ line, kind, words }: Part, lang: Lang): Told[] {
  if (kind !== 'paragraph' || !OPEN_END[lang].test(words.trim())) return []
  const why = 'breaks off: is the rest missing?'
  return [[line, words.trim().slice(-40), why, lang === 'en' ? 'The whole sentence.' : '完整的一句话。']]
}

const TOO_LONG: Readonly<Record<Lang, number>> = { en: 100, cn: 40 }

function titleOf(parts: readonly Part[], lang: Lang): Told[] {
  const field = (name: string): Part | undefined =>
    parts.find(({ kind, words }) => kind === 'field' && words.startsWith(`${name}: `))
  const [title, summary] = [field('title'), field('summary')]
  if (!title) return []
  const words = valueOf(title)
  const example = lang === 'en' ? 'title: "How to claim"' : 'title: "怎么申请理赔"'
  const say = (why: string): Told => [title.line, 'title', why, example]
  return [
    ...(/^[“「].*[”」]$/.test(words)
      ? [say('is in typographic quotation marks, which are shown: type plain ones, ".')]
      : []),
    ...(/[^.]\.$|。$/.test(words) ? [say('ends with a full stop: a title has none.')] : []),
    ...(words.length > TOO_LONG[lang]
      ? [say(`has ${words.length} characters, and a list or a shared link shows about ${lang === 'en' ? 60 : 24}.`)]
      : []),
    ...(summary && words.length > 3 && bare(valueOf(summary)) === bare(words)
      ? [
          [
            summary.line,
            'summary',
            'says what the title says: both stand one below the other.',
            'what the title does not say',
          ] satisfies Told,
        ]
      : []),
  ]
}
const valueOf = ({ words }: Part): string => words.replace(/^\w+: /, '').replace(/^"(.*)"$/, '$1')
const bare = (words: string): string => words.replace(/[.。]$/, '').toLowerCase()

/** What stands in the brackets is read out alone, in a list of all links. */
const NOTHING_SAID = /\[(?:here|click here|this link|this page|link|点击这里|点击此处|这里|此处|点此|链接)\]\(/i
/** What several people write in is no page to read, and asks them to sign in elsewhere. */
const WORKING_FILE =
  /\]\(https:\/\/(?:docs|drive)\.google\.|\]\(https:\/\/(?:docs\.qq|[\w-]+\.feishu|shimo|www\.kdocs|forms\.gle)/
/** A page of this site by its whole address, wherever the site is: the other language and a preview leave it. */
const ownPage = (line: string): string | undefined => {
  const [, whole, path] = /\]\((https:\/\/[^/)\s]+(?:\/cn)?(\/[^)\s?#]+))/.exec(line) ?? []
  return path !== undefined && path.split('/').length > 2 && matchRoute(path) ? whole : undefined
}
/** Of a link: elsewhere it is told as a slip. */
const MAIL = /mailto:[\w.+-]+@[\w.-]+\.(?:con|cmo|ocm|comm|nett|ogr|exmaple|exampel)\b/
const ENCLOSED = /\b(?:attached|attachment|enclosed)\b|附件|附后/i

const linesOf = ({ path, body, bodyLine }: MarkdownFile): Told[] =>
  body.split('\n').flatMap((line, i): Told[] => {
    const at = bodyLine + i
    const [vague, shared] = [NOTHING_SAID.exec(line)?.[0], WORKING_FILE.exec(line)?.[0]]
    const own = ownPage(line)
    const mail = MAIL.exec(line)?.[0]
    const enclosed = path.startsWith('notices/') ? ENCLOSED.exec(line)?.[0] : undefined
    return [
      ...(vague === undefined
        ? []
        : [
            [
              at,
              vague.slice(0, -1),
              'says nothing of where it leads: name the page.',
              '[See the plans](/plan/list)',
            ] satisfies Told,
          ]),
      ...(shared === undefined
        ? []
        : [
            [
              at,
              shared.slice(2),
              'is a shared working file: put what it says on a page, or link to the page of who publishes it.',
              'https://www.who.int/',
            ] satisfies Told,
          ]),
      ...(own === undefined
        ? []
        : [
            [
              at,
              own,
              'is a page of this site: write it without the name of the site.',
              '[See the plans](/plan/list)',
            ] satisfies Told,
          ]),
      ...(mail === undefined
        ? []
        : [[at, mail, 'ends in no address: are its letters exchanged?', 'mailto:{{site.email}}'] satisfies Told]),
      ...(enclosed === undefined
        ? []
        : [
            [
              at,
              enclosed,
              'is nowhere: a page has no attachments. Link to the page, or write what it says.',
              '[See the plans](/plan/list)',
            ] satisfies Told,
          ]),
    ]
  })

const COUNTS: Readonly<Record<Lang, RegExp>> = {
  en: /\b(two|three|four|five|six|seven|eight|nine) (?:\w+ )?(?:documents|items|things|steps|ways|cases|questions|papers|forms)\b[^.]*:$/i,
  cn: /([两三四五六七八九2-9])[份项个步种件点类][^。]*：$/,
}
const NUMERALS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const countOf = (word: string): number =>
  Number(word) ||
  (word === '两' ? 2 : Math.max(NUMERALS.indexOf(word.toLowerCase()), '二三四五六七八九'.indexOf(word)) + 2)

/** A number that is left out, and a list that is longer or shorter than the sentence above it says. */
function listDoubts(text: MarkdownFile, list: Node, above: Node | undefined): Told[] {
  if (list.type !== 'list') return []
  const items = childrenOf(list)
  const numbers = items.map((item) =>
    Number(/^\d+/.exec(text.body.slice(item.position?.start.offset ?? 0, (item.position?.start.offset ?? 0) + 4))?.[0]),
  )
  const gap = numbers.findIndex((it, i) => i > 0 && it - (numbers[i - 1] ?? 0) > 1)
  const after = numbers[gap - 1]
  const skipped: Told[] =
    gap > 0 && items[gap]
      ? [
          [
            lineOfNode(text, items[gap]),
            `${numbers[gap]}.`,
            `comes after ${after}: is an item missing?`,
            `${(after ?? 0) + 1}. …`,
          ],
        ]
      : []
  const [said, word = ''] = (above?.type === 'paragraph' && COUNTS[text.lang].exec(wordsOf(above).trim())) || []
  const wrong = said !== undefined && countOf(word) !== items.length
  return [
    ...skipped,
    ...(wrong && above
      ? [
          [
            lineOfNode(text, above),
            said,
            `is followed by ${items.length} items: is one missing, or too many?`,
            `a list of ${countOf(word)}`,
          ] satisfies Told,
        ]
      : []),
  ]
}

/** Two headings, or the first cells of two rows of a table, that are the same: the second was pasted, and stayed. */
function twiceSaid(text: MarkdownFile): Told[] {
  const headings = text.blocks.filter((it) => it.type === 'heading' && it.depth < 3)
  const tables = text.blocks.filter(({ type }) => type === 'table')
  return [
    ...headings.map((node) => ({ node, words: wordsOf(node), of: headings })),
    ...tables.flatMap((table) => {
      const rows = childrenOf(table).slice(1)
      return rows.map((node) => ({ node, words: labelOf(node), of: rows }))
    }),
  ].flatMap(({ node, words, of }): Told[] => {
    const first = of.find((it) => (it.type === 'heading' ? wordsOf(it) : labelOf(it)) === words)
    return words.trim() === '' || !first || first === node
      ? []
      : [[lineOfNode(text, node), words, 'is there already, further up: which one is meant?', 'words of its own']]
  })
}
const labelOf = (row: Node): string => wordsOf(childrenOf(row)[0] ?? row)
