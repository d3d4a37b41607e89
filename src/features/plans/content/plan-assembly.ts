/** Reads the collections file by file and collects every error, so that an editor can correct all of them at once. */
import { LANGS, type Lang } from '../../../lib/locale.ts'
import {
  BROKEN_PLACEHOLDER,
  brokenPlaceholders,
  closestPlaceholder,
  fillPlaceholders,
  unknownPlaceholders,
} from '../../../lib/content/placeholders.ts'
import { closestWord } from '../../../lib/text/closest-word.ts'
import { buildPlan } from './build-plan.ts'
import { checkPlan } from './check-plan.ts'
import { clauseText, compose, readClauses, type Chapter, type Clauses } from './clauses.ts'
import { figures, type Names } from '../rules/figure-placeholders.ts'
import type { Files, Source } from './plan-files.ts'
import type { Lines, Problem, ProblemCode } from './plan-file-problems.ts'
import { blocks, readBody } from './plan-prose.ts'
import { at, readYaml } from './read-yaml.ts'
import { unlikelyFigures } from './unlikely-figures.ts'
import { clauseWords, insurerFile, insurerWords, planFile, planWords, type RawPlan } from './plan-file-schema.ts'
import type { Insurer, Plan } from '../rules/plan-types.ts'
import type { InsurerWords, PlanWords } from '../rules/plan-words.ts'

interface Split {
  readonly head: string
  readonly body: string
  /** Line of the file at which the body begins. */
  readonly bodyLine: number
}

export class Assembly {
  readonly problems: Problem[] = []
  /** Figures that may be meant, and should be looked at again. */
  readonly doubts: Problem[] = []
  readonly plans = new Map<string, Plan>()
  readonly insurers = new Map<string, Insurer>()
  /** Keys of the other maps are `en/us-campus`. */
  readonly words = new Map<string, PlanWords>()
  readonly insurerWords = new Map<string, InsurerWords>()
  readonly clauses = new Map<string, Clauses>()
  readonly figures = new Map<string, Record<string, string>>()
  readonly #files: Files
  readonly #hash: (text: string) => string

  constructor(files: Files, hash: (text: string) => string) {
    this.#files = files
    this.#hash = hash
  }

  read(): this {
    for (const id of this.#files.ids('content/insurers', '.yaml')) this.#insurer(id)
    for (const id of this.#files.ids('content/plans', '.yaml')) this.#plan(id)
    this.#orphans()
    for (const plan of this.plans.values()) this.#successor(plan)
    this.#names()
    if (this.problems.length > 0) return this
    for (const lang of LANGS) for (const plan of this.plans.values()) this.#texts(plan, lang)
    return this
  }

  #insurer(id: string): void {
    const source = this.#need(`content/insurers/${id}.yaml`)
    const read = source && readYaml(insurerFile, source.text, source.file)
    this.problems.push(...(read?.problems ?? []))
    if (read?.value) this.insurers.set(id, { id, ...read.value })
    for (const lang of LANGS) {
      const text = this.#need(`content/insurers/${lang}/${id}.md`, `content/insurers/${id}.yaml`)
      const split = text && this.#split(text)
      const words = split && readYaml(insurerWords, split.head, text.file, 2)
      this.problems.push(...(words?.problems ?? []))
      if (words?.value)
        this.insurerWords.set(`${lang}/${id}`, { ...words.value, about: blocks(split?.body.split('\n') ?? []) })
    }
  }

  #plan(id: string): void {
    const source = this.#need(`content/plans/${id}.yaml`)
    if (!source) return
    const read = readYaml(planFile, source.text, source.file)
    this.problems.push(...read.problems)
    const plan = read.value && buildPlan(id, read.value)
    if (plan) {
      this.problems.push(...checkPlan(plan, this.insurers.get(plan.insurer), source.file, read.lines))
      this.plans.set(id, plan)
      this.#figures(read.value, source.file, read.lines)
    }
    for (const lang of LANGS) {
      this.#need(`content/clauses/${lang}/${id}.md`, source.file)
      const text = this.#need(`content/plans/${lang}/${id}.md`, source.file)
      const split = text && this.#split(text)
      if (!split) continue
      const words = readYaml(planWords, split.head, text.file, 2)
      this.problems.push(...words.problems)
      if (words.value && plan)
        this.problems.push(...tierWords(plan, Object.keys(words.value.tiers), text.file, words.lines))
      const body = readBody(split.body, lang)
      for (const fault of body.faults)
        this.#say(text.file, split.bodyLine + fault.line, fault.field, 'section', fault.message, fault.example)
      if (words.value)
        this.words.set(`${lang}/${id}`, { ...words.value, sections: body.sections, questions: body.questions })
    }
  }

