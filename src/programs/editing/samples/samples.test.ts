/** Every mail, text message and document has a sample, in both languages, and the pages that show them are read only. */
import { globSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { features } from '../../feature-list.ts'
import { messagesOf } from '../../../server/messages/define-message.ts'
import { documentSamples } from './document-samples.ts'
import { sampleVars } from './message-samples.ts'
import { listPage, messagePage } from './sample-pages.ts'
import { SAMPLE_WORDS } from './sample-words.ts'
import { createSharedPreview } from './shared-preview.ts'

// Draws PDFs, and starts threads that load the server's code.
const NOW = Date.UTC(2026, 10, 28, 4)
const templates = [...messagesOf(features).keys()]

/** Drawn from rows of a database, which only the sandbox has: `/sandbox` and the pages of an order show them. */
const NOT_HERE = ['group-payment-receipt', 'tuition-receipt', 'draw-sample']

/** Files that finish a PDF. */
const drawers = (): string[] =>
  globSync('src/features/*/server/**/*.ts')
    .filter((file) => /return .*\.finish\(\)/.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace(/^.*\/(.+)\.ts$/, '$1'))
    .sort()

const DRAWN_BY: Readonly<Record<string, RegExp>> = {
  'accident-statement': /^download-accident-statement$/,
  authorisation: /^download-authorisation-letter$/,
  'blank-form': /^download-claim-form(-death)?$/,
  'claim-form': /^claim-form-filled$/,
  'clinic-letter': /^download-letter-/,
  'decision-letter': /^decision-/,
  'draw-checklist-pdf': /^download-checklist-/,
  'draw-document': /^policy-(?!cancelled)/,
  'draw-sales-record': /^sales-record$/,
  'mark-cancelled': /^policy-cancelled$/,
  'phrase-cards': /^download-phrases-/,
  'policy-terms': /^terms-/,
  'sample-invoice': /^download-sample-invoices$/,
  'school-form': /^school-form-/,
}

describe.each(LANGS)('in %s', (lang) => {
  const samples = documentSamples(lang, NOW)

  test.each(templates)('message %s has a value for each of its names', (template) => {
    expect(() => sampleVars(template, lang)).not.toThrow()
  })

  test('each file that draws a PDF has one here, or is named as an exception', () => {
    expect(drawers()).toEqual([...Object.keys(DRAWN_BY), ...NOT_HERE].sort())
    for (const [file, name] of Object.entries(DRAWN_BY))
      expect(samples.filter((it) => name.test(it.name)).length, file).toBeGreaterThan(0)
  })

  test('names are unique, and titles are words', () => {
    expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length)
    for (const { title } of samples) expect(title).not.toMatch(/^$|\{\{|undefined|[a-z]\.[a-z]+\./)
  })

  test.each(samples.map(({ name, draw }) => ({ name, draw })))('$name is a PDF', async ({ draw }) => {
    expect(
      Buffer.from(await draw())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})

describe('what the network sees', () => {
  const it: { app: FastifyInstance } = { app: undefined as unknown as FastifyInstance }
  beforeAll(() => {
    it.app = createSharedPreview(() => NOW, ['192.0.2.7'])
  })
  afterAll(() => it.app.close())
  const get = (url: string, host = '192.0.2.7:0') => it.app.inject({ url, headers: { host } })

  test.each(['evil.example:0', 'evil.example', '192.0.2.8:0', '192.0.2.7:1'])(
    'nothing by the name %s',
    async (host) => {
      expect((await get('/samples', host)).statusCode).toBe(403)
    },
  )

  test('no text, no file and no way to write', async () => {
    for (const url of ['/texts', '/text?path=content/notices/en/2027-entry.md', '/pictures', '/config', '/frame'])
      expect((await get(url)).statusCode, url).toBe(404)
    for (const method of ['PUT', 'POST', 'DELETE'] as const)
      expect((await it.app.inject({ method, url: '/samples', headers: { host: '192.0.2.7:0' } })).statusCode).toBe(404)
  })

  test.each([
    ['en', SAMPLE_WORDS.en.title],
    ['cn', SAMPLE_WORDS.cn.title],
  ] as const)('the list of all messages and documents in %s', async (lang: Lang, title) => {
    const answer = await get(`/samples?lang=${lang}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    for (const name of [...templates, ...documentSamples(lang, NOW).map((one) => one.name)])
      expect(answer.body).toContain(`<code>${name}</code>`)
  })

  test('a mail as it is sent, with its text message', async () => {
    const page = await get('/samples/message?lang=cn&name=login_code')
    expect(page.body).toContain('<h1>有方验证码')
    expect(page.body).toContain('<iframe sandbox src="/samples/mail?lang=cn&amp;name=login_code"')
    expect(page.body).toContain('【有方】')
    expect((await get('/samples/mail?lang=cn&name=login_code')).body).toContain('482913')
  })

  test('a document', async () => {
    const answer = await get('/samples/document?lang=en&name=decision-rejected')
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.body.slice(0, 5)).toBe('%PDF-')
  })

  test.each(['message', 'mail', 'document'])('a %s that does not exist leads back to the list', async (part) => {
    const answer = await get(`/samples/${part}?lang=en&name=constructor`)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('href="/samples?lang=en"')
  })
})

test('what a name or a text contains is shown, not run', () => {
  const evil = '<script>alert(1)</script>'
  const list = { messages: [{ name: 'a', kind: 'claims' as const, title: evil }], documents: [] }
  const message = { subject: evil, html: evil, text: evil, sms: evil, smsParts: 1 }
  expect(listPage('en', list) + messagePage('en', evil, message)).not.toContain('<script')
})
