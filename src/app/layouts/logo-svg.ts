/** The mark, drawn once for all pages: each has it twice, and React took a tenth of the build to draw it. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Logo } from '../../ui/Logo.tsx'

export const LOGO_SVG = renderToStaticMarkup(createElement(Logo))
