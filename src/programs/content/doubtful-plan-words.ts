/** What texts say of plans: another plan than the one that is meant, a figure of another row or tier. Warnings. */
import { dayInName } from '../../lib/content/content-by-day.ts'
import { namesIn, problem, type Tree } from '../../lib/content/content-tree.ts'
import { isRecord } from '../../lib/is-record.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { articlesOf, noClause, skippedArticles } from './clause-numbers.ts'
import { readYaml } from './doubtful-files.ts'
import { planWords } from './ended-tiers.ts'

interface Plan {
  id: string
  name: string
  /** Its name in English. */
  english: string
  tiers: Readonly<Record<string, string>>
  /** The first day on which it is not sold. */
  retired: string | undefined
  /** Without “(sample)”. */
  insurer: string
  insurers: readonly string[]
}

export const planWordDoubts = (all: Tree): SourceProblem[] =>
  LANGS.flatMap((lang) => {
    const insurers = namesIn(all, 'insurers', '.yaml').map((id) => insurerName(all, lang, id))
    const plans = namesIn(all, `plans/${lang}`, '.md')
      .filter((id) => !dayInName(`${id}.md`))
      .map((id): Plan => {
        const { plan, tiers } = planWords(all.files.get(`plans/${lang}/${id}.md`) ?? '')
        const figures = all.files.get(`plans/${id}.yaml`) ?? ''
        const retired = /^retired: (\S+)/m.exec(figures)?.[1]
        const insurer = insurerName(all, lang, /^insurer: (\S+)/m.exec(figures)?.[1] ?? '')
        const english = planWords(all.files.get(`plans/en/${id}.md`) ?? '').plan
        return { id, name: plan, english, tiers, retired, insurer, insurers }
      })
      .filter(({ name }) => name !== '')
    const rows = rowsByLabel(all, lang)
    const articles = articlesOf(all, lang)
    const alike = [...doubtfulTiers(all, lang), ...plans.flatMap((plan) => countedPlaces(all, plan, lang))]
    const words = [...all.files].flatMap(([path, text]) => {
      const [, folder = '', language, file = ''] = /^([a-z]+)\/(en|cn)\/(.+)\.md$/.exec(path) ?? []
      if (language !== lang) return []
      const id = file.replace(/\.from-.*$/, '')
      const own = folder === 'plans' || folder === 'clauses' ? plans.find((it) => it.id === id) : undefined
      return text.split('\n').flatMap((line, i) => {
        const told = [
          ...otherLink(line, plans),
          ...nearlyNamed(line, plans),
          ...otherInsurer(line, plans),
          ...noTier(line, plans),
          ...(own
            ? [...otherPlan(line, own, plans, lang), ...otherTier(line, own, lang), ...otherRow(line, rows)]
            : []),
          ...(lang === 'cn' ? englishName(line, plans) : []),
          ...(/^(?:faq|guides|articles|pages)$/.test(folder) ? notSold(line, plans) : []),
          ...(/^(?:faq|guides|articles|notices|plans|pages)$/.test(folder) ? noClause(line, articles) : []),
        ]
        return told.map(([found, why, example]) =>
          problem(`${all.root}/${path}`, i + 1, found, 'doubtful_plan', why, example),
        )
      })
    })
    return [
      ...alike,
      ...words,
      ...skippedArticles(all, lang, articles),
      ...plans.flatMap(({ id }) => unshown(all, `plans/${lang}/${id}.md`)),
    ]
  })

/** A plan’s page shows stars and brackets as they are typed, and a question without a heading in the answer before it. */
function unshown(all: Tree, path: string): SourceProblem[] {
  const lines = (all.files.get(path) ?? '').split('\n')
  const questions = lines.findIndex((it) => /^## (?:Questions|常见问题)$/.test(it))
  return lines.flatMap((line, i) => {
    const marked = /\*\*.+?\*\*|\[[^\]]+\]\([^)]+\)/.exec(line)?.[0]
    const say = (found: string, why: string, example: string): SourceProblem =>
      problem(`${all.root}/${path}`, i + 1, found, 'doubtful_plan', why, example)
    if (marked !== undefined)
      return [say(marked, 'has bold words or a link: a plan’s text has paragraphs and lists alone.', 'plain words')]
    return questions >= 0 && i > questions && /^[^#\s-].*[?？]$/.test(line)
      ? [say(line.slice(0, 40), 'is a question without ### before it.', `### ${line}`)]
      : []
  })
}

