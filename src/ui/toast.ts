/** One toast as an element: icon, one sentence, close. Plain DOM, so that pages without React can show it. */
export interface ToastParts {
  text: string
  tone: 'plain' | 'bad'
  /** Name of the close button. */
  close: string
  onClose: () => void
}

const SVG = 'http://www.w3.org/2000/svg'

function icon(name: 'check' | 'circle-alert' | 'x'): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('width', '20')
  svg.setAttribute('height', '20')
  svg.setAttribute('aria-hidden', 'true')
  const use = document.createElementNS(SVG, 'use')
  use.setAttribute('href', `/icons.svg#${name}`)
  svg.append(use)
  return svg
}

export function toastElement({ text, tone, close, onClose }: ToastParts): HTMLElement {
  const box = document.createElement('div')
  box.className = tone === 'bad' ? 'toast toast-bad' : 'toast'
  const words = document.createElement('p')
  words.textContent = text
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-label', close)
  button.append(icon('x'))
  button.addEventListener('click', onClose)
  box.append(icon(tone === 'bad' ? 'circle-alert' : 'check'), words, button)
  return box
}
