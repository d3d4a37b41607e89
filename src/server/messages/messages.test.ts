import { describe, expect, test } from 'vitest'
import { LANGS } from '../../lib/locale.ts'
import { features } from '../features.ts'
import { loadWords } from '../words.ts'
import { escapeHtml } from './deliver.ts'
import { render } from './messages.ts'
import { foundationTemplates } from './templates.ts'

const words = loadWords()
const templates = Object.assign({}, foundationTemplates, ...features.map((it) => it.messages ?? {})) as typeof foundationTemplates

describe.each(Object.entries(templates))('message %s', (template, schema) => {
  test.each(LANGS)('has all its words in %s, and they use none but its values', (lang) => {
    const vars = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, `‹${name}›`]))
    const mail = render(words, { template, to: 'a@b.cn', lang, vars })
    const sms = render(words, { template, to: '13800001234', lang, vars })
    for (const part of ['subject', 'text', 'sms']) expect(words.has(lang, `messages:${template}.${part}`)).toBe(true)
    const said = `${mail.subject}${mail.text}${sms.text}`
    expect(said).not.toMatch(/\{\{|!|！/)
  })
})

test('a word whose value is missing shows its gap instead of hiding it', () => {
  expect(render(words, { template: 'login_code', to: '13800001234', lang: 'en', vars: { code: '1' } }).text).toContain('{{minutes}}')
})

test('what a person typed cannot become markup', () => {
  expect(escapeHtml(`<b a="'">&`)).toBe('&lt;b a=&quot;&#39;&quot;&gt;&amp;')
})
