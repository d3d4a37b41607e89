/**
 * Every message in both languages with likely values: complete as text and as HTML, and no longer as a text message
 * than we pay for.
 */
import { describe, expect, test } from 'vitest'
import { LANGS } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { optionalKindOf } from '../../src/server/messages/message-kinds.ts'
import { render } from '../../src/server/messages/send-message.ts'
import { billedParts, MOST_PARTS } from '../../src/server/messages/sms/billing-length.ts'
import { templateText } from '../../src/server/messages/sms/sms-templates.ts'
import { SITE_URL, sampleAlso, sampleVars, TEMPLATES } from '../tools/message-samples.ts'

const words = loadWords()
const UNFILLED = /\{\{|undefined|\bnull\b|messages:|\[object/

describe.each(Object.keys(TEMPLATES))('message %s', (template) => {
  test.each(LANGS)('in %s', (lang) => {
    const vars = sampleVars(template, lang)
    const stop = optionalKindOf(template) === undefined ? undefined : `${SITE_URL}/unsubscribe?code=x`
    const { also } = sampleAlso(template, lang)
    const mail = render(
      words,
      { template, to: 'lin.yutong@example.com', lang, vars, ...(also && { also }) },
      SITE_URL,
      stop,
    )
    const sms = render(words, { template, to: '13800001234', lang, vars }, SITE_URL)
    expect(mail.subject.length).toBeGreaterThan(4)
    expect(`${mail.subject}${mail.text}${mail.html}${sms.text}`).not.toMatch(UNFILLED)
    // The HTML has every paragraph of the text.
    const plain = (mail.html ?? '')
      .replace(/<(style|title)>[^]*?<\/\1>/g, '')
      .replace(/<br>/g, '\n')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replace(/\s+/g, '')
    const said = [{ lang, vars }, ...(also ? [also] : [])]
      .map((it) => words(it.lang, `messages:${template}.text`, it.vars))
      .join('\n')
    for (const line of said.split('\n').filter((it) => it && !it.includes('://') && !/^[^:：]{1,24}[:：]/.test(it)))
      expect(plain).toContain(line.replace(/\s+/g, ''))
    expect((mail.html ?? '').includes('class="button"')).toBe(vars['url'] !== undefined)
    expect(mail.text.includes('unsubscribe')).toBe(stop !== undefined)
    expect(sms.text).toMatch(lang === 'cn' ? /^【有方】/ : /^\[Youfang\] /)
    expect(billedParts(sms.text), `${sms.text.length} characters: ${sms.text}`).toBeLessThanOrEqual(
      MOST_PARTS[lang][vars['code'] === undefined ? 'other' : 'code'],
    )
    expect(templateText(words, 'tencent', template, lang, SITE_URL)).not.toMatch(UNFILLED)
  })
})
