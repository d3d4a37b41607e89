import { describe, expect, test } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { ORDER_PLACEHOLDERS, type OrderValues } from '../../../lib/content/placeholders.ts'
import {
  CONDITIONS,
  fillPurchaseText,
  forOrder,
  plainText,
  PURCHASE_SLUGS,
  type Condition,
  type PurchaseText,
} from './purchase-text-template.ts'
import { beginningOf, hashOfText, loadPurchaseTexts, parsePurchaseText } from './load-purchase-text-templates.ts'

const values: Partial<OrderValues> = Object.fromEntries(ORDER_PLACEHOLDERS.map((name) => [name, `<${name}>`]))
const head = '---\ntitle: T\nlead: L\nversion: "1.0"\ndate: 2026-11-20\n---\n'
const parse = (body: string) => parsePurchaseText('enter', 'en', head + body, 'content/purchase/en/enter.md')

describe('the purchase texts', () => {
  test('say the same things in both languages: sections, questions, declarations, conditions, version', () => {
    const shape = (lang: 'en' | 'cn') =>
      Object.values(loadPurchaseTexts(lang)).map((t) => ({
        slug: t.slug,
        version: t.version,
        date: t.date,
        button: Boolean(t.button),
        sections: t.sections.map((s) => [
          s.id,
          s.when,
          ...s.blocks.map((b) => ('items' in b ? [b.kind, b.items.length] : b.kind)),
        ]),
        questions: t.questions.map((q) => [q.id, q.when, Boolean(q.other)]),
        declarations: t.declarations.map((d) => [d.id, d.when, Boolean(d.more)]),
      }))
    expect(shape('cn')).toEqual(shape('en'))
  })

  test('begin with words that hold for every plan and buyer, or with none', () => {
    const beginning = (body: string) => beginningOf(parse(body))
    expect(beginning('## Who {#who}\n\nEverybody.\n\nAges: {{plan.ages}}.\n')).toEqual({
      title: 'T',
      heading: 'Who',
      text: 'Everybody.',
    })
    expect(beginning('## Who {#who}\n\nAges: {{plan.ages}}.\n')).toBeUndefined()
    expect(beginning('## Who {#who when=minor}\n\nA child.\n')).toBeUndefined()
    expect(beginning('## Who {#who}\n\n- Everybody.\n')).toBeUndefined()
  })

  test.each(LANGS.flatMap((lang) => PURCHASE_SLUGS.map((slug) => [lang, slug] as const)))(
    '%s %s can be filled completely',
    (lang, slug) => {
      const filled = fillPurchaseText(loadPurchaseTexts(lang)[slug], values)
      expect(plainText(filled)).not.toContain('{{')
    },
  )

  test('the twelve health questions are asked, pregnancy only where it matters', () => {
    const { health } = loadPurchaseTexts('en')
    expect(health.questions.map((q) => q.id)).toEqual(Array.from({ length: 12 }, (_, i) => `q${i + 1}`))
    expect(forOrder(health, []).questions.map((q) => q.id)).not.toContain('q10')
  })

  test('a mainland plan says that renewal is not guaranteed, in bold', () => {
    for (const lang of LANGS) {
      const sections = forOrder(loadPurchaseTexts(lang)['before-you-buy'], ['mainland']).sections
      expect(sections.find((s) => s.id === 'renewal')?.blocks[0]).toMatchObject({ kind: 'strong' })
      expect(sections.map((s) => s.id)).not.toContain('cancel-overseas')
    }
  })

  test('who insures somebody else is asked about that person by name, and no other question says “you”', () => {
    for (const lang of LANGS) {
      const { health } = loadPurchaseTexts(lang)
      const asked = (conditions: readonly Condition[]) =>
        fillPurchaseText(forOrder<PurchaseText>(health, ['pregnancy', ...conditions]), values).questions.map(
          ({ text }) => text,
        )
      for (const text of asked(['for-other'])) {
        expect(text).toContain('<order.insured>')
        expect(text).not.toMatch(/\byour?\b|您/i)
      }
      for (const text of asked([])) expect(text).not.toContain('{{')
    }
  })

  test('details are folded alike in both languages, and never what limits a payment', () => {
    const folded = (lang: 'en' | 'cn') =>
      Object.values(loadPurchaseTexts(lang)).flatMap(({ slug, sections }) =>
        sections.filter(({ fold }) => fold).map(({ id }) => `${slug}#${id}`),
      )
    expect(folded('en')).toEqual(folded('cn'))
    expect(folded('en')).toContain('before-you-buy#clocks')
    for (const kept of ['share', 'waiting', 'renewal', 'cancel', 'truth'])
      expect(folded('en')).not.toContain(`before-you-buy#${kept}`)
  })
  test('a hash changes with the words shown', () => {
    const text = loadPurchaseTexts('en').enter
    expect(text.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOfText(fillPurchaseText(text, values))).not.toBe(text.sha256)
    expect(hashOfText(fillPurchaseText(text, values))).toBe(hashOfText(fillPurchaseText(text, { ...values })))
  })

  test('every condition is used by some text', () => {
    const used = new Set(
      Object.values(loadPurchaseTexts('en')).flatMap((t) =>
        [...t.sections, ...t.questions, ...t.declarations].map((x) => x.when),
      ),
    )
    expect(CONDITIONS.filter((c) => !used.has(c))).toEqual([])
  })
})

describe('a mistake in a text is refused, naming file and line', () => {
  test.each([
    [
      '## A {#a}\n\nbuy {{plan.nam}}\n',
      'content/purchase/en/enter.md:9: {{plan.nam}}: is not a known figure. Check its spelling. Example: {{plan.name}}',
    ],
    ['## A\n', 'enter.md:7: ## A: is not written as a heading: two #, the title, an id. Example: ## Title {#id}'],
    [
      '## A {#a when=never}\n',
      'enter.md:7: ## A {#a when=never}: names an unknown condition, never. Example: ## A {#a when=mainland}',
    ],
    ['## A {#a}\n\n## B {#a}\n', 'enter.md:9: ## B {#a}: has the id a, which is used above. Example: ## B {#a-2}'],
    [
      '## A {#a fold}\n\n**The law wants this seen.**\n',
      'enter.md:9: **The law wants this seen.**: is in bold words, which the law wants to be seen, and its section is folded: take out fold in both languages. Example: ## A {#a}',
    ],
    ['hello\n', 'enter.md:7: hello: is before the first heading. Example: ## Title {#id}'],
    [
      '## A {#a}\n\nsome **bold** text\n',
      'enter.md:9: some **bold** text: has bold words, a link or code: no screen could show them. Example: a paragraph of plain words',
    ],
  ])('%j', (body, message) => {
    expect(() => parse(body)).toThrow(message)
  })
  test('several are told at once', () => {
    expect(() => parse('## A\n\n{{x}}\n')).toThrow(/:9: \{\{x\}\}[^\n]*\n[^\n]*:7: ## A/)
  })
  test('a frontmatter that does not fit', () => {
    expect(() => parsePurchaseText('enter', 'en', '---\ntitle: T\n---\n', 'f.md')).toThrow(
      'f.md:2: lead: is missing. Example: lead: "Read this first."',
    )
  })
  test('filling without a needed value', () => {
    expect(() => fillPurchaseText(parse('## A {#a}\n\n{{plan.name}}\n'), {})).toThrow('purchase/en/enter')
  })
})
