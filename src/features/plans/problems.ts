/** Mistakes in content, told so that an editor who knows no code finds and mends them: file, line, field, what, example. */
import { isMap, isPair, isScalar, type Document, type LineCounter } from 'yaml'

export type ProblemCode =
  | 'syntax' | 'shape' | 'unknown_field' | 'missing_twin' | 'unknown_insurer' | 'wrong_currency' | 'insurer_may_not'
  | 'premium_gap' | 'premium_overlap' | 'premium_tiers' | 'tier_words' | 'requirement_not_met' | 'placeholder'
  | 'section' | 'article'

export interface Problem {
  /** Path from the repository's root, e.g. `content/plans/us-campus.yaml`. */
  readonly file: string
  readonly line: number
  /** Dotted path, e.g. `tiers.gold.benefits.mental`. */
  readonly field: string
  readonly code: ProblemCode
  readonly message: string
  readonly example: string
}

/** All mistakes at once, one a line. Written for editors, so always in English. */
export class ContentError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'))
    this.name = 'ContentError'
    this.problems = problems
  }
}

export const problemText = (p: Problem): string =>
  `${p.file}:${p.line}: ${p.field}: ${p.message} Example: ${p.example}`

export type Path = readonly (string | number)[]

/** Finds the line of a field; of its nearest existing parent where the field itself is missing. */
export class Lines {
  readonly #doc: Document
  readonly #counter: LineCounter
  readonly #first: number
  /** `first` is the file's line on which the YAML begins. */
  constructor(doc: Document, counter: LineCounter, first = 1) {
    this.#doc = doc
    this.#counter = counter
    this.#first = first
  }

  of(path: Path): number {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = this.#offset(path.slice(0, length))
      if (offset !== undefined) return this.#counter.linePos(offset).line + this.#first - 1
    }
    return this.#first
  }

  #offset(path: Path): number | undefined {
    const parent: unknown = path.length === 1 ? this.#doc.contents : this.#doc.getIn(path.slice(0, -1), true)
    const key = path.at(-1)
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
      return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined
    }
    const node: unknown = this.#doc.getIn(path, true)
    return hasRange(node) ? node.range[0] : undefined
  }
}

function hasRange(node: unknown): node is { range: [number, number, number] } {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
}
