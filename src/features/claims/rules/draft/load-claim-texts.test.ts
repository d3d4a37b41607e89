import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { LANGS } from '../../../../lib/locale.ts'
import { formText as formShape } from '../../contract.ts'
import { formOf, formText, plainForm, signedFormText } from '../../server/draft/text-to-sign.ts'
import { instructions, loadClaimText, parseClaimText, SIGNER_ROLES } from './load-claim-texts.ts'

const folder = join(mkdtempSync(join(tmpdir(), 'content-')), 'content')
const before = process.env['CONTENT_DIR']
afterEach(() => {
  if (before === undefined) Reflect.deleteProperty(process.env, 'CONTENT_DIR')
  else process.env['CONTENT_DIR'] = before
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

test('a form is drawn with the text that was signed, in both languages, also after the next one has begun', () => {
  const signed = LANGS.map((lang) => formText(lang, 'insured'))
  for (const lang of LANGS) {
    cpSync(`content/claims/${lang}`, join(folder, `claims/${lang}`), { recursive: true })
    const text = readFileSync(`content/claims/${lang}/application-form.md`, 'utf8')
    const next = text.replace(/^version: .*$/m, 'version: "9.9"')
    expect(next).not.toBe(text)
    writeFileSync(join(folder, `claims/${lang}/application-form.from-2026-03-02.md`), next)
  }
  process.env['CONTENT_DIR'] = folder
  expect(formText('en', 'insured').version).toMatch(/^9\.9 /)
  for (const [i, lang] of LANGS.entries())
    for (const by of signed)
      expect(signedFormText(lang, 'insured', { lang: by.lang, textSha256: by.sha256 })).toEqual(signed[i])
  const gone = signedFormText('en', 'insured', { lang: 'en', textSha256: 'a'.repeat(64) })
  expect(gone.version).toMatch(/^9\.9 /)
})

const head = '---\ntitle: T\nlead: L\nversion: "1.0"\ndate: 2026-11-20\n---\n'

describe('the texts of claims', () => {
  test.each(['application-form', 'instructions'] as const)('%s says the same things in both languages', (name) => {
    const shape = (lang: 'en' | 'cn') => {
      const text = loadClaimText(name, lang)
      return {
        version: text.version,
        date: text.date,
        points: text.points.length,
        sections: text.sections.map((section) => [
          section.id,
          section.when,
          ...section.blocks.map((it) => ('items' in it ? [it.kind, it.items.length] : it.kind)),
        ]),
      }
    }
    expect(shape('cn')).toEqual(shape('en'))
  })

  test.each(LANGS)('the instructions quote the clocks in %s', (lang) => {
    expect(JSON.stringify(instructions(lang).sections)).not.toContain('{{')
  })

  test.each(LANGS)('the form says who signs, and is bound to every word of it, in %s', (lang) => {
    const [insured, guardian] = SIGNER_ROLES.map((role) => formText(lang, role))
    expect(formShape.parse(insured)).toEqual(insured)
    expect(insured?.sections.map(({ id }) => id)).toEqual([
      'claim',
      'truth',
      'authority',
      'data',
      'payment',
      'signature',
    ])
    expect(guardian?.sections[0]?.id).toBe('claim-guardian')
    expect(guardian?.sha256).not.toBe(insured?.sha256)
    expect(formText(lang, 'insured')).toEqual(insured)
    const plain = plainForm(formText(lang, 'insured'))
    for (const { title, paragraphs } of formText(lang, 'insured').sections)
      for (const line of [title, ...paragraphs]) expect(plain).toContain(line)
  })

  test('one word more is another text', () => {
    const text = (line: string) =>
      formOf(parseClaimText('en', `${head}## A {#a}\n\n${line}\n`, 'f.md'), 'insured').sha256
    expect(text('one')).not.toBe(text('one two'))
  })

  test('a mistake is refused, naming file and line', () => {
    expect(() => parseClaimText('en', `${head}## A {#a}\n\n{{limits.never}}\n`, 'f.md')).toThrow(
      'f.md:9: {{limits.never}}: is not a known figure',
    )
    expect(() => parseClaimText('en', `${head}## A {#a when=adult}\n`, 'f.md')).toThrow(
      'f.md:7: ## A {#a when=adult}: names an unknown condition, adult.',
    )
    expect(() => formOf(parseClaimText('en', `${head}## A {#a}\n\n- one\n`, 'f.md'), 'insured')).toThrow(
      'only paragraphs',
    )
  })
})
