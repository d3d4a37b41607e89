/** What texts and lists say of a country: its name, and the number that one calls in an emergency. Warnings. */
import { namesIn, type Tree } from '../../lib/content/content-tree.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { sumsIn } from '../../app/content/check/twin-sums.ts'
import { currencyOf } from '../../lib/money/country-currency.ts'
import { readYaml, sayIn, type Say } from './doubtful-files.ts'
import { CALLING_CODES } from './hospitals/hospital-cells.ts'

interface Country {
  id: string
  name: Readonly<Record<Lang, string>>
  emergency: readonly string[]
  /** The one for an ambulance. */
  ambulance: string
}

const countriesOf = (all: Tree): Country[] =>
  namesIn(all, 'hospitals', '.yaml').flatMap((id) => {
    // The hospitals themselves are long and not needed.
    const [head = ''] = (all.files.get(`hospitals/${id}.yaml`) ?? '').split('\nhospitals:')
    const { name, emergency } = readYaml(head)
    return isRecord(name) && typeof name['en'] === 'string' && typeof name['cn'] === 'string' && isRecord(emergency)
      ? [
          {
            id,
            name: { en: name['en'], cn: name['cn'] },
            emergency: Object.values(emergency).map(String),
            ambulance: String(emergency['ambulance']),
          },
        ]
      : []
  })

const EMERGENCY: Readonly<Record<Lang, RegExp>> = {
  en: /(?:emergency, call|Life at risk +\|) (\d{2,3})\b/g,
  cn: /(?:紧急(?:情况)?(?:时|请|，)*拨打?|(?<![非无不没有])生命危险 *\| *拨打?)(\d{2,3})(?!\d)/g,
}

export function countryDoubts(all: Tree): SourceProblem[] {
  const countries = countriesOf(all)
  const notes = countries.flatMap(({ id, emergency }) => noteDoubts(all, id, emergency))
  const texts = [...all.files].flatMap(([path, text]) => {
    const [, folder, lang] = /^(articles|overseas|faq|guides|notices)\/(en|cn)\//.exec(path) ?? []
    if (lang !== 'en' && lang !== 'cn') return []
    const say = sayIn(all, path, text)
    const ids = /^countries: \[(.*)\]/m.exec(text)?.[1]?.split(/, */)
    const own = countries.filter(({ id }) => ids?.includes(id))
    const titled = folder === 'articles' || folder === 'overseas' ? titleDoubts(text, lang, countries, ids, say) : []
    const numbers = new Set(own.flatMap(({ emergency }) => emergency))
    const called = own.length > 0 ? [...text.matchAll(EMERGENCY[lang])] : []
    const wrong = called.flatMap(({ 0: found, 1: number = '', index }) =>
      numbers.has(number)
        ? []
        : [
            say(
              index,
              found,
              `is not the emergency number of its list of hospitals: ${[...numbers].join(', ')}.`,
              [...numbers][0] ?? '',
            ),
          ],
    )
    return [
      ...titled,
      ...wrong,
      ...listed(text, lang, countries, say),
      ...dialled(text, lang, countries, say),
      ...forAmbulance(text, lang, own, say),
      ...(folder === 'articles'
        ? [...codesOf(text, own, say), ...moneyElsewhere(text, lang, own, say), ...checkedOtherwise(text, lang, say)]
        : codesBeside(text, lang, countries, say)),
    ]
  })
  return [...notes, ...texts]
}

/** `In the United Kingdom, call 000`; `在英国请先拨000`. Numbers of three digits that no country has are help lines. */
function dialled(text: string, lang: Lang, countries: readonly Country[], say: Say): SourceProblem[] {
  const names = countries.map(({ name }) => name[lang]).join('|')
  const pattern =
    lang === 'en'
      ? new RegExp(String.raw`\b[Ii]n (?:the )?(${names}),? (?:call|dial) (\d{3})\b( for an ambulance)?`, 'g')
      : new RegExp(String.raw`在(${names})[，]?(叫救护车|急救)?(?:请)?(?:先)?(?:拨打?|呼叫)(\d{3})(?!\d)`, 'g')
  return [...text.matchAll(pattern)].flatMap(({ 0: found, 1: place, 2: second = '', 3: third = '', index }) => {
    const [number, ambulance] = lang === 'en' ? [second, third !== ''] : [third, second !== '']
    const country = countries.find(({ name }) => name[lang] === place)
    const right = country && (ambulance ? [country.ambulance] : country.emergency)
    if (!right || right.includes(number) || !countries.some(({ emergency }) => emergency.includes(number))) return []
    return [say(index, found, `is not what its list of hospitals has: ${right.join(', ')}.`, right[0] ?? '')]
  })
}

