/**
 * A drawing as a file of its own, so that pages contain a link instead of its lines. It follows the theme of the page
 * that shows it.
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { isRulePicture, type DocumentPicture, type Quality } from '../../../../lib/content/document-pictures.ts'
import { Bad, FRAME, Good, Verdict } from './document-drawing.tsx'
import { RuleDrawing } from './rule-drawings.tsx'
import { SAMPLES } from './sample-documents.ts'

/** Styles that only files need: their text has no page from which it inherits a font. */
const OWN =
  'text{font-family:system-ui,sans-serif}.day{fill:var(--line);font-size:11px;font-weight:600}.ring{fill:none;stroke:var(--color-error);stroke-width:2.5}.corner{fill:none;stroke:var(--moon);stroke-width:3}'
const TOKENS = ['--color-success', '--color-success-content', '--color-error', '--color-error-content'] as const

/**
 * The plain style sheet of a file, made from the site's: classes of `drawing.css`, and the tokens that they use from
 * `theme.css`. Throws where either is not written as expected.
 */
export function sheetOf(drawing: string, theme: string): string {
  const body = /@utility drawing \{([\s\S]*?)\n\}/.exec(drawing)?.[1] ?? ''
  const dark = /@variant dark \{([\s\S]*?)\n {2}\}/.exec(body)?.[1] ?? ''
  const classes = drawing.replace(/@variant dark \{[\s\S]*?\n {2}\}/, '').matchAll(/& (\.[\w-]+) \{([^}]*)\}/g)
  const rules = [...classes].map(([, name, inside]) => `${name}{${inside}}`)
  const own = body.slice(0, body.indexOf('@variant')).replace('overflow: visible;', '')
  const tokens = (mode: 'light' | 'dark'): string => {
    const begins = mode === 'light' ? 'name: "light";' : '@utility dark'
    const part = new RegExp(`${begins}([\\s\\S]*?)\\n\\}`).exec(theme)?.[1] ?? ''
    return TOKENS.map((name) => {
      const value = new RegExp(`${name}: ([^;]+);`).exec(part)?.[1]
      if (value === undefined) throw new Error(`theme.css: no ${name} in ${mode}`)
      return `${name}:${value};`
    }).join('')
  }
  if (!dark || rules.length === 0) throw new Error('drawing.css: no colours of the dark, or no classes')
  const css = `svg{${own}${tokens('light')}}@media (prefers-color-scheme:dark){svg{${dark}${tokens('dark')}}}${rules.join('')}${OWN}`
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*([{}:;,])\s*/g, '$1')
    .replace(/;\}/g, '}')
    .replace(/\s+/g, ' ')
}

/** Removes the classes that the drawing does not use. */
const worn = (css: string, drawn: string): string => {
  const names = new Set([...drawn.matchAll(/class="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' ')))
  return css.replace(/\.([\w-]+)\{[^}]*\}/g, (rule, name: string) => (names.has(name) ? rule : ''))
}

/** The file of one picture. `css`: {@link sheetOf}. */
export function pictureSvg(id: DocumentPicture, quality: Quality, css: string): string {
  const good = quality === 'good'
  const drawing = isRulePicture(id) ? (
    <RuleDrawing id={id} good={good} />
  ) : good ? (
    <Good drawing={SAMPLES[id]} />
  ) : (
    <Bad drawing={SAMPLES[id]} />
  )
  const svg = renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" viewBox={FRAME} width="280" height="300">
      {drawing}
      <Verdict good={good} />
    </svg>,
  )
  return `${svg.replace('>', () => `><style>${worn(css, svg)}</style>`)}\n`
}
