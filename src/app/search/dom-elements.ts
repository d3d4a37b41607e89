/** DOM elements for the dialog, which has no React: created by hand, filled only with text. */
import type { IconName } from '../../ui/icons.ts'
import type { Piece } from './query.ts'

type Child = Node | string

/** `element('a', { href }, 'text')`; an attribute that is undefined is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const SVG = 'http://www.w3.org/2000/svg'

export function icon(name: IconName, size = 20): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `/icons.svg#${name}`)
  for (const [key, value] of Object.entries({
    class: 'icon',
    width: `${size}`,
    height: `${size}`,
    'aria-hidden': 'true',
  }))
    svg.setAttribute(key, value)
  svg.append(use)
  return svg
}

export const marked = (pieces: readonly Piece[]): Child[] =>
  pieces.map(({ text, mark }) => (mark ? element('mark', {}, text) : text))

/** A button that looks like a link. */
export function button(className: string, run: () => void, ...children: Child[]): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, ...children)
  made.addEventListener('click', run)
  return made
}