/** `119: the ambulance is free` in an article about one country: the police have another number. */
function forAmbulance(text: string, lang: Lang, own: readonly Country[], say: Say): SourceProblem[] {
  const [country, ...more] = own
  if (!country || more.length > 0) return []
  const pattern =
    lang === 'en'
      ? /\b(\d{3})(?: for|:) (?:an|the) ambulance/g
      : /(?:叫救护车|救护车请?)拨打?(\d{3})(?!\d)|(?<!\d)(\d{3})[，：:]?救护车/g
  return [...text.matchAll(pattern)].flatMap(({ 0: found, 1: first, 2: second, index }) => {
    const number = first ?? second ?? ''
    // 112 works beside the number of its own in most countries.
    if (number === country.ambulance || !country.emergency.includes(number)) return []
    return [say(index, found, `is another number than that of the ambulance, ${country.ambulance}.`, country.ambulance)]
  })
}

/** `+81 2 …` in an article about South Korea alone. Those of consulates, and of whoever answers for many, are Chinese. */
function codesOf(text: string, own: readonly Country[], say: Say): SourceProblem[] {
  const [country, ...more] = own
  const code = country && more.length === 0 ? CALLING_CODES[country.id] : undefined
  if (code === undefined) return []
  return [...text.matchAll(/\+(\d{1,3})[ -]\d[\d -]{5,}/g)].flatMap(({ 0: found, 1: typed = '', index }) =>
    typed === code || typed === '86'
      ? []
      : [say(index, found.trim(), `does not begin with the code of the country, +${code}.`, `+${code} …`)],
  )
}

/**
 * `In Japan, call +82 …`: the sentence names one country, and the number is of another one. Ours and China’s are
 * everywhere.
 */
const codesBeside = (text: string, lang: Lang, countries: readonly Country[], say: Say): SourceProblem[] =>
  [...text.matchAll(/\+(\d{1,3})[ -]\d[\d -]{5,}/g)].flatMap(({ 0: found, 1: typed = '', index }) => {
    const start = Math.max(...['。', '；', ';', '\n', '. '].map((mark) => text.lastIndexOf(mark, index)))
    const before = text.slice(start + 1, index)
    const [country, ...more] = countries.filter(({ name }) => before.includes(name[lang]))
    const code = country && more.length === 0 ? CALLING_CODES[country.id] : undefined
    const other = Object.values(CALLING_CODES).includes(typed) && typed !== '86'
    return code === undefined || typed === code || !other
      ? []
      : [say(index, found.trim(), `does not begin with the code of ${country?.name[lang]}, +${code}.`, `+${code} …`)]
  })