const PLACES: Readonly<Record<Lang, RegExp>> = {
  en: /\b(two|three|four|five|six|seven) (?:places|countries|destinations)\b/,
  cn: /([两三四五六七])(?:个国家|个地区|国|地)/,
}
const NUMERALS = ['two', 'three', 'four', 'five', 'six', 'seven']
/** `Tops up public insurance in five places`: as many as the plan covers. */
function countedPlaces(all: Tree, { id }: Plan, lang: Lang): SourceProblem[] {
  const path = `plans/${lang}/${id}.md`
  const lines = (all.files.get(path) ?? '').split('\n')
  const places = /^destinations: \[(.*)\]/m.exec(all.files.get(`plans/${id}.yaml`) ?? '')?.[1]?.split(',').length
  const line = lines.findIndex((it) => it.startsWith('tagline: '))
  const [found, word = ''] = PLACES[lang].exec(lines[line] ?? '') ?? []
  const count = Math.max(NUMERALS.indexOf(word), '两三四五六七'.indexOf(word)) + 2
  return found === undefined || places === undefined || count === places
    ? []
    : [
        problem(
          `${all.root}/${path}`,
          line + 1,
          found,
          'doubtful_plan',
          `is not what the plan covers: its destinations are ${places}.`,
          lang === 'en' ? `${NUMERALS[places - 2] ?? places} places` : `${places}个地区`,
        ),
      ]
}

/** A buyer chooses between tiers by their names, and by whom each is for; of every file, also for a later day. */
function doubtfulTiers(all: Tree, lang: Lang): SourceProblem[] {
  return [...all.files].flatMap(([path, text]) => {
    if (!path.startsWith(`plans/${lang}/`)) return []
    const { tiers } = readYaml(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '')
    const words = Object.values(isRecord(tiers) ? tiers : {}).filter(isRecord)
    const say = (found: string, why: string, example: string): SourceProblem => {
      const line = text.split('\n').findLastIndex((it) => it.includes(found)) + 1
      return problem(`${all.root}/${path}`, line, found, 'doubtful_plan', why, example)
    }
    const repeated = (field: 'name' | 'who'): string | undefined => {
      const said = words.map((it) => it[field]).filter((it) => typeof it === 'string')
      return said.find((it, i) => said.indexOf(it) < i)
    }
    const [name, who] = [repeated('name'), repeated('who')]
    const foreign = words.map((it) => String(it['name'])).filter((it) => lang === 'cn' && !/\p{Script=Han}/u.test(it))
    return [
      ...(name === undefined ? [] : [say(name, 'is the name of two tiers: nobody could choose.', 'a name of its own')]),
      ...(who === undefined ? [] : [say(who, 'is said of two tiers: nobody could choose.', 'words of its own')]),
      ...foreign.map((it) => say(it, 'is the name of a tier in English, in the Chinese file.', '升级计划')),
    ]
  })
}

type Told = [found: string, why: string, example: string]

/** `[Global Study](/plan/details/asia-plus)`. */
const otherLink = (line: string, plans: readonly Plan[]): Told[] =>
  [...line.matchAll(/\[([^\]]+)\]\(\/plan\/details\/(?:clause\/)?([\w-]+)/g)].flatMap(
    ([, words = '', id = '']): Told[] => {
      const named = plans.find(({ name }) => name === words)
      return named && named.id !== id
        ? [[`[${words}]`, `leads to the plan ${id}, and names ${named.id}.`, `[${words}](/plan/details/${named.id})`]]
        : []
    },
  )

const insurerName = (all: Tree, lang: Lang, id: string): string =>
  /^name: "?(.+?)"?$/m.exec(all.files.get(`insurers/${lang}/${id}.md`) ?? '')?.[1]?.replace(/ ?[(（].*$/, '') ?? ''

/** A link to a plan whose words are one slip of the keyboard away from its name. */
const nearlyNamed = (line: string, plans: readonly Plan[]): Told[] =>
  [...line.matchAll(/\[([^\]]+)\]\(\/plan\/details\/([\w-]+)\)/g)].flatMap(([, words = '', id = '']): Told[] => {
    const name = plans.find((it) => it.id === id)?.name
    return name !== undefined && words !== name && oneSlip(words, name)
      ? [[`[${words}]`, `is nearly the name of the plan, ${name}.`, `[${name}](/plan/details/${id})`]]
      : []
  })

/** The same before and after one letter, or two. */
export function oneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  if (shorter < 5 || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < shorter && a[start] === b[start]) start += 1
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return Math.max(a.length, b.length) - start - end <= 2
}

/** `[UK Study Plus](…)` in Chinese: the plan has a Chinese name. */
const englishName = (line: string, plans: readonly Plan[]): Told[] =>
  plans.flatMap(({ name, english }): Told[] =>
    english !== '' && hasWords(line, english, 'en') && !new RegExp(`[“（(][^”）)]*${english}`).test(line)
      ? [[english, 'is the English name of the plan, in Chinese.', name]]
      : [],
  )

