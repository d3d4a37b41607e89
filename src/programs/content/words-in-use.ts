/** What the sources ask of the interface words: keys, and the values that messages are given. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '../feature-list.ts'
import type { Lang } from '../../lib/locale.ts'
import { messagesOf, neededIn } from '../../server/messages/define-message.ts'
import { signatureOf } from '../../server/messages/sms/sms-templates.ts'
import { valuesOfAll } from '../../server/messages/send-message.ts'

const SOURCES = join(import.meta.dirname, '../..')
const WORDS = join(SOURCES, '../public/locales/en')
const CODE = /(?<!\.(?:test|testing))\.(?:ts|tsx|astro)$/

/** `amount: …`, and `amount` alone in a list. */
const FIELD = /\b[A-Za-z]\w*(?=\??\s*[:,})])/g

const messages = messagesOf(features)

interface Sources {
  keys: ReadonlyMap<string, string>
  names: ReadonlySet<string>
}
let sources: Sources | undefined
/**
 * Keys written whole in the sources, each with a file that has it, and the parts of each message. Read once: while
 * editing only words change. Keys that are put together at run time are not among them; `tests/rules/words.test.ts`
 * looks at those.
 */
export const keysInUse = (): ReadonlyMap<string, string> => readSources().keys

/** Everything that stands in the sources as a field, a parameter or a value does: what texts are filled with is there. */
export const namesInUse = (): ReadonlySet<string> => readSources().names

function readSources(): Sources {
  if (sources) return sources
  const namespaces = readdirSync(WORDS).map((name) => name.replace(/\.json$/, ''))
  const quoted = new RegExp(`(['"\`])((?:${namespaces.join('|')}):[A-Za-z0-9][\\w-]*(?:\\.[\\w-]+)*)\\1`, 'g')
  const found = new Map<string, string>()
  const names = new Set<string>()
  // Sorted, because the order in which a folder is read differs between machines, and the first file is the one named.
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort())
    if (CODE.test(name)) {
      const code = readFileSync(join(SOURCES, name), 'utf8')
      for (const [, , key = ''] of code.matchAll(quoted))
        if (!found.has(key)) found.set(key, `src/${name.replaceAll('\\', '/')}`)
      for (const [it] of code.matchAll(FIELD)) names.add(it)
    }
  for (const { name, vars } of messages.values())
    for (const part of ['subject', 'text', 'sms', ...(vars.includes('url') ? ['action'] : [])])
      if (!found.has(`messages:${name}.${part}`)) found.set(`messages:${name}.${part}`, `the message ${name}`)
  return (sources = { keys: found, names })
}

/** What a text of a message is filled with; undefined for other words. */
export function valuesOfMessage(key: string): string[] | undefined {
  const [, name = '', part = ''] = /^messages:(\w+)\.(subject|text|sms|action)$/.exec(key) ?? []
  const message = messages.get(name)
  // A text message has its own values alone.
  const ofAll = part === 'sms' ? [] : Object.keys(valuesOfAll('en', 'https://x.invalid'))
  return message && [...message.vars, ...ofAll]
}

/** What a text of a message must be filled with; nothing for other words. A subject and a button stand beside the text. */
export function neededInMessage(key: string): string[] {
  const [, name = '', part] = /^messages:(\w+)\.(text|sms)$/.exec(key) ?? []
  const message = messages.get(name)
  return message ? neededIn(message, part === 'sms' ? 'sms' : 'text') : []
}

/** What a text message begins with; undefined for other words. */
export function signatureInMessage(key: string, lang: Lang): string | undefined {
  const [, name = ''] = /^messages:(\w+)\.sms$/.exec(key) ?? []
  return messages.has(name) ? signatureOf(lang) : undefined
}
