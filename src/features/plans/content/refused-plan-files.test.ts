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

function problems(name: string): readonly Problem[] {
  try {
    readPlans(new Overlay(name))
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
  'wrong-currency': { code: 'wrong_currency', file: NZ, line: 4, field: 'currency', example: 'currency: NZD' },
  'unknown-currency': { code: 'shape', file: NZ, line: 4, field: 'currency' },
  'replaced-by': { code: 'replaced_by', file: NZ, field: 'replacedBy' },
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
