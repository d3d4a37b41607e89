/** Rows of lists that are copied and then changed: a value that only one may have, or a field of another row. Warnings. */
import { CITIES } from '../../app/content/check/twin-names.ts'
import { slipsIn } from '../../app/content/check/slips-of-the-hand.ts'
import { namesIn, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { sayIn, type Field, type Say } from './doubtful-files.ts'
import { letterDoubts, letterFields } from './doubtful-letters.ts'
import { impossibleTime } from './hospitals/hospital-cells.ts'

export const rowDoubts = (all: Tree): SourceProblem[] => [
  ...letterDoubts(all),
  ...ONLY_ONE.flatMap(([folder, pattern]) => sharedValues(all, folder, pattern)),
  ...FIELDS.flatMap(([folder, check]) =>
    namesIn(all, folder, '.yaml').flatMap((id) => {
      const path = `${folder}/${id}.yaml`
      const text = all.files.get(path) ?? ''
      return check(text, sayIn(all, path, text), all, id)
    }),
  ),
]

/** What no two files of a folder have in common. */
const ONLY_ONE: readonly (readonly [string, RegExp])[] = [
  ['hospitals', /^order: (.+)$/m],
  ['schools', /^order: (.+)$/m],
  ['schools', /^name: \{ en: "?(.+?)"?, cn: /m],
  ['schools', /^name: \{.* cn: "?(.+?)"? \}$/m],
  ['insurers', /^licence: (.+)$/m],
  ['insurers', /^service: "(.+)"$/m],
  ['insurers', /^complaints: "(.+)"$/m],
]

function sharedValues(all: Tree, folder: string, pattern: RegExp): SourceProblem[] {
  const first = new Map<string, string>()
  return namesIn(all, folder, '.yaml').flatMap((id) => {
    const path = `${folder}/${id}.yaml`
    const text = all.files.get(path) ?? ''
    const found = pattern.exec(text)
    const other = found?.[1] === undefined ? undefined : first.get(found[1])
    if (found?.[1] !== undefined && other === undefined) first.set(found[1], path)
    return found && other !== undefined
      ? [
          sayIn(all, path, text)(
            found.index,
            found[0],
            `is that of ${all.root}/${other}, too: was the line copied?`,
            found[0].replace(/:.*/, ': a value of its own'),
          ),
        ]
      : []
  })
}

/** Of names in another script, by the country. */
const SCRIPTS: Readonly<Record<string, string>> = { jp: 'ja', kr: 'ko', hk: 'zh-HK' }

const hospitalFields: Field = (text, say, _all, id) => {
  const locals = [...text.matchAll(/^ {4}local: \{ text: (.+?), lang: (\S+) \}/gm)]
  const phones = [...text.matchAll(/^ {4}phone: "(.+)"$/gm)]
  const script = SCRIPTS[id]
  return [
    ...phones.flatMap(({ 1: phone = '', index }, i) =>
      phones.findIndex((it) => it[1] === phone) < i
        ? [say(index, phone, 'is the number of a hospital above: was the line copied?', 'its own number')]
        : [],
    ),
    ...locals.flatMap(({ 1: name = '', 2: lang = '', index }, i) => [
      ...(script !== undefined && lang !== script
        ? [say(index, `lang: ${lang}`, 'is not the language of this country.', `lang: ${script}`)]
        : []),
      ...(locals.findIndex((it) => it[1] === name) < i
        ? [say(index, name, 'is the local name of a hospital above: was the line copied?', 'its own name')]
        : []),
    ]),
    ...[...text.matchAll(/^ {4}hours: (.+)$/gm)].flatMap(({ 1: hours = '', index }) => {
      const time = impossibleTime(hours)
      return time === undefined
        ? slipsIn(hours, 'en').map(({ found, why, example }) => say(index, found, why, example))
        : [say(index, time, 'is a time that no clock shows.', '15:00')]
    }),
    ...[...text.matchAll(/^ {4}departments: \[(.+)\]$/gm)].flatMap(({ 1: list = '', index }) =>
      twice(list, index, say),
    ),
    ...hospitalNames(text, say),
    ...noteNumbers(text, say),
  ]
}

/** A Chinese name that is none, or that another hospital of the city has. */
function hospitalNames(text: string, say: Say): SourceProblem[] {
  const rows = [...text.matchAll(/^ {4}name: \{ en: .+, cn: "?(.+?)"? \}\n(?:(?! {2}-).*\n)*? {4}city: (.+)$/gm)]
  return rows.flatMap(({ 1: name = '', 2: city, index }, i) =>
    !/\p{Script=Han}/u.test(name)
      ? [say(index, name, 'is no Chinese name, and Chinese readers look for one.', '玛丽医院')]
      : rows.findIndex((it) => it[1] === name && it[2] === city) < i
        ? [say(index, name, 'is the name of another hospital of this city, too: was the line copied?', '它自己的名称')]
        : [],
  )
}

function twice(list: string, index: number, say: Say): SourceProblem[] {
  const names = list.split(/, */)
  const name = names.find((it, i) => names.indexOf(it) < i)
  return name === undefined
    ? []
    : [say(index, name, 'is in the list twice: is another one meant?', `[${[...new Set(names)].join(', ')}]`)]
}

/** The note says the same numbers in both languages, and whom one calls by which. */
function noteNumbers(text: string, say: Say): SourceProblem[] {
  const note = /^note:\n {2}en: (.*)\n {2}cn: (.*)/m.exec(text)
  if (!note) return []
  const [, en = '', cn = ''] = note
  const at = text.indexOf('\n  cn: ', note.index) + 1
  const called = /叫救护车[^，。；]*?拨(\d{2,3})/.exec(cn)
  const ambulance = /^emergency: \{ ambulance: "(\d+)"/m.exec(text)?.[1]
  if (called && ambulance !== undefined && called[1] !== ambulance)
    return [say(at, called[0], `is not the number for an ambulance, ${ambulance}: are two exchanged?`, ambulance)]
  const numbersIn = (words: string): Set<string> => new Set(words.match(/(?<![\d#-])\d{3}(?![\d-])/g))
  const [odd] = numbersIn(cn).difference(numbersIn(en))
  const [lost] = numbersIn(en).difference(numbersIn(cn))
  return odd !== undefined && lost !== undefined ? [say(at, odd, `is ${lost} in English: which is right?`, lost)] : []
}

/** A city that both languages of an address name otherwise. */
const cities: Field = (text, say) =>
  [...text.matchAll(/^ *(?:address|city): \{ en: "?(.+?)"?, cn: "?(.+?)"? \}$/gm)].flatMap(
    ({ 1: en = '', 2: cn = '', index }) => {
      const here = CITIES.find(([, chinese]) => chinese.test(cn))
      return here && !here[0].test(en)
        ? [say(index, here[1].exec(cn)?.[0] ?? '', `is not in English, “${en}”: which is right?`, 'one city in both')]
        : []
    },
  )

const insurerFields: Field = (text, say) =>
  [...text.matchAll(/\b(asOf|ratedAsOf): (\d{4})-(\d\d-\d\d)/g)].flatMap(
    ({ 0: found, 1: field, 2: year, 3: day = '', index }) =>
      /^(?:03-31|06-30|09-30|12-31)$/.test(day)
        ? []
        : [say(index, found, 'ends no quarter, and these figures are of one.', `${field}: ${year}-09-30`)],
  )

const schoolFields: Field = (text, say, all) => [
  ...cityElsewhere(text, say, all),
  ...[...text.matchAll(/^name: \{ en: "?(.+?)"?, cn: "?(.+?)"? \}$/gm)].flatMap(({ 1: en, 2: cn = '', index }) =>
    en === cn ? [say(index, cn, 'is its English name in the place of the Chinese one.', '诺思布里奇大学')] : [],
  ),
]

/** `Madison` in New Zealand: a city of the list of hospitals of another country, and not of its own. */
function cityElsewhere(text: string, say: Say, all: Tree): SourceProblem[] {
  const country = /^country: (\w+)/m.exec(text)?.[1] ?? ''
  const city = /^city: \{ en: "?(.+?)"?, cn: /m.exec(text)
  const lists = namesIn(all, 'hospitals', '.yaml').filter((id) =>
    all.files.get(`hospitals/${id}.yaml`)?.includes(`    city: { en: ${city?.[1]}, cn: `),
  )
  return city?.[1] === undefined || lists.length === 0 || lists.includes(country)
    ? []
    : [
        say(
          city.index,
          city[1],
          `is a city of ${lists.join(', ')} in the lists of hospitals, and this school is in ${country}.`,
          `country: ${lists[0]}`,
        ),
      ]
}

const planFields: Field = (text, say) => [
  ...[...text.matchAll(/^(?:visas|destinations): \[(.+)\]$/gm)].flatMap(({ 1: list = '', index }) =>
    twice(list, index, say),
  ),
  ...[...text.matchAll(/delay: \{ amount: (\d+), perHours: \d+, max: (\d+) \}/g)].flatMap(
    ({ 1: amount, 2: most, index }) =>
      Number(most) % Number(amount) === 0
        ? []
        : [
            say(
              index,
              `max: ${most}`,
              `is no multiple of ${amount}, which is paid each time: the last payment would be a part. Is a digit wrong?`,
              `max: ${Number(amount) * Math.max(1, Math.round(Number(most) / Number(amount)))}`,
            ),
          ],
  ),
]

const FIELDS: readonly (readonly [string, Field])[] = [
  ['hospitals', hospitalFields],
  ['hospitals', cities],
  ['insurers', cities],
  ['schools', cities],
  ['insurers', insurerFields],
  ['schools', schoolFields],
  ['plans', planFields],
  ['letters', letterFields],
]
