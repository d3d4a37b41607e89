import { describe, expect, test } from 'vitest'
import { LANGS } from '../../lib/locale.ts'
import { features } from '../../programs/feature-list.ts'
import { loadWords } from '../load-words.ts'
import { render } from './send-message.ts'
import { messagesOf } from './define-message.ts'

const words = loadWords()
const SITE_URL = 'https://youfang.example'
const messages = messagesOf(features)

describe.each([...messages])('message %s', (template, declared) => {
  test.each(LANGS)('has all its words in %s, and they use none but its values', (lang) => {
    const vars: Record<string, string> = Object.fromEntries(declared.vars.map((name) => [name, `‹${name}›`]))
    const mail = render(words, { template, to: 'a@b.cn', lang, vars }, SITE_URL)
    const sms = render(words, { template, to: '13800001234', lang, vars }, SITE_URL)
    for (const part of ['subject', 'text', 'sms', ...(vars['url'] === undefined ? [] : ['action'])])
      expect(words.has(lang, `messages:${template}.${part}`)).toBe(true)
    const said = `${mail.subject}${mail.text}${sms.text}`
    expect(said).not.toMatch(/\{\{|!|！/)
    expect(mail.html).not.toMatch(/\{\{|undefined/)
    expect(sms.html).toBeNull()
  })
})

test('a word whose value is missing shows its gap instead of hiding it', () => {
  expect(
    render(words, { template: 'login_code', to: '13800001234', lang: 'en', vars: { code: '1' } }, SITE_URL).text,
  ).toContain('{{minutes}}')
})