/** Money that all countries know. */
const COMMON_MONEY = ['CNY', 'USD', 'EUR']
/** `JPY 70,000` in an article on South Korea. */
function moneyElsewhere(text: string, lang: Lang, own: readonly Country[], say: Say): SourceProblem[] {
  const money = own.map(({ id }) => currencyOf(id === 'uk' ? 'GB' : id.toUpperCase(), '2026-01-01'))
  if (own.length === 0 || money.includes(undefined)) return []
  return sumsIn(text, lang).flatMap(([sum, found]) => {
    const currency = sum.split(' ')[1] ?? ''
    return money.some((it) => it === currency) || COMMON_MONEY.includes(currency)
      ? []
      : [say(text.indexOf(found), found, 'is money of another country.', `${money[0]} …`)]
  })
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const CHECKED: Readonly<Record<Lang, RegExp>> = {
  en: new RegExp(`\\bChecked in (${MONTHS.join('|')}) (20\\d\\d)`, 'g'),
  cn: /(20\d\d)年(\d{1,2})月查阅/g,
}
/** An article gets its date when its facts were read again. */
const checkedOtherwise = (text: string, lang: Lang, say: Say): SourceProblem[] =>
  [...text.matchAll(CHECKED[lang])].flatMap(({ 0: found, 1: one = '', 2: two = '', index }) => {
    const [year, month] = lang === 'en' ? [Number(two), MONTHS.indexOf(one) + 1] : [Number(one), Number(two)]
    const [, y, m] = /^date: (\d{4})-(\d\d)/m.exec(text) ?? []
    const later = year * 12 + month - (Number(y) * 12 + Number(m))
    const why = later > 0 ? 'is after the date of the article' : 'is more than a year before the date of the article'
    return later > 0 || later < -12
      ? [say(index, found, `${why}: is the month right?`, found.replace(/20\d\d/, y ?? ''))]
      : []
  })

/** The number that is dialled is the one that the note explains, and as the note explains it. */
function noteDoubts(all: Tree, id: string, emergency: readonly string[]): SourceProblem[] {
  const path = `hospitals/${id}.yaml`
  const text = all.files.get(path) ?? ''
  const note = /^note:\n((?: .*\n)+)/m.exec(text)?.[1] ?? ''
  const explained = /(\d{3}) for an ambulance/.exec(note)?.[1]
  const ambulance = /^emergency: \{ ambulance: "(\d+)"/m.exec(text)?.[1]
  if (explained !== undefined && ambulance !== undefined && explained !== ambulance && emergency.includes(explained))
    return [
      sayIn(all, path, text)(
        text.indexOf('emergency:'),
        `ambulance: "${ambulance}"`,
        `is not the number that the note below it gives for an ambulance, ${explained}: are the two exchanged?`,
        `ambulance: "${explained}"`,
      ),
    ]
  return emergency
    .filter((number) => note !== '' && !new RegExp(`(?<!\\d)${number}(?!\\d)`).test(note))
    .map((number) =>
      sayIn(all, path, text)(
        text.indexOf('emergency:'),
        number,
        'is not named in the note below it: one of them is of another country.',
        'the number that the note names',
      ),
    )
}

function titleDoubts(
  text: string,
  lang: Lang,
  countries: readonly Country[],
  ids: readonly string[] | undefined,
  say: Say,
): SourceProblem[] {
  const title = /^title: .*$/m.exec(text)
  if (!title || !ids) return []
  return countries
    .filter(({ id, name }) => title[0].includes(name[lang]) && !ids.includes(id))
    .map(({ id, name }) =>
      say(
        text.indexOf('countries:'),
        'countries',
        `has ${ids.join(', ')}, and the title names ${name[lang]}.`,
        `countries: [${id}]`,
      ),
    )
}

/** `911 in the United States and Canada`, `美国、加拿大911`. */
function listed(text: string, lang: Lang, countries: readonly Country[], say: Say): SourceProblem[] {
  const names = countries.map(({ name }) => name[lang]).join('|')
  const pattern =
    lang === 'en'
      ? new RegExp(String.raw`(?<!\d)(\d{3})(?: for an ambulance)? in ((?:(?:the )?(?:${names})(?:, | and )?)+)`, 'g')
      : new RegExp(`((?:(?:${names})[、和]?)+)(?:救护车|急救)?(\\d{3})(?!\\d)`, 'g')
  return [...text.matchAll(pattern)].flatMap(({ 0: found, 1: first = '', 2: second = '', index }) => {
    const [number, places] = lang === 'en' ? [first, second] : [second, first]
    // Other numbers are help lines.
    if (!countries.some(({ emergency }) => emergency.includes(number))) return []
    const wrong = countries.find(({ name, emergency }) => places.includes(name[lang]) && !emergency.includes(number))
    if (!wrong) return []
    const why = `is not what the list of hospitals has for ${wrong.name[lang]}: ${wrong.emergency.join(', ')}.`
    return [say(index, found, why, wrong.emergency[0] ?? '')]
  })
}
