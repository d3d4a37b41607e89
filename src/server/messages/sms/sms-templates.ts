/**
 * Which of our templates has which id at a provider. Its text there is ours of `messages.json`, without our name (the
 * signature) and with our site's address written out, since carriers approve no address that is a variable as a whole.
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { SITE } from '../../../lib/site.ts'
import { ConfigError } from '../../config.ts'
import type { Words } from '../../load-words.ts'
import type { MessageSettings, SmsProviderName } from '../message-settings.ts'

const idSchema = z.union([z.string().min(1), z.number().int()]).transform(String)
const fileSchema = z.partialRecord(
  z.enum(['aliyun', 'tencent', 'twilio']),
  z.record(z.string(), z.partialRecord(z.enum(LANGS), idSchema)),
)
export type SmsTemplates = z.output<typeof fileSchema>

const WITH_TEMPLATES: readonly SmsProviderName[] = ['aliyun', 'tencent']

/** Reads the file of `SMS_TEMPLATES`; nothing when there is none. */
export function readSmsTemplates(path: string | undefined): SmsTemplates {
  if (path === undefined) return {}
  try {
    return fileSchema.parse(parse(readFileSync(path, 'utf8')) ?? {})
  } catch (error) {
    const where =
      error instanceof z.ZodError
        ? error.issues
            .map((it) => it.path.join('.'))
            .slice(0, 5)
            .join(', ')
        : error instanceof Error && 'code' in error
          ? String(error.code)
          : 'no YAML'
    throw new ConfigError(`These settings cannot be used:\n  SMS_TEMPLATES: ${where}`)
  }
}

/** Messages without a template at a provider that sends by templates, a line for each provider and language. */
export function missingSmsTemplates({ sms }: MessageSettings, names: readonly string[]): string[] {
  const known = readSmsTemplates(sms.templates)
  return sms.providers
    .filter((it) => WITH_TEMPLATES.includes(it.name))
    .flatMap(({ name }) =>
      LANGS.flatMap((lang) => {
        const missing = names.filter((it) => known[name]?.[it]?.[lang] === undefined)
        return missing.length > 0 ? [`SMS_TEMPLATES of ${name}, ${lang} (${missing.join(' ')})`] : []
      }),
    )
}

/** How each of our text messages begins: carriers deliver none that does not say who sends it. */
export const signatureOf = (lang: Lang): string => (lang === 'cn' ? `【${SITE.cn.short}】` : `[${SITE.en.short}] `)

/** Whatever a text has in the place of our name. */
export const SIGNATURE = /^(?:【[^】]*】|\[[^\]]*\])\s*/
const PLACE = /\{\{(\w+)\}\}/g

/** Our text of a message with its placeholders, without the signature. */
const textOf = (words: Words, template: string, lang: Lang): string =>
  words(lang, `messages:${template}.sms`).replace(SIGNATURE, '')

/** Names of the values in the order of the text. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name))]

/** What is registered at a provider: the text in the provider's format. */
export function templateText(
  words: Words,
  provider: SmsProviderName,
  template: string,
  lang: Lang,
  siteUrl: string,
): string {
  const text = textOf(words, template, lang)
  const names = namesIn(text)
  const place = (name: string): string => (provider === 'aliyun' ? `\${${name}}` : `{${names.indexOf(name) + 1}}`)
  return text.replace(PLACE, (_, name: string) => (name === 'url' ? `${siteUrl}/${place(name)}` : place(name)))
}

/** The values of a template as a provider accepts them. */
export function templateValues(
  words: Words,
  template: string,
  lang: Lang,
  vars: Readonly<Record<string, string>>,
  siteUrl: string,
): [name: string, value: string][] {
  return namesIn(textOf(words, template, lang)).map((name) => {
    const value = vars[name] ?? ''
    return [name, name === 'url' && value.startsWith(`${siteUrl}/`) ? value.slice(siteUrl.length + 1) : value]
  })
}
