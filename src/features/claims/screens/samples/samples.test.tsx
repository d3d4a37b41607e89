import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { wordTables } from '../../../../app/words/word-tables.ts'
import { WordsProvider } from '../../../../app/words/words.tsx'
import { LANGS } from '../../../../lib/locale.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { DOCUMENT_KIND_IDS } from '../../rules/document-kinds.ts'
import { hasSample, type SampleKind } from './sample-kinds.ts'
import { Sample } from './Sample.tsx'
import { SAMPLES } from './sample-documents.ts'
import { FormToPrint } from './SeeExample.tsx'

afterEach(() => void vi.unstubAllGlobals())

const words = loadWords()
const kinds = DOCUMENT_KIND_IDS.filter(hasSample)

test('everything that people photograph has a picture', () => {
  expect(DOCUMENT_KIND_IDS.filter((kind) => !hasSample(kind))).toEqual([
    'claim_form',
    'death_certificate',
    'deregistration',
    'heir_id',
    'heirs_agreement',
    'other',
  ])
  expect(Object.keys(SAMPLES).sort()).toEqual([...kinds].sort())
})

test.each(kinds)('numbers of %s stand apart and on the picture', (kind) => {
  const ys = SAMPLES[kind].points.map(([x, y]) => (x < 120 ? y + 7 : y))
  ys.forEach((y, i) => expect(y - (ys[i - 1] ?? -99), `${kind} ${i + 1}`).toBeGreaterThanOrEqual(20))
  expect(Math.max(...ys)).toBeLessThan(236)
})

describe.each(LANGS)('in %s', (lang) => {
  const draw = (kind: SampleKind, quality: 'good' | 'bad'): string =>
    renderToStaticMarkup(
      <Sample
        kind={kind}
        quality={quality}
        t={(key, values) => {
          if (!words.has(lang, key)) throw new Error(`no words: ${key}`)
          return words(lang, key, values)
        }}
      />,
    )

  test('a form to print says how it is kept inside WeChat, whose browser keeps no files', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(`public/locales/${lang}/${name}.json`, 'utf8'))
    const file = `${lang}.of-this-test`
    wordTables().set(file, Object.fromEntries(['app', 'samples', 'claims'].map((name) => [name, read(name)])))
    const shown = (userAgent: string): string => {
      vi.stubGlobal('navigator', { userAgent })
      return renderToStaticMarkup(
        <WordsProvider lang={lang} resources={[file]}>
          <FormToPrint kind="authorisation" />
        </WordsProvider>,
      )
    }
    expect(shown('Mozilla/5.0 Mobile MicroMessenger/8.0')).toContain(words(lang, 'app:inWechat'))
    expect(shown('Mozilla/5.0 Mobile Safari')).not.toContain(words(lang, 'app:inWechat'))
  })

  test.each(kinds)('%s says in words what it shows, and is small', (kind) => {
    const [good, bad] = [draw(kind, 'good'), draw(kind, 'bad')]
    SAMPLES[kind].points.forEach((_, i) => expect(good).toContain(words(lang, `samples:${kind}.points.${i + 1}`)))
    expect(words.has(lang, `samples:${kind}.points.${SAMPLES[kind].points.length + 1}`)).toBe(false)
    expect(bad).toContain(words(lang, `samples:${kind}.bad`))
    for (const markup of [good, bad]) {
      expect(markup).toMatch(/role="img" aria-label="[^"]+"/)
      expect(markup).not.toContain('style=')
      expect(markup.length).toBeLessThan(9000)
    }
  })
})
