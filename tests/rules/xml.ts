/** A strict parser of small XML files: enough to prove that a feed or a sitemap is well-formed, and to read it. */

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Its own text, with entities decoded. */
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readText(text: string): string {
  if (text.includes('<')) throw new Error(`a bare <: ${text.slice(0, 40)}`)
  return text.replace(/&([^;\s]{0,12};)?/g, (whole, name?: string) => {
    const value = ENTITIES[name?.slice(0, -1) ?? '']
    if (value === undefined) throw new Error(`no entity of XML: ${whole}`)
    return value
  })
}

function readAttributes(source: string): Record<string, string> {
  const rest = source.replace(/\s+([\w:-]+)="([^"<]*)"/g, '')
  if (rest.trim() !== '') throw new Error(`attributes: ${source}`)
  const pairs = [...source.matchAll(/\s+([\w:-]+)="([^"<]*)"/g)].map(
    ([, name = '', value = '']) => [name, readText(value)] as const,
  )
  const names = pairs.map(([name]) => name)
  if (new Set(names).size < names.length) throw new Error(`an attribute twice: ${source}`)
  return Object.fromEntries(pairs)
}

/** The root of a document. Throws an error that says what is wrong. */
export function readXml(xml: string): Element {
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(xml))
    throw new Error('a character that XML does not have')
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  if (body === xml) throw new Error('no declaration')
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let last = 0
  for (const tag of body.matchAll(/<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g)) {
    const [whole, closing, name = '', attributes = '', empty] = tag
    const at = open.at(-1) ?? top
    at.text += readText(body.slice(last, tag.index))
    last = tag.index + whole.length
    if (closing) {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`</${name}> closes nothing`)
      continue
    }
    const element: Element = { name, attributes: readAttributes(attributes), children: [], text: '' }
    at.children.push(element)
    if (!empty) open.push(element)
  }
  const [root, ...more] = top.children
  if (open.length > 1 || !root || more.length > 0 || readText(body.slice(last)).trim() !== '')
    throw new Error('no single element that holds all')
  return root
}

/** Every element of that name, at any depth. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