const INSURED_BY = /\binsured by ([A-Z][\w& ]*)|由([^，。；]{2,8}?)(?:承保|提供保障)/
/** `[UK Study Plus](…) is insured by Lanqiao P&C`. */
function otherInsurer(line: string, plans: readonly Plan[]): Told[] {
  const [, en, cn] = INSURED_BY.exec(line) ?? []
  const said = en ?? cn
  const linked = plans.filter(({ id }) => line.includes(`/plan/details/${id})`))
  const [plan, ...more] = linked
  if (said === undefined || !plan || more.length > 0 || plan.insurer === '') return []
  const other = plan.insurers.find((it) => it !== '' && it !== plan.insurer && said.startsWith(it))
  return other === undefined
    ? []
    : [[other, `does not insure ${plan.name}: its insurer is ${plan.insurer}.`, plan.insurer]]
}

/** `Global Study, Gold`: a tier that other plans have. */
const noTier = (line: string, plans: readonly Plan[]): Told[] =>
  plans.flatMap(({ name, tiers }): Told[] => {
    if (!line.includes(name)) return []
    const own = Object.values(tiers)
    const others = plans.flatMap((it) => Object.values(it.tiers)).filter((it) => !own.includes(it))
    const after = line.slice(line.indexOf(name) + name.length).replace(/^\]\([^)]*\)/, '')
    const found = others.find((it) => new RegExp(`^(?:[,，、] ?|的| \\()${it}(?![a-z])`).test(after))
    return found === undefined ? [] : [[found, `is no tier of ${name}, which has: ${own.join(', ')}.`, own[0] ?? '']]
  })

/** A plan’s page compares it with no other; what names one was copied with its sentence. */
function otherPlan(line: string, own: Plan, plans: readonly Plan[], lang: Lang): Told[] {
  const other = plans.find(({ id, name }) => id !== own.id && !own.name.includes(name) && hasWords(line, name, lang))
  return other ? [[other.name, `is another plan, ${other.id}: was the sentence copied from there?`, '{{name}}']] : []
}

const hasWords = (line: string, words: string, lang: Lang): boolean =>
  lang === 'cn'
    ? line.includes(words)
    : line.includes(words.slice(0, 4)) && new RegExp(String.raw`\b${words.replace(/[^\w ]/g, '.')}\b`).test(line)

/** `In Standard, … {{tier.premier.deductible}}`: the sentence names tiers, and not the one whose figure it gives. */
function otherTier(line: string, own: Plan, lang: Lang): Told[] {
  return line.split(lang === 'cn' ? /[。；]/ : /[.;]\s/).flatMap((sentence): Told[] => {
    const words = sentence.replace(/\{\{[^}]*\}\}/g, ' ')
    const named = Object.entries(own.tiers).filter(([, name]) => hasWords(words, name, lang))
    const given = [...sentence.matchAll(/\{\{(?:tier|price)\.([\w-]+)\.[\w.]+\}\}/g)]
    const wrong = given.find(([, tier]) => named.length > 0 && !named.some(([id]) => id === tier))
    const [first] = named
    return wrong && first
      ? [
          [
            wrong[0],
            `is a figure of another tier than the sentence names, ${first[1]}.`,
            wrong[0].replace(wrong[1] ?? '', first[0]),
          ],
        ]
      : []
  })
}

const LABELLED = /^- ([^:：{]+)[:：] ?\{\{each\.(\w+)\}\}/
/** The row that most plans have beside a label. */
function rowsByLabel(all: Tree, lang: Lang): Map<string, Map<string, number>> {
  const rows = new Map<string, Map<string, number>>()
  for (const [path, text] of all.files) {
    if (!path.startsWith(`plans/${lang}/`) && !path.startsWith(`clauses/${lang}/`)) continue
    for (const line of text.split('\n')) {
      const [, label, row] = LABELLED.exec(line) ?? []
      if (label === undefined || row === undefined) continue
      const counts = rows.get(label) ?? new Map<string, number>()
      rows.set(label, counts.set(row, (counts.get(row) ?? 0) + 1))
    }
  }
  return rows
}

/** `Mental health: {{each.dental}}`, where at least two other texts have another row. */
function otherRow(line: string, rows: ReadonlyMap<string, ReadonlyMap<string, number>>): Told[] {
  const [, label = '', row = ''] = LABELLED.exec(line) ?? []
  const counts = rows.get(label)
  const [usual] = [...(counts ?? [])].sort((a, b) => b[1] - a[1])
  return usual && usual[0] !== row && usual[1] >= 2 && (counts?.get(row) ?? 0) < usual[1]
    ? [
        [
          `{{each.${row}}}`,
          `is beside “${label}”, which other plans have beside {{each.${usual[0]}}}.`,
          `{{each.${usual[0]}}}`,
        ],
      ]
    : []
}

const notSold = (line: string, plans: readonly Plan[]): Told[] =>
  plans
    .filter(
      ({ retired, name, id }) =>
        retired !== undefined && (line.includes(name) || line.includes(`/plan/details/${id})`)),
    )
    .map(({ name, retired }) => [
      name,
      `is not sold any more from ${retired}: name the plan that follows, unless the sentence is about policies of that time.`,
      'the plan that follows',
    ])
