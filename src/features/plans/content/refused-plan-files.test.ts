import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Files, type Source } from './plan-files.ts'
import { readPlans } from './load-plans.ts'
import { ContentError, type Problem } from './plan-file-problems.ts'

const ROOT = process.cwd()
const FIXTURES = 'tests/fixtures/plans'

/** The real content overlaid with the files of one fixture, which contains only what is wrong. */
class Overlay extends Files {
  readonly #over: Files
  constructor(name: string) {
    super(ROOT)
    this.#over = new Files(join(ROOT, FIXTURES, name))
  }
  override ids(folder: string, extension: string): string[] {
    return [...new Set([...super.ids(folder, extension), ...this.#over.ids(folder, extension)])].sort()
  }
  override read(file: string): Source | undefined {
    return this.#over.read(file) ?? super.read(file)
  }
}

const problems = (name: string): readonly Problem[] => problemsOf(new Overlay(name))
function problemsOf(files: Files): readonly Problem[] {
  try {
    readPlans(files)
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}

const NZ = 'content/plans/nz-study.yaml'
const CASES: Record<string, Partial<Problem>> = {
  'premium-gap': {
    code: 'premium_gap',
    file: NZ,
    line: 42,
    field: 'premium.bands.1.ages',
    message: 'no price at age 18.',
    example: 'ages: { from: 18, to: 120 }',
  },
  'premium-overlap': { code: 'premium_overlap', file: NZ, line: 42, field: 'premium.bands.1.ages' },
  'premium-short': { code: 'premium_gap', file: NZ, line: 41, message: 'no price from age 61 to 120.' },
  'premium-tiers': { code: 'premium_tiers', file: NZ, line: 41, message: 'no price for the tier study.' },
  'trip-gap': {
    code: 'premium_gap',
    file: 'content/plans/short-camp.yaml',
    message: 'no price from day 91 to 180.',
    example: 'days: 180',
  },
  'wrong-currency': {
    code: 'wrong_currency',
    file: NZ,
    line: 4,
    field: 'currency',
    message:
      'tui writes in NZD, not CNY. Is it the insurer of this plan, or that of the plan it was copied from? Correct the line insurer first.',
    example: 'the plan’s own insurer, or currency: NZD',
  },
  'unknown-currency': { code: 'shape', file: NZ, line: 4, field: 'currency' },
  'replaced-by': { code: 'replaced_by', file: NZ, field: 'replacedBy', example: 'replacedBy: us-campus' },
  'unknown-insurer': { code: 'unknown_insurer', file: NZ, line: 3, field: 'insurer' },
  'missing-twin': {
    code: 'missing_twin',
    file: 'content/plans/lonely.yaml',
    line: 1,
    example: 'content/clauses/en/lonely.md',
  },
  orphan: { code: 'missing_twin', file: 'content/plans/en/orphan.md', line: 1, example: 'content/plans/orphan.yaml' },
  'tier-words': {
    code: 'tier_words',
    file: 'content/plans/cn/nz-study.md',
    field: 'tiers.study',
    message: 'the tier study has no words.',
    example: 'study: { name: Gold, who: For a full degree. }',
  },
  'insurer-may-not': {
    code: 'insurer_may_not',
    file: 'content/plans/asia-plus.yaml',
    field: 'tiers.basic.benefits.liability',
    example: 'liability: none',
  },
  'insurer-help-line': {
    code: 'shape',
    file: 'content/insurers/tui.yaml',
    field: 'assistance.phones.local.nz',
    message: 'must be an international number: + and digits, in quotes.',
    example: 'nz: "+86 21 5550 0188"',
  },
  'insurer-complaints': {
    code: 'shape',
    file: 'content/insurers/tui.yaml',
    field: 'complaints',
    message: 'must be an international number: + and digits, in quotes.',
    example: 'complaints: "+86 21 5550 0152"',
  },
  'insurer-solvency': {
    code: 'shape',
    file: 'content/insurers/tui.yaml',
    field: 'solvency',
    message: 'must have core, comprehensive and rating in mainland China, and local abroad.',
    example: 'solvency: { asOf: 2026-06-30, local: 158 }',
  },
  requirement: { code: 'requirement_not_met', file: 'content/plans/us-j1.yaml', field: 'tiers.standard.deductible' },
  shape: { code: 'shape', file: NZ, line: 20, field: 'tiers.study.yearMaximum', example: 'yearMaximum: 4000000' },
  'unknown-field': { code: 'unknown_field', file: NZ, line: 11, field: 'colour' },
  'missing-benefit': { code: 'shape', file: NZ, line: 24, field: 'tiers.study.benefits.mental' },
  syntax: { code: 'syntax', file: NZ, field: 'ages' },
  placeholder: { code: 'placeholder', file: 'content/plans/cn/nz-study.md', field: '{{price.study.18}}' },
  section: { code: 'section', file: 'content/plans/en/nz-study.md', field: 'Billing', example: '## Where it fits' },
  article: { code: 'article', file: 'content/clauses/en/nz-study.md', field: '4.2 ACC' },
  'no-frontmatter': { code: 'syntax', file: 'content/clauses/en/nz-study.md', line: 1 },
  'same-name': {
    code: 'twice',
    file: 'content/plans/en/us-campus.md',
    line: 2,
    field: 'name',
    message: 'is the name of content/plans/en/nz-study.md too.',
  },
  'unlikely-price': {
    code: 'unlikely',
    file: 'content/plans/short-camp.yaml',
    field: 'premium.bands.1.price.camp',
    message: 'is 28, and the prices beside it are 168 and 498: a digit is missing, or one too many.',
  },
  'empty-words': {
    code: 'shape',
    file: 'content/plans/en/nz-study.md',
    line: 2,
    field: 'name',
    message: 'must not be empty.',
  },
}

describe('content that is refused', () => {
  it('has a fixture for each case', () => {
    expect(readdirSync(join(ROOT, FIXTURES)).sort()).toEqual(Object.keys(CASES).sort())
  })

  for (const [name, expected] of Object.entries(CASES)) {
    it(`${name}: names file, line, field, what is wrong and an example`, () => {
      const all = problems(name)
      expect(all[0]).toMatchObject(expected)
      for (const problem of all) {
        expect(existsSync(join(ROOT, FIXTURES, name, problem.file)) || existsSync(join(ROOT, problem.file))).toBe(true)
        expect(problem.line).toBeGreaterThan(0)
        expect(problem.message).toMatch(/\.$/)
        expect(problem.example).not.toBe('')
      }
    })
  }
})

/** A plan’s file after one change to it. */
class Changed extends Files {
  readonly #change: readonly [from: string, to: string]
  constructor(...change: readonly [from: string, to: string]) {
    super(ROOT)
    this.#change = change
  }
  override read(file: string): Source | undefined {
    const source = super.read(file)
    return source && file === NZ ? { ...source, text: source.text.replace(...this.#change) } : source
  }
}

describe('the remedy is none of another mistake', () => {
  const said = (from: string, to: string): string[] =>
    problemsOf(new Changed(from, to)).map(({ file, message, example }) => `${file}: ${message} → ${example}`)

  it('a plan that follows itself is led to no plan by chance', () => {
    expect(said('changed:', 'retired: 2027-01-31\nreplacedBy: nz-study\nchanged:')).toEqual([
      expect.stringMatching(
        /is this plan itself\. Name one that is sold where this one is, or remove the line\. There are: (?!.*nz-study).*→ the plan that follows, or no such line$/,
      ),
    ])
    expect(said('changed:', 'replacedBy: us-campus\nchanged:')).toEqual([
      expect.stringMatching(/→ retired: 2027-01-31$/),
    ])
  })

  it('a price of a tier that is gone is taken out', () => {
    expect(said('price: {', 'price: { gold: 90,')).toEqual([
      `${NZ}: there is no tier gold: take its price out of the line, and leave the others. → the line without gold`,
    ])
  })

  it('a tier that is taken out of today’s file is not taken out of its texts too', () => {
    const [en, cn] = said('  study:', '  studies:').filter((it) => it.includes('there is no tier study in'))
    expect(en).toMatch(
      /plans\/en\/nz-study\.md: there is no tier study in content\/plans\/nz-study\.yaml\. Without a day in its name, that file takes the tier off sale with the next release: put it back there, and end it from a day, in copies/,
    )
    expect(cn).toMatch(/plans\/cn\/nz-study\.md: .*→ the words of a copy without study$/)
  })
})