  /** A plan leads on to another one that is sold. */
  #successor({ id, retired, replacedBy }: Plan): void {
    if (replacedBy === undefined || this.#files.isStored(id)) return
    const next = this.plans.get(replacedBy)
    const others = [...this.plans.values()].flatMap((it) => (it.id === id || it.retired ? [] : it.id))
    const sold = `Name one that is sold where this one is, or remove the line. There are: ${others.join(', ')}.`
    const [why, example] =
      retired === undefined
        ? ['needs retired, the day from which this plan is no longer sold.', 'retired: 2027-01-31']
        : !next
          ? [`is no plan. ${sold}`, `replacedBy: ${closestWord(replacedBy, others) ?? ''}`]
          : [
              replacedBy === id
                ? `is this plan itself. ${sold}`
                : next.retired && `is retired too, from ${next.retired}. ${sold}`,
              'the plan that follows, or no such line',
            ]
    if (why) this.#say(`content/plans/${id}.yaml`, 1, 'replacedBy', 'replaced_by', why, example)
  }

  #figures(raw: RawPlan, file: string, lines: Lines): void {
    for (const { path, message, example, doubtful } of unlikelyFigures(raw))
      (doubtful ? this.doubts : this.problems).push(at(file, lines, path, 'unlikely', message, example))
  }

  /** A reader tells plans apart by their names alone. */
  #names(): void {
    const first = new Map<string, string>()
    for (const [key, { name }] of this.words) {
      const [lang = '', id = ''] = key.split('/')
      if (this.#files.isStored(id)) continue
      const file = `content/plans/${key}.md`
      const named = `${lang} ${name.toLowerCase()}`
      const before = first.get(named)
      if (before === undefined) first.set(named, file)
      else this.#say(file, 2, 'name', 'twice', `is the name of ${before} too.`, `name: ${name} Plus`)
    }
  }

  /** Texts without figures: a file in `en` or `cn` that belongs to no plan or insurer. */
  #orphans(): void {
    for (const [folder, known] of [
      ['plans', this.plans],
      ['insurers', this.insurers],
    ] as const) {
      for (const lang of LANGS)
        for (const id of this.#files.ids(`content/${folder}/${lang}`, '.md')) {
          if (known.has(id) || this.#files.read(`content/${folder}/${id}.yaml`)) continue
          this.#say(
            `content/${folder}/${lang}/${id}.md`,
            1,
            '(file)',
            'missing_twin',
            'there are no figures for it.',
            `content/${folder}/${id}.yaml`,
          )
        }
    }
  }

  /** Second pass, once all figures are known: fills in placeholders and composes the terms. */
  #texts(plan: Plan, lang: Lang): void {
    const key = `${lang}/${plan.id}`
    const words = this.words.get(key)
    const insurer = this.insurerWords.get(`${lang}/${plan.insurer}`)
    const clause = this.#files.read(`content/clauses/${lang}/${plan.id}.md`)
    const prose = this.#files.read(`content/plans/${lang}/${plan.id}.md`)
    if (!words || !insurer || !clause || !prose) return
    const names: Names = {
      name: words.name,
      insurer,
      tiers: Object.fromEntries(Object.entries(words.tiers).map(([id, tier]) => [id, tier.name])),
    }
    const values = figures(plan, names, this.#files.words(lang), lang)
    this.figures.set(key, values)
    if (this.#placeholders(prose, values)) this.words.set(key, fillAll(words, values, prose.file))
    this.#clause(clause, key, values, lang)
  }

  #clause(source: Source, key: string, values: Record<string, string>, lang: Lang): void {
    const split = this.#split(source)
    const read = split && readYaml(clauseWords, split.head, source.file, 2)
    this.problems.push(...(read?.problems ?? []))
    if (!split || !read?.value) return
    const { base, ...head } = fillAll(read.value, values, source.file)
    const below = base === undefined ? [] : this.#chapters(`content/clauses/${lang}/${base}.md`, values)
    const chapters = compose(below, this.#chapters(source.file, values))
    const text = clauseText([head.title, `${head.version} · ${head.date}`, head.filing, head.notice], chapters)
    this.clauses.set(key, {
      ...head,
      chapters,
      articles: chapters.flatMap((chapter) => chapter.articles),
      text,
      sha256: this.#hash(text),
    })
  }

  #chapters(file: string, values: Record<string, string>): readonly Chapter[] {
    const source = this.#need(file)
    const split = source && this.#split(source)
    if (!source || !split || !this.#placeholders(source, values)) return []
    const { chapters, faults } = readClauses(split.body)
    for (const fault of faults)
      this.#say(file, split.bodyLine + fault.line, fault.field, 'article', fault.message, '## 3.4 Network price')
    return fillAll(chapters, values, file)
  }

  /** Reports every `{{figure}}` that is unknown or lacks a brace, with its line. */
  #placeholders({ file, text }: Source, values: Record<string, string>): boolean {
    const unknown = unknownPlaceholders(text, values)
    const broken = brokenPlaceholders(text)
    for (const { name, line } of unknown)
      this.#say(file, line, name, 'placeholder', 'is not a figure of this plan.', '{{each.yearMaximum}}')
    for (const { name, line } of broken)
      this.#say(file, line, name, 'placeholder', BROKEN_PLACEHOLDER, closestPlaceholder(name, Object.keys(values)))
    return unknown.length === 0 && broken.length === 0
  }

  #split({ file, text }: Source): Split | undefined {
    const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)
    if (!match) {
      this.#say(file, 1, '(file)', 'syntax', 'must begin with its fields between two lines of ---.', '---')
      return undefined
    }
    return { head: match[1] ?? '', body: text.slice(match[0].length), bodyLine: match[0].split('\n').length }
  }

  #need(file: string, twinOf = file): Source | undefined {
    const source = this.#files.read(file)
    if (!source) this.#say(twinOf, 1, '(file)', 'missing_twin', `the file ${file} is missing.`, file)
    return source
  }

  #say(file: string, line: number, field: string, code: ProblemCode, message: string, example: string): void {
    this.problems.push({ file, line, field, code, message, example })
  }
}

function tierWords(plan: Plan, named: readonly string[], file: string, lines: Parameters<typeof at>[1]): Problem[] {
  const ids = plan.tiers.map((tier) => tier.id)
  return [
    ...ids
      .filter((id) => !named.includes(id))
      .map((id) => at(file, lines, ['tiers', id], 'tier_words', `the tier ${id} has no words.`)),
    ...named
      .filter((id) => !ids.includes(id))
      .map((id) =>
        at(file, lines, ['tiers', id], 'tier_words', tierGone(plan.id, id), `the words of a copy without ${id}`),
      ),
  ]
}

/** Whoever ends a tier takes it out of a copy: out of today's file it would be gone at once. */
const tierGone = (plan: string, tier: string): string =>
  `there is no tier ${tier} in content/plans/${plan}.yaml. Without a day in its name, that file takes the tier off sale with the next release: put it back there, and end it from a day, in copies (docs/editing.md, “A plan”).`

/** Fills in the placeholders of every text inside; the structure stays the same. */
function fillAll<V>(value: V, values: Record<string, string>, file: string): V {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text is replaced by a text, so the type stays
  return JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? fillPlaceholders(part, values, { file }) : part,
  ) as V
}
