/** Reads the text back from a PDF of ours: what a reader, a search or a copy would get. For tests. */
import { inflateSync } from 'node:zlib'

/** Text of each page; text drawn in one go stays together, lines and pieces are separated by `\n`. */
export function readPages(bytes: Uint8Array): string[] {
  const source = Buffer.from(bytes).toString('latin1')
  const objects = objectsOf(source)
  return [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body)).map((page) => textOf(page, objects))
}

/** Accessibility properties: language, title shown, tagged, and the tags in use. */
export function readMarks(bytes: Uint8Array): {
  lang: string
  tagged: boolean
  displayTitle: boolean
  tags: Set<string>
} {
  const source = Buffer.from(bytes).toString('latin1')
  return {
    lang: /\/Lang \(([^)]*)\)/.exec(source)?.[1] ?? '',
    tagged: /\/Marked true/.test(source),
    displayTitle: /\/DisplayDocTitle true/.test(source),
    tags: new Set([...source.matchAll(/\/S \/(\w+)/g)].map((match) => match[1] ?? '')),
  }
}

/** Every bracket of marked content is closed, and none is nested. */
export function hasBalancedMarks(source: string): boolean {
  let depth = 0
  for (const [mark] of source.matchAll(/\b(BDC|BMC|EMC)\b/g)) {
    depth += mark === 'EMC' ? -1 : 1
    if (depth < 0 || depth > 1) return false
  }
  return depth === 0
}

type Objects = Map<string, string>

function objectsOf(source: string): Objects {
  const out: Objects = new Map()
  for (const match of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) out.set(match[1] ?? '', match[2] ?? '')
  return out
}

/** The stream of an object, uncompressed. */
function streamOf(id: string | undefined, objects: Objects): string {
  const [head = '', ...rest] = (objects.get(id ?? '') ?? '').split('\nstream\n')
  const body = rest.join('\nstream\n')
  if (!head.includes('/FlateDecode')) return body
  return inflateSync(Buffer.from(body.replace(/\nendstream$/, ''), 'latin1')).toString('latin1')
}

function textOf(page: string, objects: Objects): string {
  const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1], objects)
  const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)?.[1] ?? '') ?? page
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, unicodeOf(id, objects)]),
  )
  const pieces: string[] = []
  let font: string[] = []
  for (const [, name, run, actual] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/ActualText \(((?:\\.|[^)\\])*)\)/g,
  )) {
    if (name) font = fonts.get(name) ?? []
    else if (actual !== undefined) pieces.push(utf16(actual))
    else pieces.push([...(run ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => decode(hex, font)).join(''))
  }
  return pieces.join('\n')
}

/** A text string of a PDF: bytes after a byte order mark. */
function utf16(escaped: string): string {
  const bytes = Buffer.from(
    escaped.replace(
      /\\([nrtbf\\()])/g,
      (_, char: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[char] ?? char,
    ),
    'latin1',
  )
  return bytes.subarray(2).swap16().toString('utf16le')
}

const decode = (hex: string, font: string[]): string =>
  (hex.match(/.{4}/g) ?? []).map((code) => font[parseInt(code, 16)] ?? '\ufffd').join('')

/** Glyph number → text, from the font's own table. */
function unicodeOf(id: string, objects: Objects): string[] {
  const map = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1], objects)
  const out: string[] = []
  for (const [, start = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    ;[...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units = ''], i) => {
      const codes = units.replace(/ /g, '').match(/.{4}/g) ?? []
      out[parseInt(start, 16) + i] = String.fromCharCode(...codes.map((code) => parseInt(code, 16)))
    })
  }
  return out
}

/** A page without what each page of a claim has at its head and foot: a paragraph may go on over a page. */
export const withoutFurniture = (page: string): string =>
  page
    .replaceAll(/\s/g, '')
    .replace(/(?:YoufangInsuranceAgency|有方保险代理)(?:(?!YoufangInsuranceAgency|有方保险代理).)*$/, '')
    .replace(/^(?:YoufangStudy-AbroadInsurance|有方留学保险)YF-C-\d{6}-\d{4}/, '')
