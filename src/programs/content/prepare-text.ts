/** `content prepare <text> --from <day>`: copies a text, a plan or terms into files that take their place on that day. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn } from '../../app/content/content-folder.ts'
import type { Day } from '../../lib/days/dates.ts'
import { LANGS } from '../../lib/locale.ts'
import { closestWord } from '../../lib/text/closest-word.ts'
import { BY_DAY } from './check-by-day.ts'
import { nextVersion } from './published-versions.ts'

/** It cannot be prepared: the message says why. */
export class NotPrepared extends Error {}

interface Wanted {
  content: string
  /** `legal/privacy`, `plans/global-study` */
  key: string
  from: Day
  today: Day
}

/** Writes the files and returns their paths. Throws `NotPrepared`, and then has written nothing. */
export function prepareText({ content, key, from, today }: Wanted): string[] {
  const [folder = '', slug = ''] = key.split('/')
  if (!BY_DAY.includes(folder) && existsSync(join(content, folder)))
    throw new NotPrepared(
      `${key} cannot begin on a day: files of ${folder} hold as soon as they are published. ` +
        `Prepare a file of ${BY_DAY.slice(0, -1).join(', ')} or ${BY_DAY.at(-1)}.`,
    )
  if (from <= today) throw new NotPrepared(`${from} has begun: choose a later day.`)
  const figures = [{ folder: join(content, folder), name: `${slug}.yaml` }]
  const texts = LANGS.map((lang) => ({ folder: join(content, folder, lang), name: `${slug}.md` }))
  // What is copied is what holds on the day before: another change may be prepared already.
  const held = (places: typeof texts) =>
    places.flatMap(({ folder: at, name }) => {
      const file = filesIn(at, from).get(name)
      return file === undefined ? [] : [{ file, into: join(at, name.replace(/(\.[a-z]+)$/, `.from-${from}$1`)) }]
    })
  const found = held(figures)
  const copies = found.length > 0 ? found : held(texts)
  if (copies.length === 0) {
    const names = [folder, join(folder, 'en')].flatMap((it) => [...filesIn(join(content, it), from).keys()])
    const known = names.map((it) => it.replace(/\.[a-z]+$/, ''))
    const alike = closestWord(slug, known) ?? known.find((it) => it.startsWith(slug))
    const near = BY_DAY.includes(folder)
      ? alike === undefined
        ? 'legal/privacy'
        : `${folder}/${alike}`
      : `${closestWord(folder, BY_DAY) ?? ''}/${slug}`
    throw new NotPrepared(`There is no text ${key} that readers see: a draft is none. Example: ${near}`)
  }
  const taken = copies.find(({ into }) => existsSync(into))
  if (taken) throw new NotPrepared(`${taken.into} is there already.`)
  for (const { file, into } of copies)
    writeFileSync(into, beginning(readFileSync(file, 'utf8').replace(/\r\n/g, '\n'), from), { flag: 'wx' })
  return copies.map(({ into }) => into)
}

/** With the next version and its day, where the text has them above; figures have a day of their own. */
function beginning(text: string, from: Day): string {
  if (!text.startsWith('---\n')) return text.replace(/^changed: .*$/m, `changed: ${from}`)
  const end = text.indexOf('\n---', 3)
  const head = text.slice(0, end)
  return (
    head
      .replace(/^version: *"?([\d.-]+)"? *$/m, (_, version: string) => `version: "${nextVersion(version)}"`)
      .replace(/^date: *.*$/m, `date: ${from}`) + text.slice(head.length)
  )
}
